// Pictures arrive once, apart from the boards that show them, and live in the visitor's tab only.

const SHELF = (window.boatscorePictures ||= { urls: new Map(), waiting: new Set() });

/** Put bytes on the shelf under an id, or take them away when the page lets go of them. */
function shelve(id, bytes, type) {
  if (!SHELF.urls.has(id)) {
    SHELF.urls.set(id, URL.createObjectURL(new Blob([bytes], { type })));
    for (const tell of [...SHELF.waiting]) tell();
  }
}
const pictureUrl = (id) => SHELF.urls.get(id) || null;
