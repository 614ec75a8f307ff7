// The board: questions, total, lines and boat in one; it draws what the server says and sends what is tapped.

const BOARDS = new WeakMap();

function freshState(data) {
  return {
    lit: [], open: null, item: null, selected: null, stop: keyOf(data.squares[0].at), chosen: new Set(), pending: new Set(),
    mode: data.start, tool: "blue", onto: null, note: null, large: null, outbox: [], number: 0, photo: false,
  };
}

/** Show data in this place; called again with every answer of the server. */
function showBoard(component) {
  const { data, parentElement: root, setTriggerValue } = component;
  let state = BOARDS.get(root);
  if (!state || state.of !== data.of) {
    state = Object.assign(freshState(data), { of: data.of });
    BOARDS.set(root, state);
  }
  state.number = Math.max(state.number, data.heard);
  state.outbox = state.outbox.filter((gesture) => gesture.number > data.heard);
  if (!state.outbox.length) state.pending.clear();
  if (data.lit && keyOf([data.lit.number, 0]) !== state.told) {
    state.told = keyOf([data.lit.number, 0]);
    state.lit = data.lit.squares;
    state.selected = state.item = null;
  }
  const send = (gesture, pendingKey) => {
    state.number += 1;
    state.outbox.push({ ...gesture, number: state.number });
    if (pendingKey) state.pending.add(pendingKey);
    setTriggerValue("gesture", state.outbox);
    refresh();
  };
  const refresh = () => paint(root, data, state, refresh, send);
  SHELF.waiting.delete(state.refresh);
  state.refresh = refresh;
  SHELF.waiting.add(refresh);
  refresh();
  return () => { SHELF.waiting.delete(state.refresh); BOARDS.delete(root); };
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
