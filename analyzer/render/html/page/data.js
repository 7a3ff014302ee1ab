// The report's data, and how its values are written. All figures come from the data; nothing here computes one.

const data = JSON.parse(document.getElementById("data").textContent);

// Text of the input may hold characters that would draw nothing or turn the text around them.
const odd = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const legible = (text) => text.replace(odd, (c) => (c < " " ? String.fromCharCode(0x2400 + c.charCodeAt(0)) : "\ufffd"));

const texts = data.texts.map(legible);
const fileOf = ([name, withheld], number) => ({ name: legible(name), withheld, number, excerpts: [] });
const files = data.files.map(fileOf);
const kinds = new Map(data.kinds.map(([name, phrase, limit]) => [name, { name, phrase, limit }]));

const severities = ["note", "warning", "error"];

const place = ([file, line, column]) => ({ file: files[file], line, column });
const known = (where) => where.line > 0;
/** A line that may be shown: debug information sometimes names a line of no file. */
const inFile = (where) => where.line > 0 && where.file.name !== "";
const placeText = (where) =>
  !known(where)
    ? where.file.name
    : (where.file.name ? where.file.name + ":" : "line ") + where.line + (where.column > 0 ? ":" + where.column : "");
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);

/** As the text form writes them: at least one place. */
const cyclesText = (n) => (n === null ? "?" : Number.isInteger(n) ? n.toFixed(1) : String(n));
const counted = (n, noun) => n.toLocaleString("en") + " " + noun + (n === 1 ? "" : "s");
const listed = (words) => (words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words[words.length - 1]);
const vectorText = (bits) => (bits > 0 ? bits + "-bit" : "none");

/** [name, kind, ...] and the like, as lists of tuples. */
function tuples(flat, size) {
  const out = [];
  for (let i = 0; i < flat.length; i += size) out.push(flat.slice(i, i + size));
  return out;
}

const wordsOf = ([message, fix, instructions, steps]) => ({
  message: texts[message],
  fix: texts[fix],
  instructions,
  steps: steps.map(([where, text]) => ({ where: place(where), text: texts[text] })),
});

/** In the words of the slowest loop, which is the first; `others`: numbers of loops that have words of their own. */
const findings = data.findings.map((raw, index) => ({
  index,
  rule: texts[raw.rule],
  severity: raw.severity,
  rank: severities.indexOf(raw.severity),
  ...wordsOf(data.lists[raw.words]),
  where: place(raw.where),
  loops: raw.loops,
  others: new Map(tuples(raw.others || [], 2)),
  suppressed: raw.suppressed || "",
  minor: raw.minor === true,
}));

const mnemonicOf = (text) => text.trim().split(" ", 1)[0];

/** What the index needs of a loop; `raw` has the rest, its details when they have been added. */
const loops = data.loops.map((raw, index) => ({
  raw,
  index,
  id: raw.id,
  file: files[raw.file],
  line: raw.line,
  fn: texts[raw.fn] || "(no function)",
  symbol: texts[raw.symbol],
  label: texts[raw.label],
  role: texts[raw.role],
  path: texts[raw.path],
  arch: texts[raw.arch],
  core: texts[raw.core],
  cycles: raw.cycles,
  each: raw.each === undefined ? null : raw.each,
  iterations: raw.iterations === undefined ? null : raw.iterations,
  bound: raw.bound,
  vector: raw.vector || 0,
  complete: raw.incomplete === undefined,
  annotated: raw.annotated === true,
  findings: [],
  change: null,
}));

/** The details of some loops, and the lines of their sources. */
function addDetails({ details, excerpts }) {
  for (const [index, raw] of details) {
    for (const name of ["figures", "totals", "bounds", "cp", "lcd", "edges", "memory", "roofline"])
      if (raw[name] !== undefined) raw[name] = data.lists[raw[name]];
    Object.assign(loops[index].raw, raw);
  }
  for (const [file, pieces] of excerpts) files[file].excerpts = pieces;
}
if (data.details) addDetails(data);

for (const finding of findings) for (const loop of finding.loops) if (loops[loop]) loops[loop].findings.push(finding);

/** Of the paths through a machine loop the slowest on each core: what a list of loops is about. */
const slowest = new Map();
const machineLoop = (loop) =>
  [loop.file.number, loop.line, loop.raw.column, loop.symbol, loop.role, loop.label, loop.arch].join("\u0000");
for (const loop of loops) {
  const held = slowest.get(machineLoop(loop));
  if (!held || held.cycles < loop.cycles) slowest.set(machineLoop(loop), loop);
}
for (const loop of loops) loop.isSlowest = slowest.get(machineLoop(loop)) === loop;

/** "path 2 of 8" without which branches that are. */
const shortPath = (loop) => loop.path.split(" (")[0].replace(" analysed", "");

const comparison = data.comparison || null;
const record = (raw) =>
  raw && {
    ...raw,
    each: raw.each === undefined ? null : raw.each,
    file: files[raw.file],
    fn: texts[raw.fn],
    role: texts[raw.role],
    arch: texts[raw.arch],
  };
const changes = (comparison ? comparison.changes : []).map((raw) => ({
  kind: raw.kind,
  before: record(raw.before),
  after: record(raw.after),
  loop: loops[raw.loop] || null,
  regression: raw.regression,
  message: texts[raw.message],
}));
for (const change of changes) if (change.loop) change.loop.change = change;

const loopById = new Map(loops.map((loop) => [loop.id, loop]));
const groups = new Map();
for (const loop of loops) {
  if (!groups.has(loop.raw.group)) groups.set(loop.raw.group, []);
  groups.get(loop.raw.group).push(loop);
}
const archs = [...new Set(loops.map((loop) => loop.arch))];

/** Worth a look first: regressions, then what findings say; other paths than the slowest come behind. */
function urgency(loop) {
  let worst = 0;
  let count = 0;
  for (const finding of loop.findings)
    if (!finding.suppressed && !finding.minor) {
      worst = Math.max(worst, finding.rank + 1);
      ++count;
    }
  const urgent = worst * 1e4 + Math.min(count, 9999);
  return (loop.change && loop.change.regression ? 1e6 : 0) + (loop.isSlowest ? urgent : urgent / 1e5);
}
for (const loop of loops) {
  loop.urgency = urgency(loop);
  loop.open = loop.findings.filter((finding) => !finding.suppressed);
}

/** Loops of the source, what matters most first; `loops`: their copies, paths and cores, the one that they are shown by first. */
const sources = data.sources.map(([members, share, trips, tripsText, iterations, rest], number) => ({
  number,
  loops: members.map((at) => loops[at]),
  share,
  trips,
  tripsText,
  iterations,
  rest: texts[rest],
}));
for (const source of sources) for (const loop of source.loops) loop.ofSource = source;
const sharesAreKnown = sources.some((source) => source.share);

/** What is found in one loop of the source by one rule is told once. */
const foldedFindings = data.folded.map(([first, source, others]) => ({
  finding: findings[first],
  source: sources[source] || null,
  others: others.map((at) => findings[at]),
}));

/** The instructions of a loop with their figures, decoded when somebody looks. */
function instructionsOf(loop) {
  return data.codes[loop.raw.code].map(([text, line, source, sites], index) => {
    const [latency, onPath, onCycle, flags, ports, notes, origin, figures] = data.figures[loop.raw.figures[index]];
    return {
      index,
      line,
      text: texts[text],
      mnemonic: mnemonicOf(texts[text]),
      places: [source, ...sites].map(place).filter(inFile),
      latency,
      onPath,
      onCycle,
      critical: (flags & 1) !== 0,
      carried: (flags & 2) !== 0,
      unknown: (flags & 4) !== 0,
      ports: new Map(tuples(ports, 2)),
      notes: notes.map((note) => texts[note]),
      origin: texts[origin],
      figures: texts[figures],
    };
  });
}

const chainOf = ([cycles, iterations, perIteration, links]) => ({
  cycles,
  iterations,
  perIteration,
  links: tuples(links, 4).map(([instruction, cost, via, flags]) => ({
    instruction,
    cycles: cost,
    via: texts[via],
    memory: (flags & 1) !== 0,
    crosses: (flags & 2) !== 0,
  })),
});

const edgesOf = (loop) =>
  tuples(loop.raw.edges, 6).map(([from, to, distance, cycles, via, flags]) => ({
    from,
    to,
    distance,
    cycles,
    via: texts[via],
    memory: (flags & 1) !== 0,
  }));

const portsOf = (loop) =>
  tuples(data.ports[loop.raw.ports], 2).map(([name, kind], index) => ({
    index,
    name: legible(name),
    kind,
    total: loop.raw.totals[index],
  }));

const boundsOf = (loop) => loop.raw.bounds.map(([kind, cycles, why]) => ({ kind, cycles, why: texts[why] }));

/** Null where the model does not know what lies behind the first-level cache. */
function memoryOf(loop) {
  const raw = loop.raw.memory;
  if (!raw) return null;
  const levels = raw.levels.map(([name, bytes, cycles, most, each, mostEach, read, written, bound, origin, source, atLeast], index) => ({
    index,
    name: texts[name],
    bytes,
    cycles,
    most,
    each,
    mostEach,
    read,
    written,
    bound: texts[bound],
    figures: texts[origin] + (texts[source] ? ": " + texts[source] : ""),
    atLeast: Boolean(atLeast),
    hasData: index === raw.dataIn,
  }));
  const streams = raw.streams.map(([array, use, step, lines, kind, instructions]) => ({
    array: texts[array],
    use: texts[use],
    step,
    lines,
    kind: texts[kind],
    instructions,
  }));
  return {
    levels,
    streams,
    conditions: raw.conditions.map((condition) => texts[condition]),
    lineBytes: raw.line,
    core: raw.core,
    boundFrom: levels[raw.boundFrom] || null,
    dataIn: levels[raw.dataIn] || null,
    dataWhy: texts[raw.dataWhy] || "",
  };
}
