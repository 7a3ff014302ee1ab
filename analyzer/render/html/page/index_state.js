// Which loops the index shows and in which order. Kept in the address, so that a filtered list can be sent to somebody.
// A row is a loop of the source: `face` is what it is shown by, the first of its `members` that pass the filters.

const changeOf = (row) =>
  row.members.map((loop) => loop.change).reduce((a, b) => (!a || (b && b.regression && !a.regression) ? b : a), null);

const columns = {
  weight: { of: (row) => row.source.number, first: "up" },
  trips: { of: (row) => row.source.trips, first: "down" },
  urgency: { of: (row) => Math.max(...row.members.map((loop) => loop.urgency)), first: "down" },
  change: {
    of: (row) => {
      const change = changeOf(row);
      return !change ? 9 : change.regression ? 0 : 1 + Object.keys(changeSigns).indexOf(change.kind);
    },
    first: "up",
  },
  cycles: { of: (row) => row.face.cycles, first: "down" },
  measured: { of: (row) => row.face.raw.measured ?? null, first: "down" },
  each: { of: (row) => row.face.each, first: "down" },
  bound: { of: (row) => boundNames[row.face.bound], first: "up" },
  loop: { of: (row) => row.face.fn, first: "up" },
  place: { of: (row) => row.face.index, first: "up" },
  arch: { of: (row) => row.face.arch, first: "up" },
  vector: { of: (row) => row.face.vector, first: "up" },
};

const filterDefaults = () => ({
  text: "",
  file: "",
  fn: "",
  bounds: new Set(),
  archs: new Set(),
  only: new Set(),
  sort: "weight",
  direction: "up",
});

/** `rows`: the loops that have a line, those of unfolded rows too; `rowOf`: the row that each belongs to. */
const index = { ...filterDefaults(), found: [], rows: [], rowOf: [], unfolded: new Set(), current: 0, scroll: 0, focusRow: false };

const onlyKinds = {
  findings: { name: "with findings", holds: (loop) => loop.open.some((finding) => !finding.minor) },
  slowest: { name: "slowest paths", holds: (loop) => loop.isSlowest },
  annotated: { name: "annotated", holds: (loop) => loop.annotated },
  changed: { name: "changed", holds: (loop) => loop.change !== null },
  regressions: { name: "regressions", holds: (loop) => loop.change !== null && loop.change.regression },
};

for (const loop of loops) {
  const mnemonics =
    loop.raw.opcodes === undefined
      ? new Set(data.codes[loop.raw.code].map(([text]) => mnemonicOf(texts[text])))
      : [texts[loop.raw.opcodes]];
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

function inOrder(rows) {
  const sign = index.direction === "down" ? -1 : 1;
  const compare = ([a, x], [b, y]) => {
    if (x === y) return a.source.number - b.source.number;
    if (x === null || y === null)
      // what is not known comes last, whatever the direction
      return x === null ? 1 : -1;
    return sign * (x < y ? -1 : 1);
  };
  return rows
    .map((row) => [row, columns[index.sort].of(row)])
    .sort(compare)
    .map(([row]) => row);
}

/** Which loops have a line: those of a row that is unfolded have one each. */
function layOut() {
  index.rows = [];
  index.rowOf = [];
  for (const row of index.found) {
    const shown = index.unfolded.has(row.source.number) ? row.members : [row.face];
    for (const loop of shown) {
      index.rows.push(loop);
      index.rowOf.push(row);
    }
  }
  index.current = Math.max(0, Math.min(index.current, index.rows.length - 1));
}

function refreshRows() {
  const words = filterWords();
  const found = [];
  for (const source of sources) {
    const members = source.loops.filter((loop) => passes(loop, ...words));
    if (members.length > 0) found.push({ source, members, face: members[0] });
  }
  index.found = inOrder(found);
  layOut();
}

/** How many rows each value of a facet would leave, the other filters being as they are. */
function facetCounts(facet, valueOf) {
  const words = filterWords();
  const counts = new Map();
  for (const source of sources) {
    const values = new Set(source.loops.filter((loop) => passes(loop, ...words, facet)).map(valueOf));
    for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  }
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
  if (index.sort !== "weight" || index.direction !== "up") query.set("sort", (index.direction === "down" ? "-" : "") + index.sort);
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
