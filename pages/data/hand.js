// The hand: it holds every file given to an uploader until the server has accepted it. An uploader that leaves the
// page takes with it what is on its way, and a choice made in its dialog reaches nobody: the new one is given those.

const HANDS = (window.boatscoreHands ||= new Map());

/** A hand for the uploaders of this name: the key of the one on the page and of those before, files held and to be given on. */
function newHand({ name }) {
  const hand = { name, before: new Set(), minded: new WeakSet(), files: [], left: [] };
  document.addEventListener("drop", ({ target, dataTransfer }) => {
    if (target.closest(`.st-key-${hand.key}`)) hold(hand, placed(hand), dataTransfer.files);
  }, true);
  HANDS.set(name, hand);
  return hand;
}

/** The uploader on the page, once it is there. */
function placed(hand) {
  const input = document.querySelector(`.st-key-${hand.key} input[type=file]`);
  return input && { key: hand.key, input };
}

/** See what is chosen in this uploader, even after it has left the page: its dialog may outlive its place. */
function mind(hand, from) {
  if (hand.minded.has(from.input)) return;
  hand.minded.add(from.input);
  from.input.addEventListener("change", () => hold(hand, from, from.input.files));
  if (from.input.files.length) hold(hand, from, from.input.files);
}

function hold(hand, { key, input }, chosen) {
  const files = [...chosen].filter((file) => file.size <= hand.most);
  if (hand.before.has(key)) return give(hand, files);
  if (!input.multiple) hand.files = [];
  hand.files.push(...files.map((file) => ({ key, input, file })));
}

/** Take out of the hand what was accepted, and give on what can reach nobody where it was given. */
function settle(hand, accepted) {
  const left = [...accepted];
  const taken = ({ key, file }) => {
    const at = left.findIndex(([into, size]) => into === key && size === file.size);
    return at >= 0 && left.splice(at, 1);
  };
  const held = hand.files.filter((each) => !taken(each));
  const stays = ({ key, input }) => key === hand.key && input.isConnected;
  hand.files = held.filter(stays);
  give(hand, held.filter((each) => !stays(each)).map(({ file }) => file));
}

/** Give these files to the uploader on the page, once it is there. */
function give(hand, files) {
  hand.left.push(...files);
  const to = placed(hand);
  if (!to) return;
  mind(hand, to);
  if (!hand.left.length) return;
  const all = new DataTransfer();
  for (const file of hand.left.splice(0).slice(to.input.multiple ? 0 : -1)) all.items.add(file);
  to.input.files = all.files;
  to.input.dispatchEvent(new Event("change", { bubbles: true }));
}

export default ({ data }) => {
  const hand = HANDS.get(data.name) || newHand(data);
  if (hand.key && hand.key !== data.key) hand.before.add(hand.key);
  hand.before.delete(data.key);
  Object.assign(hand, { key: data.key, most: data.most });
  settle(hand, data.accepted);
  hand.watching?.disconnect();
  hand.watching = new MutationObserver(() => give(hand, []));
  hand.watching.observe(document.body, { childList: true, subtree: true });
  return () => hand.watching.disconnect();
};
