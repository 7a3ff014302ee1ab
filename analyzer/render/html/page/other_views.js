// What changed since the baseline, and what is said of no single loop: annotated loops that are gone, problems, notes.

function changeRow(change) {
  const now = change.after || change.before;
  const perSource = (!change.before || change.before.each !== null) && (!change.after || change.after.each !== null);
  const figure = (side) => (!side ? "–" : (side.complete ? "" : "≥\u2009") + cyclesText(perSource ? side.each : side.cycles));
  const name = [el("span", { class: "mono" }, now.fn || "(no function)"), now.role && el("span", { class: "role" }, now.role)];
  const moved = change.before && change.after && (change.before.file !== change.after.file || change.before.fn !== change.after.fn);
  return el(
    "tr",
    { class: change.regression ? "regression" : null },
    el("td", null, changeChip(change)),
    el("td", { class: "figure" }, figure(change.before)),
    el("td", { class: "to", "aria-hidden": "true" }, "→"),
    el("td", { class: "figure" }, el("b", null, figure(change.after))),
    el("td", { class: "unit" }, perSource ? "per source it." : "per iteration"),
    el(
      "td",
      null,
      change.loop ? loopLink(change.loop, name) : name,
      el("p", { class: "mono place" }, now.file.name + ":" + now.line, archs.length > 1 && " · " + now.arch),
      moved && el("p", { class: "faint" }, "was " + change.before.fn + " in " + change.before.file.name + ":" + change.before.line),
    ),
    el("td", null, change.message),
  );
}

function changesView() {
  if (!comparison) return [el("h1", null, "Changes"), el("p", { class: "message" }, "This report was created without a baseline.")];
  const regressions = comparison.regressions;
  return [
    el("h1", null, "Changes"),
    el(
      "p",
      { class: "lead" },
      "Against ",
      el("span", { class: "mono" }, legible(comparison.baseline)),
      ", tolerance " + comparison.tolerance + " %: ",
      el("b", null, counted(regressions, "regression")),
      ", " + counted(changes.length, "change") + ", " + comparison.unchanged.toLocaleString("en") + " unchanged.",
    ),
    changes.length > 0 &&
      scrollingTable(
        { class: "changes" },
        null,
        [
          columnHead(null, "Change"),
          columnHead({ class: "figure" }, "Before"),
          el("th", { class: "to" }, unseen("to")),
          columnHead({ class: "figure" }, "Now"),
          columnHead({ class: "unit" }, "Cycles"),
          columnHead(null, "Loop"),
          columnHead(null, "Description"),
        ],
        changes.map(changeRow),
      ),
    el(
      "p",
      { class: "legend" },
      "Cycles are per iteration of the source loop if the number of source iterations is known, otherwise per iteration of the machine loop.",
    ),
  ];
}

function annotatedTable(title, rows, id) {
  return (
    rows.length > 0 &&
    section(
      id,
      title,
      "",
      el(
        "ul",
        { class: "plain-list" },
        rows.map((annotation) =>
          el(
            "li",
            null,
            el("span", { class: "mono" }, placeText(place(annotation.where))),
            " ",
            texts[annotation.reason] || annotation.status.replaceAll("_", " "),
          ),
        ),
      ),
    )
  );
}

const outsiders = () =>
  data.annotated.filter((annotation) => annotation.status !== "analysed").length + data.problems.length + data.notes.length;

function notesView() {
  const of = (status) => data.annotated.filter((annotation) => annotation.status === status);
  return [
    el("h1", null, "Notes"),
    annotatedTable("Annotated loops that are not in the machine code", of("vanished"), "vanished"),
    annotatedTable("Annotations that do not precede a loop", of("not_a_loop"), "not-a-loop"),
    data.problems.length > 0 &&
      section(
        "problems",
        "Input that could not be read",
        "",
        el(
          "ul",
          { class: "plain-list" },
          data.problems.map(([where, message]) =>
            el("li", null, el("span", { class: "mono" }, placeText(place(where))), " ", texts[message]),
          ),
        ),
      ),
    data.notes.length > 0 &&
      section(
        "notes",
        "About the whole report",
        "",
        el(
          "ul",
          { class: "plain-list" },
          data.notes.map((note) => el("li", null, legible(note))),
        ),
      ),
    outsiders() === 0 && el("p", { class: "message" }, "There are no notes."),
  ];
}
