// The board: questions, total, lines and boat in one; it draws what the server says and sends what is tapped.

const BOARDS = new Map();
/** The taps of this tab that no answer has confirmed, on whatever boat and board: a board may leave the page with some. */
const OUTBOX = (window.boatscoreOutbox ||= { taps: [], last: new Map() });
/** The tool in hand on each boat, and what it is drawing onto: the page may put another board in a board's place between two taps. */
const HANDS = (window.boatscoreHands ||= new Map());

function handOn(boat) {
  if (!HANDS.has(boat)) HANDS.set(boat, { tool: "blue", onto: null });
  return HANDS.get(boat);
}

function freshState(data) {
  const hand = handOn(data.of);
  return {
    of: data.of, lit: [], open: null, item: null, selected: null, stop: keyOf(data.squares[0].at), chosen: new Set(), pending: new Set(),
    mode: data.start, note: null, large: null, photo: false, pressed: false, late: false,
    get tool() { return hand.tool; }, set tool(name) { hand.tool = name; },
    get onto() { return hand.onto; }, set onto(square) { hand.onto = square; },
  };
}

/** Show data in this place; called again with every answer of the server. */
function showBoard(component) {
  const { data, parentElement: root } = component;
  let state = BOARDS.get(root);
  if (!state || state.of !== data.of) {
    state?.leave();
    state = freshState(data);
    state.leave = keepStill(root, state);
    BOARDS.set(root, state);
  }
  state.component = component;
  OUTBOX.taps = OUTBOX.taps.filter((tap) => !(tap.of in data.heard) || tap.number > data.heard[tap.of]);
  if (!OUTBOX.taps.some((tap) => tap.of === data.of)) state.pending.clear();
  if (data.lit && keyOf([data.lit.number, 0]) !== state.told) {
    state.told = keyOf([data.lit.number, 0]);
    state.lit = data.lit.squares;
    state.selected = state.item = null;
  }
  const send = (gesture, pendingKey) => {
    const number = 1 + Math.max(OUTBOX.last.get(data.of) || 0, state.component.data.heard[data.of]);
    OUTBOX.last.set(data.of, number);
    OUTBOX.taps.push({ ...gesture, of: data.of, number });
    if (pendingKey) state.pending.add(pendingKey);
    post(root);
    state.refresh();
  };
  const refresh = () => {
    state.late = state.pressed;
    if (!state.pressed) paint(root, data, state, refresh, send);
  };
  SHELF.waiting.delete(state.refresh);
  state.refresh = refresh;
  SHELF.waiting.add(refresh);
  refresh();
  takeOver(root);
  return () => {
    SHELF.waiting.delete(state.refresh);
    state.leave();
    BOARDS.delete(root);
    for (const other of BOARDS.keys()) takeOver(other);
  };
}

/** What waits for an answer and this board's server side can carry out. */
const unheard = (root) => OUTBOX.taps.filter((tap) => tap.of in BOARDS.get(root).component.data.heard);

/** Send all of it: whatever is lost on the way goes out again with the next tap. */
function post(root) {
  const taps = unheard(root);
  for (const tap of taps) tap.through = root;
  BOARDS.get(root).component.setTriggerValue("gesture", taps.map(({ through, ...gesture }) => gesture));
}

/** Send again what was given to a board that has left the page, perhaps before the server heard it. */
function takeOver(root) {
  if (unheard(root).some((tap) => !BOARDS.has(tap.through))) post(root);
}

/** Nothing is painted under a pressed finger: what it lies on must still be there when it lifts, or it is no tap. */
function keepStill(root, state) {
  const press = (event) => { state.pressed = event.isPrimary && event.button === 0; };
  const lift = () => setTimeout(() => { // the click belongs to the lifting and comes first
    state.pressed = false;
    if (state.late) state.refresh();
  });
  const ends = ["pointerup", "pointercancel", "contextmenu", "blur"];
  root.addEventListener("pointerdown", press, true);
  for (const end of ends) window.addEventListener(end, lift, true);
  return () => {
    root.removeEventListener("pointerdown", press, true);
    for (const end of ends) window.removeEventListener(end, lift, true);
  };
}

function paint(root, data, state, refresh, send) {
  const boxes = new Map(data.squares.map((square) => [keyOf(square.at), square.box]));
  const held = root.activeElement ? root.activeElement.getAttribute("data-key") : null;
  const pane = root.querySelector(".pane");
  const scrolled = pane ? [pane.scrollLeft, pane.scrollTop] : null;
  const known = new Set(data.squares.map((square) => keyOf(square.at)));
  state.lit = state.lit.filter((square) => known.has(keyOf(square)));
  const place = root.querySelector(".board");
  place.replaceChildren(
    patterns(),
    questionCards(data, boxes, send) || "",
    h("div", { class: "sheet" + (data.score ? "" : " alone") },
      data.score ? h("section", { class: "card score", "aria-label": data.words.score_label }, totalCard(data)) : "",
      boatCard(data, boxes, state, refresh, send),
      data.score ? h("section", { class: "card why", "aria-label": data.words.lines_label },
        scoreLines(data, data.score.lines, "", state, refresh),
        findings(data, state, refresh),
        sisterLines(data, state, refresh)) : "",
      photoCard(data, state, refresh) || ""));
  const newPane = root.querySelector(".pane");
  if (scrolled && newPane) [newPane.scrollLeft, newPane.scrollTop] = scrolled;
  if (held) root.querySelector(`[data-key="${held}"]`)?.focus({ preventScroll: true });
}

function sisterLines(data, state, refresh) {
  if (!data.sister) return null;
  return h("section", { class: "sister" },
    h("h3", {}, h("span", {}, data.words.sister_title), h("span", { class: "points" }, plain(data.sister.total))),
    scoreLines(data, data.sister.lines, "sister-", state, refresh));
}

function boatCard(data, boxes, state, refresh, send) {
  const onSquare = (square) => {
    state.stop = keyOf(square);
    if (state.mode === "edit") return tapWith(data, state, square, refresh, send);
    const same = state.selected === keyOf(square);
    state.selected = same ? null : keyOf(square);
    state.item = null;
    const there = data.discoveries.find((d) => d.squares.some((each) => keyOf(each) === keyOf(square)));
    state.lit = same ? [] : there ? there.squares : [square];
    return refresh();
  };
  const narrow = data.editable && (state.large ?? (state.mode === "edit"));
  const toggle = (name, label, on, run) =>
    h("button", { type: "button", class: "toggle", "aria-pressed": on ? "true" : "false", "data-key": "toggle-" + name, onclick: run }, label);
  return h("div", { class: "card hull" },
    h("div", { class: "bar" },
      data.editable ? toggle("edit", state.mode === "edit" ? data.words.done : data.words.edit, state.mode === "edit", () => {
        state.mode = state.mode === "edit" ? "look" : "edit";
        Object.assign(state, { lit: [], selected: null, item: null, onto: null, large: null, note: null });
        state.chosen.clear();
        refresh();
      }) : null,
      toggle("large", data.words.large, !!narrow, () => { state.large = !narrow; refresh(); }),
      state.lit.length || state.selected ? toggle("clear", data.words.show_all, false, () => {
        Object.assign(state, { lit: [], selected: null, item: null, open: null });
        refresh();
      }) : null),
    data.editable && state.mode === "edit" ? tools(data, state, refresh, send) : null,
    h("div", { class: "pane" + (narrow ? " large" : ""), style: `--cols:${data.view[2] / data.squares[0].box[2]}` }, boatPicture(data, boxes, state, onSquare)),
    h("div", { class: "info", "aria-live": "polite" }, infoText(data, state, send)));
}

function infoText(data, state, send) {
  if (state.mode === "edit") return h("p", { class: data.message ? "warn" : "quiet" }, data.message || data.hints[state.tool] || data.hints.pen);
  if (state.selected) return aboutSquare(data, state, send);
  return h("p", { class: "quiet" }, data.words.touch_hint);
}

function photoCard(data, state, refresh) {
  const href = data.photo ? pictureUrl(data.photo.id) : null;
  if (!href) return null;
  return h("figure", { class: "card photo" + (state.photo ? " wide" : "") },
    h("button", { type: "button", "data-key": "photo", "aria-pressed": state.photo ? "true" : "false", "aria-label": data.words.photo_enlarge, onclick: () => { state.photo = !state.photo; refresh(); } },
      h("img", { src: href, alt: data.words.photo_alt })),
    h("figcaption", { class: "quiet" }, data.words.photo_caption));
}

export default showBoard;
