// How bounds, changes and findings look: always a sign and words, colour comes on top.

const boundSigns = { ports: "≡", divider: "÷", front_end: "→", stores: "↓", lcd: "↻", memory: "▤" };
const boundNames = {
  ports: "ports",
  divider: "divider",
  front_end: "front end",
  stores: "stores",
  lcd: "loop-carried",
  memory: "memory",
};
const changeSigns = {
  slower: "▲",
  faster: "▼",
  appeared: "+",
  vanished: "−",
  lost_vectorisation: "▲",
  gained_vectorisation: "▼",
  bound_changed: "≠",
  data_moved: "≠",
};
const changeNames = {
  slower: "slower",
  faster: "faster",
  appeared: "new",
  vanished: "gone",
  lost_vectorisation: "lost vectorisation",
  gained_vectorisation: "gained vectorisation",
  bound_changed: "changed bound",
  data_moved: "changed data level",
};
const severitySigns = { error: "✖", warning: "▲", note: "●" };

const boundChip = (kind) =>
  el(
    "span",
    { class: "chip bound", "data-bound": kind },
    el("span", { class: "sign", "aria-hidden": "true" }, boundSigns[kind] || "?"),
    boundNames[kind] || kind,
  );

const changeChip = (change) =>
  el(
    "span",
    { class: "chip change", "data-change": change.regression ? "regression" : change.kind, title: change.message },
    el("span", { class: "sign", "aria-hidden": "true" }, changeSigns[change.kind]),
    changeNames[change.kind],
    change.regression && unseen(", a regression"),
  );

const severityChip = (severity) =>
  el(
    "span",
    { class: "severity", "data-severity": severity },
    el("span", { class: "sign", "aria-hidden": "true" }, severitySigns[severity]),
    severity,
  );

/** "▲ 1 ● 3", and in words for who does not see the signs. */
function findingCounts(open) {
  const parts = [];
  const words = [];
  for (const severity of ["error", "warning", "note"]) {
    const count = open.filter((finding) => finding.severity === severity).length;
    if (count === 0) continue;
    parts.push(el("span", { class: "severity", "data-severity": severity }, severitySigns[severity] + "\u2009" + count));
    words.push(counted(count, severity));
  }
  return el(
    "span",
    { class: "counts", title: words.join(", ") },
    el("span", { "aria-hidden": "true" }, parts),
    unseen(words.join(", ") || "none"),
  );
}

const atLeast = (loop) => (loop.complete ? "" : "≥\u2009");

/** The bounds of a loop as bars on one scale. */
function boundBars(loop, scale) {
  const bounds = boundsOf(loop);
  const width = (cycles) => (scale > 0 ? Math.min(100, Math.max(0, (100 * cycles) / scale)) : 0) + "%";
  const rows = bounds.map((bound) => {
    const wins = bound.kind === loop.bound;
    const bar = el("span", { class: "bar", "data-bound": bound.kind });
    bar.style.width = width(bound.cycles);
    return el(
      "li",
      { class: wins ? "winner" : null },
      el(
        "span",
        { class: "bar-name" },
        el("span", { class: "sign", "aria-hidden": "true" }, boundSigns[bound.kind]),
        boundNames[bound.kind],
      ),
      el("span", { class: "track", "aria-hidden": "true" }, bar),
      el("span", { class: "bar-value" }, cyclesText(bound.cycles)),
      el(
        "span",
        { class: "bar-why" },
        wins && el("strong", null, loop.raw.simulated === undefined ? "limits the loop" : "largest bound"),
        wins && bound.why && ": ",
        bound.why,
      ),
    );
  });
  if (loop.raw.simulated !== undefined) {
    const bar = el("span", { class: "bar simulated" });
    bar.style.width = width(loop.raw.simulated);
    rows.push(
      el(
        "li",
        { class: "winner" },
        el("span", { class: "bar-name" }, el("span", { class: "sign", "aria-hidden": "true" }, "▶"), "simulated"),
        el("span", { class: "track", "aria-hidden": "true" }, bar),
        el("span", { class: "bar-value" }, cyclesText(loop.raw.simulated)),
        el(
          "span",
          { class: "bar-why" },
          el("strong", null, "predicted"),
          ": longer than every bound, because " +
            (loop.raw.stalls === undefined ? "uops wait in schedulers" : "an instruction that waits delays all later ones"),
        ),
      ),
    );
  }
  return el("ul", { class: "bars" }, rows);
}

const largestFigure = (loop) => Math.max(loop.cycles, loop.raw.simulated || 0, ...loop.raw.bounds.map((bound) => bound[1]));
