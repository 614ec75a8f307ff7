// Tells the browser which language the page speaks, and says in it what Streamlit says in English or not at all:
// the uploader's button, the link past the head, what pictures show.
function translate(words) {
  document.documentElement.lang = words.lang;
  for (const button of document.querySelectorAll('[data-testid="stFileUploaderDropzone"] button')) button.ariaLabel = words.browse;
  for (const input of document.querySelectorAll('[data-testid="stFileUploaderDropzoneInput"]')) input.ariaLabel = words.photos;
  for (const zone of document.querySelectorAll('[data-testid="stFileUploaderDropzone"]')) zone.setAttribute("role", "group");
  for (const link of document.querySelectorAll("a")) {
    if (link.textContent === "Skip to main content") link.dataset.skips = "";
    if ("skips" in link.dataset && link.textContent !== words.skip) link.textContent = words.skip;
  }
  for (const image of document.querySelectorAll('[data-testid="stImage"] img')) {
    const caption = image.closest('[data-testid="stImage"]').querySelector('[data-testid="stImageCaption"]');
    const alt = caption ? caption.textContent : "boatscore";
    if (image.alt !== alt) image.alt = alt;
  }
}

let watching = null;

export default ({ data }) => {
  watching?.disconnect();
  watching = new MutationObserver(() => translate(data));
  watching.observe(document.body, { childList: true, subtree: true });
  translate(data);
};
