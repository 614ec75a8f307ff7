// Questions: what the photo shows, and each answer as a picture to tap.

function questionCards(data, boxes, send) {
  if (!data.questions.length || !data.editable) return null;
  return h("section", { class: "questions", "aria-label": data.words.questions_title },
    h("h2", {}, data.words.questions_title),
    h("p", { class: "quiet" }, data.words.questions_hint),
    h("div", { class: "cards" }, data.questions.map((question, number) => questionCard(data, boxes, question, number, send))));
}

function questionCard(data, boxes, question, number, send) {
  const shown = question.box ? [question.box] : question.squares.map((square) => boxes.get(keyOf(square)));
  const view = around(shown, question.box ? 8 : 8, 44);
  const href = pictureUrl(data.picture.id);
  const crop = (discoveries) => {
    const svg = picture(href, data.picture.area, view, 
      (discoveries || []).map((d) => discoveryShape(d, boxes)),
      question.box
        ? s("rect", { x: question.box[0] - 1, y: question.box[1] - 1, width: question.box[2] + 2, height: question.box[3] + 2, class: "asked" })
        : s("path", { d: outline(question.squares, boxes), class: "asked" }));
    svg.setAttribute("aria-hidden", "true");
    return svg;
  };
  return h("article", { class: "card question" },
    h("h3", {}, question.title),
    h("div", { class: "answers" },
      h("figure", { class: "seen" }, crop(), h("figcaption", {}, data.words.on_photo)),
      question.options.map((option, choice) =>
        h("button", {
          type: "button", class: "answer", "data-key": `answer-${number}-${choice}`,
          onclick: () => send({ do: "answer", question: question.name, choice }),
        },
        question.box ? boxPicture(question.box, option.ticked, view, crop()) : crop(option.discoveries),
        h("span", {}, option.label)))));
}

/** A tick box's crop with the answer drawn on it. */
function boxPicture([x, y, w, t], ticked, view, svg) {
  svg.append(ticked
    ? s("path", { d: `M${x + w * 0.15} ${y + t * 0.55}l${w * 0.25} ${t * 0.3}l${w * 0.5} ${-t * 0.75}`, class: "tick" })
    : s("rect", { x, y, width: w, height: t, class: "no-tick" }));
  return svg;
}
