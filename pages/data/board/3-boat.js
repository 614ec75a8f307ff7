// The boat: a picture with squares over it that can be touched, and walked over by keyboard.

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The squares as a grid with one stop for the Tab key; `onSquare` is told what is tapped. */
function squareGrid(data, boxes, state, onSquare) {
  const owner = new Map();
  data.discoveries.forEach((d) => d.squares.forEach((square) => owner.set(keyOf(square), d)));
  const rows = new Map();
  for (const square of data.squares) {
    const [row, col, label] = [square.at[0], square.at[1], square.label];
    const [x, y, w, t] = square.box;
    const key = keyOf(square.at);
    const what = owner.get(key);
    const chosen = state.chosen.has(key) || state.selected === key;
    const cell = s("rect", {
      x, y, width: w, height: t, role: "gridcell", class: "cell" + (chosen ? " chosen" : "") + (state.pending.has(key) ? " pending" : ""),
      tabindex: state.stop === key ? 0 : -1, "data-key": "square-" + key, "data-square": key,
      "aria-selected": chosen ? "true" : "false",
      "aria-label": label + ". " + (what ? what.label : data.words.empty),
      onclick: () => onSquare([row, col]),
      onkeydown: (event) => walkSquares(event, data, state, [row, col], onSquare),
    });
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push(cell);
  }
  return s("g", { role: "grid", "aria-label": data.words.boat_label },
    [...rows.values()].map((cells) => s("g", { role: "row" }, cells)));
}

function walkSquares(event, data, state, [row, col], onSquare) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    onSquare([row, col]);
    return;
  }
  const step = ARROWS[event.key];
  if (!step) return;
  event.preventDefault();
  const there = new Set(data.squares.map((square) => keyOf(square.at)));
  let next = [row + step[0], col + step[1]];
  for (let tries = 0; tries < 22 && !there.has(keyOf(next)); tries++) next = [next[0] + step[0], next[1] + step[1]];
  if (!there.has(keyOf(next))) return;
  const root = event.target.getRootNode();
  event.target.setAttribute("tabindex", -1);
  state.stop = keyOf(next);
  const target = root.querySelector(`[data-square="${keyOf(next)}"]`);
  target.setAttribute("tabindex", 0);
  target.focus();
}

/** The boat as it is seen, with everything that lies over it. */
function boatPicture(data, boxes, state, onSquare) {
  const href = pictureUrl(data.picture.id);
  const svg = picture(href, data.picture.area, data.view,
    s("g", { class: "ink" }, data.discoveries.map((d) => discoveryShape(d, boxes))),
    light(state.lit, boxes, data.view),
    squareGrid(data, boxes, state, onSquare));
  svg.classList.add("boat");
  return svg;
}
