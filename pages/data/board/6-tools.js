// Putting right: pens, eraser, join and split; one tap, one gesture. What a tap does is decided by the server.

const SHAPES = {
  erase: "M4 15l7-9 7 5-6 8H7zM9 20h10",
  join: "M3 7h7v10H3zM14 7h7v10h-7zM8 12h8M13 9l3 3-3 3",
  split: "M4 7h6v10H4zM14 7h6v10h-6zM12 3v18",
};

function glyph(path) {
  return s("svg", { viewBox: "0 0 24 24", class: "glyph", "aria-hidden": "true" }, s("path", { d: path }));
}

function swatch(pen, letter) {
  const boxes = new Map([["0,0", [0, 0, 11, 11]]]);
  return s("svg", { viewBox: "0 0 11 11", class: "swatch", "aria-hidden": "true" },
    s("rect", { width: 11, height: 11, fill: "#fff" }), discoveryShape({ squares: [[0, 0]], pen, letter, hand: false }, boxes));
}

function tools(data, state, refresh, send) {
  const pick = (tool) => () => {
    state.tool = tool;
    state.onto = null;
    state.chosen.clear();
    state.note = null;
    refresh();
  };
  const tool = (name, label, face) =>
    h("button", { type: "button", class: "tool", role: "radio", "aria-checked": state.tool === name ? "true" : "false", "aria-label": label, title: label, "data-key": "tool-" + name, onclick: pick(name) }, face);
  const act = (name, label, path, off, run) =>
    h("button", { type: "button", class: "act", disabled: off, "data-key": "act-" + name, onclick: run }, path ? glyph(path) : null, h("span", {}, label));
  return h("div", { class: "tools" },
    h("div", { class: "pens", role: "radiogroup", "aria-label": data.words.tools },
      data.pens.map((pen) => tool(pen.name, pen.label, swatch(pen.name, pen.letter))),
      ["erase", "join", "split"].map((name) => tool(name, data.words[name], glyph(SHAPES[name])))),
    h("div", { class: "acts" },
      act("undo", data.words.undo, "M9 7L4 12l5 5M4 12h10a6 6 0 016 6", !data.can.undo, () => send({ do: "undo" })),
      act("redo", data.words.redo, "M15 7l5 5-5 5M20 12H10a6 6 0 00-6 6", !data.can.redo, () => send({ do: "redo" })),
      state.tool === "split" ? act("cut", data.words.cut, null, !state.chosen.size, () => {
        send({ do: "split", squares: [...state.chosen].map((key) => key.split(",").map(Number)) });
        state.chosen.clear();
      }) : null,
      PENS.includes(state.tool) && state.onto ? act("next", data.words.next_one, null, false, () => { state.onto = null; refresh(); }) : null));
}

/** What a tap on a square means with the tool in hand. */
function tapWith(data, state, square, refresh, send) {
  const key = keyOf(square);
  const there = data.discoveries.find((d) => d.squares.some((each) => keyOf(each) === key));
  state.note = null;
  if (PENS.includes(state.tool)) {
    const onto = state.onto;
    state.onto = square;
    if (there && there.pen === state.tool) return refresh();
    return send({ do: "draw", pen: state.tool, square, onto }, key);
  }
  if (state.tool === "erase") return send({ do: "erase", square }, key);
  if (state.tool === "join") return tapJoin(state, square, there, refresh, send);
  if (state.chosen.has(key)) state.chosen.delete(key);
  else if (there) state.chosen.add(key);
  return refresh();
}

function tapJoin(state, square, there, refresh, send) {
  if (!there) return refresh();
  const first = [...state.chosen][0];
  if (!first || there.squares.some((each) => keyOf(each) === first)) {
    state.chosen = new Set(first ? [] : [keyOf(square)]);
    return refresh();
  }
  state.chosen.clear();
  return send({ do: "join", square: first.split(",").map(Number), other: square }, keyOf(square));
}

/** What is on the touched square, what it belongs to and what it is worth. */
function aboutSquare(data, state, send) {
  const square = data.squares.find((each) => keyOf(each.at) === state.selected);
  if (!square) return null;
  const has = (squares) => squares.some((each) => keyOf(each) === state.selected);
  const there = data.discoveries.find((d) => has(d.squares));
  const worth = data.score.lines.flatMap((line) => line.items.filter((item) => has(item.squares)).map((item) => item.text));
  const here = { square: square.at };
  return h("div", { class: "about" },
    h("p", {}, h("strong", {}, there ? there.label : data.words.empty), h("span", { class: "quiet" }, " · " + square.label)),
    there && there.note ? h("p", { class: "quiet" }, there.note) : null,
    worth.length
      ? h("ul", {}, worth.map((text) => h("li", {}, text)))
      : h("p", { class: "quiet" }, data.words.worth_nothing),
    data.editable && there ? h("div", { class: "acts" },
      h("button", { type: "button", class: "act", "data-key": "about-erase", onclick: () => send({ do: "erase-whole", ...here }) }, data.words.erase_whole),
      there.cat ? h("button", { type: "button", class: "act", "data-key": "about-oshax", "aria-pressed": there.oshax ? "true" : "false", onclick: () => send({ do: "oshax", ...here }) }, data.words.is_oshax) : null) : null);
}
