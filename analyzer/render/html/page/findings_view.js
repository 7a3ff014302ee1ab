// Findings: what costs, where, and what to try.

function loopLink(loop, name) {
  return el("a", { href: "#" + encodeURIComponent(loop.id) }, name);
}

/** What is said of this loop: its own words where it has some, else those of the slowest loop, who says them. */
function saidOf(finding, loop) {
  if (loop && finding.others.has(loop.index)) return { ...wordsOf(data.lists[finding.others.get(loop.index)]), speaker: loop };
  return { ...finding, speaker: loops[finding.loops[0]] };
}

/** `loop`: the one whose page it is on; null in the list of all, where `alike` counts those that it also stands for. */
function findingCard(finding, loop, links, alike) {
  const rule = data.rules[finding.rule];
  const others = finding.loops.map((at) => loops[at]).filter((other) => other && other !== loop);
  const said = saidOf(finding, loop);
  const speaker = said.speaker;
  const speaksOf = loop && speaker === loop ? said.instructions : [];
  const card = el(
    "li",
    {
      class: "finding" + (finding.suppressed ? " suppressed" : "") + (finding.minor ? " minor" : ""),
      "data-severity": finding.severity,
    },
    el(
      "p",
      { class: "finding-head" },
      severityChip(finding.severity),
      known(finding.where) && el("span", { class: "where mono" }, placeText(finding.where)),
      loop &&
        speaker &&
        speaker.arch !== loop.arch &&
        el("span", { class: "tag", title: "These figures are for this core" }, "as on " + speaker.arch),
      el("span", { class: "rule" }, finding.rule),
      finding.minor && el("span", { class: "tag" }, "not on the slowest path"),
      finding.suppressed && el("span", { class: "tag" }, finding.suppressed),
    ),
    el("p", { class: "says" }, said.message, alike > 0 && el("span", { class: "faint" }, " (" + alike + " more in this loop)")),
    said.fix && el("p", { class: "fix" }, el("b", null, "Try: "), said.fix),
    (said.steps.length > 0 || rule) &&
      el(
        "details",
        null,
        el("summary", null, "Why" + (said.steps.length > 0 ? ", step by step" : "")),
        rule && el("p", null, legible(rule[1])),
        said.steps.length > 0 &&
          el(
            "ol",
            null,
            said.steps.map((step) =>
              el("li", null, known(step.where) && el("span", { class: "where mono" }, placeText(step.where)), " ", step.text),
            ),
          ),
      ),
    !loop &&
      others.length > 0 &&
      el(
        "p",
        { class: "in-loops" },
        others
          .slice(0, 8)
          .map((other, at) => [
            at > 0 && " · ",
            loopLink(other, other.fn + (other.role ? ", " + other.role : "") + (archs.length > 1 ? " on " + other.arch : "")),
            " ",
            el("span", { class: "faint" }, cyclesText(other.cycles) + " cycles"),
          ]),
        others.length > 8 && " · and " + (others.length - 8) + " more",
      ),
    loop &&
      others.some((other) => other.raw.group !== loop.raw.group) &&
      el(
        "p",
        { class: "in-loops" },
        "Also in ",
        counted(others.filter((other) => other.raw.group !== loop.raw.group).length, "other loop"),
      ),
  );
  if (links && (speaksOf.length > 0 || known(finding.where))) {
    const key = Links.key(finding.where);
    links.watch(card, () => [
      speaksOf.length > 0 ? speaksOf : links.ofLine.has(key) ? links.ofLine.get(key).instructions : [],
      [key],
    ]);
  }
  return card;
}

const byWeight = (a, b) => (a.minor ? 1 : 0) - (b.minor ? 1 : 0) || b.rank - a.rank || a.index - b.index;

/** Open ones first; what is suppressed is folded away. */
function findingList(all, loop, links) {
  const open = all.filter((finding) => !finding.suppressed).sort(byWeight);
  const suppressed = all.filter((finding) => finding.suppressed).sort(byWeight);
  return [
    open.length > 0 &&
      el(
        "ul",
        { class: "findings" },
        open.map((finding) => findingCard(finding, loop, links)),
      ),
    suppressed.length > 0 &&
      el(
        "details",
        { class: "folded" },
        el("summary", null, counted(suppressed.length, "suppressed finding")),
        el(
          "ul",
          { class: "findings" },
          suppressed.map((finding) => findingCard(finding, loop, links)),
        ),
      ),
  ];
}

const findingsAtFirst = 200;

function foldedList(list, noun, rest) {
  return (
    list.length > 0 &&
    el(
      "details",
      { class: "folded" },
      el("summary", null, counted(list.length, noun) + rest),
      el(
        "ul",
        { class: "findings" },
        list.map((finding) => findingCard(finding, null, null, 0)),
      ),
    )
  );
}

function findingsView() {
  const box = el("div");
  const chosen = new Set();
  const rules = [...new Set(foldedFindings.map(({ finding }) => finding.rule))]
    .map((rule) => [rule, foldedFindings.filter(({ finding }) => finding.rule === rule).length])
    .sort((a, b) => b[1] - a[1]);
  const isChosen = (finding) => chosen.size === 0 || chosen.has(finding.rule);
  const draw = (limit) => {
    const shown = foldedFindings.filter(({ finding }) => isChosen(finding));
    const aside = findings.filter((finding) => isChosen(finding) && (finding.suppressed || finding.minor));
    const more =
      shown.length > limit &&
      el(
        "button",
        { type: "button", class: "plain", click: () => draw(shown.length) },
        "Show all " + shown.length.toLocaleString("en"),
      );
    box.replaceChildren(
      ...[
        shown.length > 0 &&
          el(
            "ul",
            { class: "findings" },
            shown.slice(0, limit).map(({ finding, others }) => findingCard(finding, null, null, others.length)),
          ),
        more,
        foldedList(aside.filter((finding) => finding.minor && !finding.suppressed).slice(0, limit), "finding", " on other paths"),
        foldedList(aside.filter((finding) => finding.suppressed).slice(0, limit), "suppressed finding", ""),
        shown.length + aside.length === 0 && el("p", { class: "message" }, "There are no findings."),
      ]
        .flat()
        .filter(Boolean),
    );
  };
  draw(findingsAtFirst);
  const toggles = rules.map(([rule, count]) => {
    const button = el(
      "button",
      {
        type: "button",
        class: "toggle",
        "aria-pressed": "false",
        title: data.rules[rule] ? legible(data.rules[rule][0]) : null,
        click: () => {
          if (!chosen.delete(rule)) chosen.add(rule);
          button.setAttribute("aria-pressed", chosen.has(rule));
          draw(findingsAtFirst);
        },
      },
      rule.replace(/^osaca-/, ""),
      el("span", { class: "count" }, count.toLocaleString("en")),
    );
    return button;
  });
  return [
    el("h1", null, "Findings"),
    toggles.length > 0 &&
      el(
        "div",
        { class: "facets" },
        el("div", { class: "facet", role: "group", "aria-label": "Rule" }, el("span", { class: "facet-name" }, "Rule"), toggles),
      ),
    box,
  ];
}
