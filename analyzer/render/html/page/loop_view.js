// The page of one loop: how long, bound by what, why, what to try; then the code, the graph, the timeline.

function differenceOf(loop) {
  if (loop.raw.difference === undefined) return "";
  const causes = texts[loop.raw.difference];
  return causes ? "; possible reasons for the difference: " + causes : ", as predicted";
}

function navigation(loop) {
  const at = index.rows.indexOf(loop);
  const step = (to, words, key, sign) => {
    const target = at < 0 ? null : index.rows[to];
    return el(
      "button",
      {
        type: "button",
        class: "plain",
        disabled: !target,
        "data-step": to - at,
        title: words + " loop in the list (" + key + ")",
        click: () => openInstead(target),
      },
      sign,
      el("span", { class: "wide-only" }, words),
    );
  };
  return el(
    "nav",
    { class: "steps", "aria-label": "Loops" },
    el("a", { href: indexAddress(), title: "Back to the list (Esc)" }, "← All loops"),
    at >= 0 &&
      el(
        "span",
        { class: "position" },
        (at + 1).toLocaleString("en") + " of " + index.rows.length.toLocaleString("en") + (isFiltered() ? " (filtered)" : ""),
      ),
    step(at - 1, "Previous", "k", "↑ "),
    step(at + 1, "Next", "j", "↓ "),
  );
}

function heading(loop) {
  const where = (loop.file.name ? loop.file.name + ":" : "line ") + loop.line + (loop.raw.column > 0 ? ":" + loop.raw.column : "");
  return el(
    "div",
    { class: "heading" },
    el("h1", { tabindex: "-1", id: "loop-title" }, el("span", { class: "mono" }, loop.fn)),
    el(
      "p",
      { class: "sub" },
      el("span", { class: "mono" }, where),
      loop.label && el("span", null, "label ", el("span", { class: "mono" }, loop.label)),
      loop.role && el("span", { class: "tag" }, loop.role),
      loop.path && el("span", { class: "tag path" }, loop.path),
      loop.annotated && el("span", { class: "tag" }, "annotated"),
      el("span", null, "on ", el("b", null, loop.core || loop.arch), loop.core && " (" + loop.arch + ")"),
      memoryTags(loop),
      loop.change && changeChip(loop.change),
    ),
  );
}

/** In the words of the finding about the bound; else "5.0 of 5.0 cycles: DIV", of a chain also what is on it. */
function reasonOf(loop, bound, instructions) {
  const said = loop.raw.reason === undefined ? "" : texts[loop.raw.reason];
  if (said && said !== bound.why) return said;
  if (bound.kind !== "lcd" || loop.raw.lcd.length === 0)
    return cyclesText(bound.cycles) + " of " + cyclesText(loop.cycles) + " cycles" + (bound.why ? ": " + bound.why : "");
  const chain = chainOf(loop.raw.lcd[0]);
  const steps = chain.links
    .slice(0, 6)
    .map((link) => instructions[link.instruction].mnemonic + (link.via ? " (" + link.via + ")" : ""));
  return bound.why + ": " + steps.join(" → ") + (chain.links.length > steps.length ? " → …" : "");
}

/** On a core that executes in program order: which instructions wait, and for what. */
function stallList(stalls) {
  if (stalls.length === 0) return null;
  const rows = [];
  for (let at = 0; at + 1 < stalls.length; at += 2) rows.push(el("li", null, el("b", null, cyclesText(stalls[at])), " " + texts[stalls[at + 1]]));
  return el("div", { class: "waiting" }, "Stalls in program order, in cycles per iteration:", el("ul", null, rows));
}

function answer(loop, instructions) {
  const kind = kinds.get(loop.bound);
  const bound = boundsOf(loop).find((held) => held.kind === loop.bound);
  const perSource = loop.each !== null && loop.iterations !== 1;
  const unknown = loop.raw.incomplete || 0;
  return el(
    "div",
    { class: "answer card" },
    el(
      "p",
      { class: "big" },
      !loop.complete && el("span", { class: "at-least" }, "at least "),
      el("b", null, cyclesText(loop.cycles)),
      el("span", { class: "unit" }, " cycles per iteration"),
    ),
    perSource &&
      el(
        "p",
        { class: "second" },
        el("b", null, cyclesText(loop.each)),
        " cycles per source iteration",
        el("span", { class: "faint" }, " (" + counted(loop.iterations, "source iteration") + " each)"),
      ),
    loop.iterations === 1 && el("p", { class: "second faint" }, "one iteration of the machine code does one source iteration"),
    loop.iterations === 0 && el("p", { class: "second faint" }, "number of source iterations unknown"),
    el(
      "p",
      { class: "bound-by" },
      loop.raw.unknownBound ? "bound unknown; the largest known bound is " : "bound by ",
      boundChip(loop.bound),
      el("span", { class: "faint" }, " " + kind.limit),
      bound && el("span", { class: "why" }, reasonOf(loop, bound, instructions)),
    ),
    loop.raw.straight &&
      el(
        "p",
        { class: "place" },
        "The code has no branch to its beginning. The prediction is for repeated execution of the code, without a loop branch.",
      ),
    loop.raw.range !== undefined && el("p", { class: "place" }, "Cycles per iteration: " + texts[loop.raw.range] + "."),
    loop.raw.runs !== undefined && el("p", { class: "place" }, "Runs: " + texts[loop.raw.runs] + "."),
    loop.raw.arrays !== undefined && el("p", { class: "place" }, "Arrays: " + texts[loop.raw.arrays] + "."),
    loop.raw.place !== undefined && el("p", { class: "place" }, "Code alignment: " + texts[loop.raw.place] + "."),
    loop.raw.measured !== undefined &&
      el(
        "p",
        { class: "measured" },
        "Measured: " + cyclesText(loop.raw.measured) + " cycles per iteration" + differenceOf(loop) + ".",
      ),
    loop.raw.waiting !== undefined &&
      el("p", { class: "waiting" }, "The prediction is the bound" + texts[loop.raw.waiting] + ", according to the simulation."),
    loop.raw.stalls !== undefined && stallList(data.lists[loop.raw.stalls]),
    loop.change && el("p", { class: "changed" }, changeChip(loop.change), " ", loop.change.message),
    !loop.complete &&
      el(
        "p",
        { class: "waiting" },
        unknown > 0
          ? "A lower bound: " + counted(unknown, "instruction") + (unknown === 1 ? " has" : " have") + " no figures."
          : lowerBoundOfMemory(loop) ||
            (loop.raw.inOrder && "A lower bound: the loop is too long to be simulated in program order.") ||
            "A lower bound: calls, or values on the x87 stack, are not modelled.",
      ),
    loop.raw.coreNotes.length > 0 && el("p", { class: "waiting" }, loop.raw.coreNotes.map((note) => texts[note]).join(" ")),
  );
}

/** Bounds that one of them has: of the memory only with data there. */
const kindsOf = (some) => [...kinds.keys()].filter((kind) => some.some((loop) => loop.raw.bounds.some((held) => held[0] === kind)));

/** The same machine loop on all cores that there are figures for. */
function sideBySide(loop) {
  const same = groups
    .get(loop.raw.group)
    .slice()
    .sort((a, b) => (a.arch < b.arch ? -1 : 1));
  if (same.length < 2) return null;
  const scale = Math.max(...same.map(largestFigure));
  const cell = (other, kind) => {
    const bound = other.raw.bounds.find((held) => held[0] === kind);
    if (!bound) return el("td", null, "–");
    const bar = el("span", { class: "bar", "data-bound": kind });
    bar.style.width = (scale > 0 ? (100 * bound[1]) / scale : 0) + "%";
    const wins = other.bound === kind;
    return el(
      "td",
      { class: wins ? "winner" : null },
      el("span", { class: "track", "aria-hidden": "true" }, bar),
      el(
        "span",
        { class: "value" },
        wins && el("span", { class: "crown", "aria-hidden": "true" }, "▸"),
        cyclesText(bound[1]),
        wins && unseen(" limits the loop"),
      ),
    );
  };
  const row = (name, valueOf) =>
    el(
      "tr",
      null,
      el("th", { scope: "row" }, name),
      same.map((other) => valueOf(other)),
    );
  const plain = (value) => el("td", null, el("span", { class: "value" }, value));
  return section(
    "cores",
    "Core by core",
    "",
    scrollingTable(
      { class: "cores" },
      null,
      [
        columnHead(null, "Cycles per iteration"),
        same.map((other) =>
          columnHead(
            { class: other === loop ? "here" : null },
            other === loop ? el("span", { "aria-current": "true" }, other.arch) : loopLink(other, other.arch),
            el("span", { class: "core-name" }, other.core),
          ),
        ),
      ],
      [
        row("predicted", (other) => el("td", { class: "total" }, el("b", null, atLeast(other) + cyclesText(other.cycles)))),
        same.some((other) => other.each !== null && other.iterations !== 1) &&
          row("per source iteration", (other) => plain(other.each === null ? "–" : cyclesText(other.each))),
        kindsOf(same).map((kind) =>
          row([el("span", { class: "sign", "aria-hidden": "true" }, boundSigns[kind]), boundNames[kind]], (other) => cell(other, kind)),
        ),
        same.some((other) => other.raw.simulated !== undefined) &&
          row("simulated", (other) => plain(other.raw.simulated === undefined ? "–" : cyclesText(other.raw.simulated))),
        row("critical path", (other) => plain(cyclesText(other.raw.cp[0]))),
      ],
    ),
  );
}

/** Other paths and copies of the same statement in the same function. */
function relatives(loop) {
  const near = loops
    .filter(
      (other) =>
        other !== loop &&
        other.arch === loop.arch &&
        other.symbol === loop.symbol &&
        other.file === loop.file &&
        other.line === loop.line,
    )
    .slice(0, 12);
  return (
    near.length > 0 &&
    el(
      "p",
      { class: "relatives" },
      "Same statement: ",
      near.map((other, at) => [
        at > 0 && " · ",
        loopLink(other, [other.role || other.label, shortPath(other)].filter(Boolean).join(", ") || other.id),
        el("span", { class: "faint" }, " " + cyclesText(other.cycles)),
      ]),
    )
  );
}

function origins(loop, instructions) {
  const counts = new Map();
  for (const instruction of instructions) {
    const key = instruction.origin + (instruction.figures ? ": " + instruction.figures : "");
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  const objects = loop.raw.objects.map((object) => texts[object]);
  const input = place(loop.raw.input);
  return section(
    "origin",
    "Origin of the figures",
    "",
    el(
      "dl",
      { class: "facts" },
      el("dt", null, "Figures"),
      el(
        "dd",
        null,
        el(
          "ul",
          null,
          [...counts]
            .sort((a, b) => b[1] - a[1])
            .map(([words, count]) => el("li", null, counted(count, "instruction"), " ", el("span", { class: "faint" }, words))),
        ),
      ),
      objects.length > 0 && [
        el("dt", null, objects.length === 1 ? "Object" : "Objects"),
        el(
          "dd",
          { class: "mono" },
          objects.slice(0, 20).join(", "),
          objects.length > 20 && " and " + (objects.length - 20) + " more",
        ),
      ],
      (input.file.name || known(input)) && [el("dt", null, "Assembly"), el("dd", { class: "mono" }, placeText(input))],
      loop.symbol && loop.symbol !== loop.fn && [el("dt", null, "Symbol"), el("dd", { class: "mono" }, loop.symbol)],
      el("dt", null, "Widest vectors"),
      el("dd", null, vectorText(loop.vector)),
      el("dt", null, "Link"),
      el("dd", { class: "mono" }, "#" + loop.id),
    ),
  );
}

function loopView(loop) {
  const instructions = instructionsOf(loop);
  const links = new Links(instructions);
  const found = findingList(loop.findings, loop, links).filter(Boolean);
  return [
    navigation(loop),
    heading(loop),
    el(
      "div",
      { class: "overview" },
      el(
        "div",
        null,
        answer(loop, instructions),
        el(
          "section",
          { class: "part", id: "try", "aria-label": "Findings" },
          el("h2", null, "What to try"),
          found.length > 0 ? found : el("p", { class: "faint" }, "There are no findings for this loop."),
        ),
      ),
      el(
        "div",
        null,
        el(
          "section",
          { class: "card", id: "bounds", "aria-label": "Bounds" },
          el("h2", null, "Bounds ", el("span", { class: "remark" }, "cycles per iteration")),
          boundBars(loop, largestFigure(loop)),
        ),
        sideBySide(loop),
        relatives(loop),
      ),
    ),
    codeSection(loop, instructions, links),
    memorySection(loop, links),
    rooflineSection(loop),
    graphSection(loop, instructions, links),
    timelineSection(loop, instructions, links),
    origins(loop, instructions),
  ].filter(Boolean);
}
