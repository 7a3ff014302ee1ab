// Where a loop's data may be: what an iteration takes from there, which arrays it walks, which rows have to stay in a cache.

const inBinary = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** "48 KiB" */
function bytesText(bytes) {
  const unit = Math.min(inBinary.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return Number((bytes / 1024 ** unit).toFixed(1)) + "\u00a0" + inBinary[unit];
}

const rangeText = (least, most) => cyclesText(least) + (most === null ? "" : " to " + cyclesText(most));

function boundFromText(memory) {
  if (memory.boundFrom.index === 0) return "memory-bound at every level";
  const isLast = memory.boundFrom.index + 1 === memory.levels.length;
  return "memory-bound in " + memory.boundFrom.name + (isLast ? "" : " or farther");
}

/** For the heading of a loop. */
function memoryTags(loop) {
  const memory = memoryOf(loop);
  return (
    memory && [
      memory.dataIn && el("span", { class: "tag" }, "data in " + memory.dataIn.name),
      memory.boundFrom && el("span", { class: "tag memory" }, boundFromText(memory)),
    ]
  );
}

function memorySentence(memory) {
  if (memory.dataIn) return "The prediction is for data in " + memory.dataIn.name + ", " + memory.dataWhy + ".";
  const [first, ...further] = memory.levels;
  if (further.length === 0) return "";
  const start = "The prediction is for data in " + first.name + "; ";
  if (memory.boundFrom) return start + "the loop is " + boundFromText(memory) + ".";
  const unknown = memory.streams.filter((stream) => stream.lines === null).length;
  if (unknown === 0)
    return start + (further[further.length - 1].atLeast
      ? "the cost of data in farther levels is unknown, because the model has no figures for accesses of this kind."
      : "data in farther levels make little difference.");
  const words = unknown === 1 ? " stream has an unknown access pattern." : " streams have unknown access patterns.";
  return start + "the cost of data in farther levels is unknown, because " + unknown + words;
}

/** Why the prediction is a lower bound, if it is for data in a level of which only a range is known; else empty. */
function lowerBoundOfMemory(loop) {
  const memory = memoryOf(loop);
  if (!memory || !memory.dataIn) return "";
  if (memory.dataIn.atLeast)
    return memory.streams.some((stream) => stream.lines === null)
      ? "A lower bound: some streams have unknown access patterns, and their lines are not counted."
      : "A lower bound: the model has no figures for some of the accesses with data in this level.";
  if (memory.dataIn.most === null) return "";
  return "A lower bound: it is unknown whether the transfer times of the levels add up or overlap. At most " + cyclesText(memory.dataIn.most) + ".";
}

const figureHead = (text) => columnHead({ class: "figure" }, text);
const figureCell = (...text) => el("td", { class: "figure" }, ...text);
const dash = (words) => [el("span", { class: "faint", "aria-hidden": "true" }, "–"), unseen(words)];

function levelRow(level, memory, perSource) {
  const sized = level.bytes > 0 ? bytesText(level.bytes) : dash(level.index + 1 === memory.levels.length ? "no limit" : "unknown");
  return el(
    "tr",
    { class: level.hasData ? "has-data" : null },
    el(
      "th",
      { scope: "row" },
      level.hasData && el("span", { class: "crown", "aria-hidden": "true" }, "▸"),
      level.name,
      level.hasData && unseen(" has the data"),
    ),
    figureCell(sized),
    figureCell(level.atLeast && "at least ", el("b", null, rangeText(level.cycles, level.atLeast ? null : level.most))),
    perSource && figureCell(level.each === null ? dash("unknown") : rangeText(level.each, level.mostEach)),
    level.index === 0 ? figureCell(dash("none")) : figureCell(cyclesText(level.read)),
    level.index === 0 ? figureCell(dash("none")) : figureCell(cyclesText(level.written)),
    el("td", null, level.bound),
  );
}

function levelsTable(memory) {
  const perSource = memory.levels.some((level) => level.each !== null);
  return scrollingTable(
    { class: "plain-table levels" },
    "Cycles per iteration by the level that holds the data",
    [
      columnHead(null, "From"),
      figureHead("Up to"),
      figureHead("Cycles"),
      perSource && figureHead("per source it."),
      figureHead("Lines read"),
      figureHead("written"),
      columnHead(null, "Bound by"),
    ],
    memory.levels.map((level) => levelRow(level, memory, perSource)),
  );
}

/** Each row lights the stream's instructions. */
function streamsTable(memory, links) {
  if (memory.streams.length === 0) return null;
  const rows = memory.streams.map((stream) =>
    el(
      "tr",
      null,
      el("th", { scope: "row", class: "mono" }, stream.array),
      el("td", null, stream.use),
      figureCell(stream.step === null ? "?" : String(stream.step)),
      figureCell(stream.lines === null ? "?" : cyclesText(stream.lines)),
      el("td", null, stream.kind),
    ),
  );
  rows.forEach((row, at) => links.watch(row, () => [memory.streams[at].instructions, []]));
  roving(rows);
  return scrollingTable(
    { class: "plain-table streams" },
    "Arrays that the loop accesses",
    [columnHead(null, "Stream"), columnHead(null, "Use"), figureHead("Step in bytes"), figureHead("Lines"), columnHead(null, "Kind")],
    rows,
  );
}

/** "measured: own benchmarks (L2, L3)" */
function memoryFigures(memory) {
  const names = new Map();
  for (const level of memory.levels) names.set(level.figures, [...(names.get(level.figures) || []), level.name]);
  return [...names].map(([figures, of]) => figures + " (" + of.join(", ") + ")").join("; ");
}

function memorySection(loop, links) {
  const memory = memoryOf(loop);
  if (!memory) return null;
  const ranges = memory.levels.some((level) => level.most !== null);
  return section(
    "memory",
    "Memory",
    memorySentence(memory),
    el(
      "div",
      { class: "memory-parts" },
      el("div", null, levelsTable(memory), streamsTable(memory, links)),
      memoryDrawing(memory),
    ),
    memory.conditions.length > 0 &&
      el(
        "ul",
        { class: "conditions" },
        memory.conditions.map((condition) => el("li", null, condition)),
      ),
    el(
      "p",
      { class: "legend" },
      "All figures are per iteration of the machine loop unless stated otherwise. Lines of " + memory.lineBytes + " bytes move between a level",
      " and the next nearer one. Lines read include lines that are then overwritten." +
        (ranges ? " A range means that it is unknown whether the transfer times of the levels add up or overlap." : "") +
        (memory.levels.length > 0 ? " Figures: " + memoryFigures(memory) + "." : ""),
    ),
  );
}
