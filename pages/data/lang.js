// Tells the browser, and through it a screen reader, which language the page speaks.
export default ({ data }) => {
  document.documentElement.lang = data.lang;
};
