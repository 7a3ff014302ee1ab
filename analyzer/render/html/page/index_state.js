// Which loops the index shows and in which order. Kept in the address, so that a filtered list can be sent to somebody.

const columns = {
  urgency: { of: (loop) => loop.urgency, first: "down" },
  change: {
    of: (loop) => (!loop.change ? 9 : loop.change.regression ? 0 : 1 + Object.keys(changeSigns).indexOf(loop.change.kind)),
    first: "up",
  },
  cycles: { of: (loop) => loop.cycles, first: "down" },
  each: { of: (loop) => loop.each, first: "down" },
  bound: { of: (loop) => boundNames[loop.bound], first: "up" },
  loop: { of: (loop) => loop.fn, first: "up" },
  place: { of: (loop) => loop.index, first: "up" },
  arch: { of: (loop) => loop.arch, first: "up" },
  vector: { of: (loop) => loop.vector, first: "up" },
};

const filterDefaults = () => ({
  text: "",
  file: "",
  fn: "",
  bounds: new Set(),
  archs: new Set(),
  only: new Set(),
  sort: "urgency",
  direction: "down",
});

const index = { ...filterDefaults(), rows: [], current: 0, scroll: 0, focusRow: false };

const onlyKinds = {
  findings: { name: "with findings", holds: (loop) => loop.open.some((finding) => !finding.minor) },
  slowest: { name: "slowest paths", holds: (loop) => loop.isSlowest },
  annotated: { name: "annotated", holds: (loop) => loop.annotated },
  changed: { name: "changed", holds: (loop) => loop.change !== null },
  regressions: { name: "regressions", holds: (loop) => loop.change !== null && loop.change.regression },
};

for (const loop of loops) {
  const mnemonics = new Set(data.codes[loop.raw.code].map(([text]) => mnemonicOf(texts[text])));
  loop.fnLower = (loop.fn + " " + loop.symbol).toLowerCase();
  loop.fileLower = loop.file.name.toLowerCase();
  loop.haystack = [
    loop.fnLower,
    loop.fileLower + ":" + loop.line,
    loop.label,
    loop.role,
    loop.path,
    loop.arch,
    boundNames[loop.bound],
    loop.id,
    ...loop.findings.map((finding) => finding.rule),
    ...mnemonics,
  ]
    .join(" ")
    .toLowerCase();
}

/** `except`: a filter that is left out, to count what it would leave. */
function passes(loop, words, file, fn, except) {
  return (
    (except === "bounds" || index.bounds.size === 0 || index.bounds.has(loop.bound)) &&
    (except === "archs" || index.archs.size === 0 || index.archs.has(loop.arch)) &&
    loop.fileLower.includes(file) &&
    loop.fnLower.includes(fn) &&
    words.every((word) => loop.haystack.includes(word)) &&
    [...index.only].every((only) => onlyKinds[only].holds(loop))
  );
}

function filterWords() {
  return [index.text.toLowerCase().split(/\s+/).filter(Boolean), index.file.toLowerCase().trim(), index.fn.toLowerCase().trim()];
}

let ordered = { by: "", loops: [] }; // all loops in the order that was asked for last: filters keep it

function orderedLoops() {
  const by = index.direction + index.sort;
  if (ordered.by === by) return ordered.loops;
  const sign = index.direction === "down" ? -1 : 1;
  const compare = ([a, x], [b, y]) => {
    if (x === y) return a.index - b.index;
    if (x === null || y === null)
      // what is not known comes last, whatever the direction
      return x === null ? 1 : -1;
    return sign * (x < y ? -1 : 1);
  };
  const keyed = loops.map((loop) => [loop, columns[index.sort].of(loop)]).sort(compare);
  ordered = { by, loops: keyed.map(([loop]) => loop) };
  return ordered.loops;
}

function refreshRows() {
  const words = filterWords();
  index.rows = orderedLoops().filter((loop) => passes(loop, ...words));
  index.current = Math.max(0, Math.min(index.current, index.rows.length - 1));
}

/** How many loops each value of a facet would leave, the other filters being as they are. */
function facetCounts(facet, valueOf) {
  const words = filterWords();
  const counts = new Map();
  for (const loop of loops) if (passes(loop, ...words, facet)) counts.set(valueOf(loop), (counts.get(valueOf(loop)) || 0) + 1);
  return counts;
}

const isFiltered = () =>
  index.text !== "" || index.file !== "" || index.fn !== "" || index.bounds.size + index.archs.size + index.only.size > 0;

function indexAddress() {
  const query = new URLSearchParams();
  for (const [name, value] of [
    ["q", index.text],
    ["file", index.file],
    ["function", index.fn],
  ])
    if (value) query.set(name, value);
  for (const [name, values] of [
    ["bound", index.bounds],
    ["arch", index.archs],
    ["only", index.only],
  ])
    for (const value of values) query.append(name, value);
  if (index.sort !== "urgency") query.set("sort", (index.direction === "down" ? "-" : "") + index.sort);
  const text = query.toString();
  return "#/loops" + (text ? "?" + text : "");
}

function readIndexAddress(text) {
  const query = new URLSearchParams(text);
  Object.assign(index, filterDefaults());
  index.text = query.get("q") || "";
  index.file = query.get("file") || "";
  index.fn = query.get("function") || "";
  index.bounds = new Set(query.getAll("bound").filter((kind) => kinds.has(kind)));
  index.archs = new Set(query.getAll("arch").filter((arch) => archs.includes(arch)));
  index.only = new Set(query.getAll("only").filter((only) => Object.hasOwn(onlyKinds, only)));
  const sort = query.get("sort") || "";
  const name = sort.replace(/^-/, "");
  if (Object.hasOwn(columns, name)) {
    index.sort = name;
    index.direction = sort.startsWith("-") ? "down" : "up";
  }
}
