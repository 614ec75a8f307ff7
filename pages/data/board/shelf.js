// A component without a face: it puts one picture on the shelf of the visitor's tab.
export default ({ data }) => {
  const bytes = Uint8Array.from(atob(data.bytes), (letter) => letter.charCodeAt(0));
  shelve(data.id, bytes, data.type);
};
