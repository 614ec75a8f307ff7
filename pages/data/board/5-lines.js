// The score: a big total, a line a rule, the reasons under each line.

function totalCard(data) {
  const score = data.score;
  return h("div", { class: "total" },
    h("p", { class: "number" }, h("strong", {}, plain(score.total)), h("span", {}, score.unit)),
    h("p", { class: "status " + data.status.kind }, h("span", { class: "dot", "aria-hidden": "true" }, data.status.sign), data.status.text),
    data.winner ? h("p", { class: "winner" }, data.winner) : null);
}

function scoreLines(data, lines, prefix, state, refresh) {
  return h("ul", { class: "lines" }, lines.map((line) => {
    const key = prefix + line.rule;
    const open = state.open === key;
    const touch = () => {
      state.open = open ? null : key;
      state.item = null;
      state.selected = null;
      state.lit = open ? [] : line.items.flatMap((item) => item.squares);
      refresh();
    };
    return h("li", {},
      h("button", { type: "button", class: "line", "data-key": "line-" + key, "aria-expanded": open ? "true" : "false", onclick: touch },
        h("span", { class: "title" }, line.title),
        h("span", { class: "count" }, line.count),
        h("span", { class: "points" }, plain(line.points)),
        h("span", { class: "turn", "aria-hidden": "true" }, "›")),
      open ? reasons(data, line, key, state, refresh) : null);
  }));
}

function reasons(data, line, key, state, refresh) {
  const rows = line.items.map((item, index) => {
    const name = key + "-" + index;
    const on = state.item === name;
    const touch = () => {
      state.item = on ? null : name;
      state.lit = on ? line.items.flatMap((each) => each.squares) : item.squares;
      refresh();
    };
    return h("li", {}, h("button", { type: "button", class: "reason" + (on ? " on" : ""), "data-key": "reason-" + name, "aria-pressed": on ? "true" : "false", onclick: touch },
      h("span", {}, item.text)));
  });
  return h("div", { class: "reasons" },
    h("p", { class: "quiet" }, line.rule_text),
    rows.length ? h("ul", {}, rows) : null,
    (line.notes || []).map((note) => h("p", { class: "quiet" }, note)));
}

/** Findings of the audit: they never change the score. */
function findings(data, state, refresh) {
  if (!data.findings.length) return null;
  return h("section", { class: "findings" },
    h("h3", {}, data.words.findings_title),
    h("ul", {}, data.findings.map((finding, index) => {
      const name = "finding-" + index;
      const on = state.item === name;
      return h("li", {}, h("button", {
        type: "button", class: "reason" + (on ? " on" : ""), "data-key": name, "aria-pressed": on ? "true" : "false",
        onclick: () => { state.item = on ? null : name; state.lit = on ? [] : finding.squares; refresh(); },
      }, h("span", {}, finding.text)));
    })));
}
