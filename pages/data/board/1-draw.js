// Drawing: elements without markup strings, pens with pattern and letter, a boat over its picture.

const SVG = "http://www.w3.org/2000/svg";
const PENS = ["blue", "green", "orange", "purple", "red", "common", "rare"];
const INK = {
  blue: "#1857b6", green: "#12733b", orange: "#c25a00", purple: "#7433ad", red: "#bf1f2b",
  common: "#6b4423", rare: "#8a6400",
};

function make(space, tag, attributes, children) {
  const element = space ? document.createElementNS(space, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const h = (tag, attributes, ...children) => make(null, tag, attributes, children);
const s = (tag, attributes, ...children) => make(SVG, tag, attributes, children);

const keyOf = (square) => square[0] + "," + square[1];
const plain = (number) => (number < 0 ? "−" + -number : String(number));

/** The patterns that stand for colours, once for everything drawn in one root. */
function patterns() {
  const line = (attributes) => s("path", { "stroke-width": 0.9, fill: "none", ...attributes });
  const marks = {
    blue: (ink) => [line({ d: "M-1 1l2-2M0 5l5-5M4 6l2-2", stroke: ink })],
    green: (ink) => [line({ d: "M0 2.5h5", stroke: ink })],
    orange: (ink) => [s("circle", { cx: 2.5, cy: 2.5, r: 0.85, fill: ink })],
    purple: (ink) => [line({ d: "M1.2 1.2l2.6 2.6M3.8 1.2l-2.6 2.6", stroke: ink })],
    red: (ink) => [line({ d: "M2.5 0v5", stroke: ink })],
    common: () => [],
    rare: (ink) => [line({ d: "M0 2.5h5M2.5 0v5", stroke: ink, "stroke-width": 0.35 })],
  };
  const defs = PENS.map((pen) =>
    s("pattern", { id: "mark-" + pen, width: 5, height: 5, patternUnits: "userSpaceOnUse" },
      s("rect", { width: 5, height: 5, fill: INK[pen], "fill-opacity": 0.26 }), marks[pen](INK[pen])));
  return s("svg", { width: 0, height: 0, class: "defs", "aria-hidden": "true" }, s("defs", {}, defs));
}

/** Every outer side of these squares as one path, given each square's box. */
function outline(squares, boxes) {
  const mine = new Set(squares.map(keyOf));
  const sides = [];
  for (const [row, col] of squares) {
    const [x, y, w, t] = boxes.get(keyOf([row, col]));
    if (!mine.has(keyOf([row - 1, col]))) sides.push(`M${x} ${y}h${w}`);
    if (!mine.has(keyOf([row + 1, col]))) sides.push(`M${x} ${y + t}h${w}`);
    if (!mine.has(keyOf([row, col - 1]))) sides.push(`M${x} ${y}v${t}`);
    if (!mine.has(keyOf([row, col + 1]))) sides.push(`M${x + w} ${y}v${t}`);
  }
  return sides.join("");
}
const filled = (squares, boxes) => squares.map((square) => {
  const [x, y, w, t] = boxes.get(keyOf(square));
  return `M${x} ${y}h${w}v${t}h${-w}z`;
}).join("");

let clips = 0;

/** One discovery: its pattern, a line inside its outer sides, its letter on a chip. */
function discoveryShape(discovery, boxes) {
  const { squares, pen, letter, hand } = discovery;
  const ink = INK[pen];
  const clip = "clip-" + ++clips;
  const [x, y, w, t] = boxes.get(keyOf(squares[0]));
  const treasure = pen === "common" || pen === "rare";
  return s("g", { class: "discovery", "aria-hidden": "true" },
    s("clipPath", { id: clip }, s("path", { d: filled(squares, boxes) })),
    s("path", { d: filled(squares, boxes), fill: `url(#mark-${pen})` }),
    s("path", { d: outline(squares, boxes), stroke: "#fff", "stroke-width": 3.8, "stroke-opacity": 0.75, "stroke-linecap": "square", "clip-path": `url(#${clip})` }),
    s("path", { d: outline(squares, boxes), stroke: ink, "stroke-width": 2.6, "stroke-linecap": "square", "clip-path": `url(#${clip})`, "stroke-dasharray": pen === "common" ? "3 1.6" : null }),
    treasure
      ? s("rect", { x: x + w / 2 - 3, y: y + t / 2 - 3, width: 6, height: 6, fill: ink, transform: `rotate(45 ${x + w / 2} ${y + t / 2})` })
      : s("circle", { cx: x + w / 2, cy: y + t / 2, r: 3.5, fill: ink }),
    s("text", { x: x + w / 2, y: y + t / 2 + 1.75, class: "letter" }, letter),
    hand ? s("path", { class: "hand", d: `M${x + w - 3.6} ${y + 3.6}l.5-1.7 1.9-1.9 1.2 1.2-1.9 1.9z`, fill: ink, stroke: "#fff", "stroke-width": 0.5 }) : null);
}

/** What is not lit, under a veil; what is lit, in a bright frame. */
function light(squares, boxes, view) {
  if (!squares.length) return null;
  const [x, y, w, t] = view;
  return s("g", { class: "light", "aria-hidden": "true" },
    s("path", { d: `M${x} ${y}h${w}v${t}h${-w}z` + filled(squares, boxes), class: "veil", "fill-rule": "evenodd" }),
    s("path", { d: outline(squares, boxes), class: "frame-under" }),
    s("path", { d: outline(squares, boxes), class: "frame" }));
}

/** The part `view` of a picture that shows the sheet area `area`, both in mm. */
function picture(href, area, view, ...over) {
  const [x, y, w, t] = area;
  return s("svg", { viewBox: view.join(" "), class: "picture", preserveAspectRatio: "xMidYMid meet" },
    href ? s("image", { href, x, y, width: w, height: t, preserveAspectRatio: "none" }) : s("rect", { x, y, width: w, height: t, fill: "#fffdf8" }),
    ...over);
}

/** The area around some squares, or boxes given as [x, y, w, h], with a margin, never thinner than asked. */
function around(boxes, margin, least) {
  const left = Math.min(...boxes.map((b) => b[0])), top = Math.min(...boxes.map((b) => b[1]));
  const right = Math.max(...boxes.map((b) => b[0] + b[2])), bottom = Math.max(...boxes.map((b) => b[1] + b[3]));
  const w = Math.max(right - left + 2 * margin, least), t = Math.max(bottom - top + 2 * margin, least * 0.7);
  return [(left + right - w) / 2, (top + bottom - t) / 2, w, t];
}
