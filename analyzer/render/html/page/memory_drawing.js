// Cycles per iteration against the size of the data: a step for each level, which ends where the level is full.

const mostSteps = 12;
const plot = { left: 46, right: 24, top: 44, bottom: 40, width: 620, height: 290 };

/** Where steps begin and end, in powers of two of bytes; null where the sizes do not tell. */
function stepsOf(levels) {
  const sized = levels.filter((level) => level.bytes > 0);
  const endless = levels.length - sized.length;
  if (levels.length < 2 || levels.length > mostSteps || sized.length === 0 || endless > 1) return null;
  if (endless === 1 && levels[levels.length - 1].bytes > 0) return null;
  const ends = sized.map((level) => Math.log2(level.bytes));
  if (ends.some((end, at) => at > 0 && end <= ends[at - 1])) return null;
  const first = Math.floor(ends[0]) - 3;
  if (endless === 1) ends.push(Math.ceil(ends[ends.length - 1]) + 3);
  return levels.map((level, at) => ({ level, begin: at === 0 ? first : ends[at - 1], end: ends[at] }));
}

/** 1, 2 or 5 times a power of ten, so that at most five marks fit below `most`. */
function markDistance(most) {
  const rough = 10 ** Math.floor(Math.log10(most / 5));
  return [1, 2, 5, 10].map((times) => times * rough).find((distance) => most / distance <= 5) || most;
}

/** What the drawing shows of a level, in words. */
const stepWords = (level) =>
  "Data in " +
  level.name +
  (level.bytes > 0 ? ", up to " + bytesText(level.bytes) : "") +
  ": " +
  (level.atLeast ? "at least " : "") +
  rangeText(level.cycles, level.atLeast ? null : level.most) +
  " cycles per iteration, bound by " +
  level.bound +
  (level.hasData ? "; the prediction is for data in this level" : "");

function memoryAxes(x, y, first, last, most) {
  const bottom = plot.height - plot.bottom;
  const every = [1, 2, 4, 5, 10].find((step) => (last - first) / step <= 8) || 10;
  const marks = [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every)
    if (power >= 0)
      marks.push(
        svg("line", { class: "mark", x1: x(power), x2: x(power), y1: bottom, y2: bottom + 4 }),
        svg("text", { class: "tick", x: x(power), y: bottom + 16, "text-anchor": "middle" }, bytesText(2 ** power)),
      );
  const distance = markDistance(most);
  for (let at = 0; at * distance <= most * 1.001 && at < 12; ++at)
    marks.push(
      svg("line", { class: "grid", x1: plot.left, x2: plot.width - plot.right, y1: y(at * distance), y2: y(at * distance) }),
      svg(
        "text",
        { class: "tick", x: plot.left - 6, y: y(at * distance) + 3.5, "text-anchor": "end" },
        String(Number((at * distance).toPrecision(6))),
      ),
    );
  return [
    marks,
    svg("text", { class: "axis", x: (plot.left + plot.width) / 2, y: plot.height - 6, "text-anchor": "middle" }, "size of the data"),
    svg("text", { class: "axis", x: -(plot.height - plot.bottom + plot.top) / 2, y: 12, "text-anchor": "middle", transform: "rotate(-90)" }, "cycles per iteration"),
  ];
}

function memoryStep({ level, begin, end }, x, y) {
  const [left, right, bottom] = [x(begin), x(end), plot.height - plot.bottom];
  const [wide, middle] = [right - left, (left + right) / 2];
  const top = y(level.most === null ? level.cycles : level.most);
  const column = { x: left, y: 4, width: wide, height: bottom - 4 };
  const name = (level.hasData ? "▸ " : "") + level.name;
  const fits = (text, size) => text.length * size < wide;
  const cycles = rangeText(level.cycles, level.most);
  return svg(
    "g",
    { class: "step" + (level.hasData ? " has-data" : "") },
    svg("title", null, stepWords(level)),
    svg("rect", { class: "column", ...column }),
    level.most !== null && svg("rect", { class: "range", x: left, y: top, width: wide, height: y(level.cycles) - top }),
    svg("rect", { class: "area", x: left, y: y(level.cycles), width: wide, height: bottom - y(level.cycles) }),
    svg("line", { class: "edge", x1: right, x2: right, y1: 4, y2: bottom }),
    fits(name, 7.5) && svg("text", { class: "name", x: middle, y: 17, "text-anchor": "middle" }, name),
    level.bytes > 0 &&
      fits("to " + bytesText(level.bytes), 6) &&
      svg("text", { class: "tick", x: middle, y: 30, "text-anchor": "middle" }, "to " + bytesText(level.bytes)),
    fits(cycles, 6.5) && svg("text", { class: "cycles", x: middle, y: top - 5, "text-anchor": "middle" }, cycles),
  );
}

/** The outline of all steps, and of what they may take at most. */
function stepOutline(steps, x, y, cyclesOf) {
  return steps.map(({ level, begin, end }, at) => (at ? "L" : "M") + x(begin) + " " + y(cyclesOf(level)) + "H" + x(end)).join("");
}

function memoryDrawing(memory) {
  const steps = stepsOf(memory.levels);
  const most = Math.max(memory.core || 0, ...memory.levels.map((level) => Math.max(level.cycles, level.most || 0)));
  if (!steps || !(most > 0)) return null;
  const [first, last] = [steps[0].begin, steps[steps.length - 1].end];
  const bottom = plot.height - plot.bottom;
  const x = (power) => plot.left + ((power - first) / (last - first)) * (plot.width - plot.left - plot.right);
  const y = (cycles) => bottom - (cycles / most) * (bottom - plot.top - 14);
  const core = y(memory.core);
  const ranges = memory.levels.some((level) => level.most !== null);
  const said = "With all data in the first-level cache: " + cyclesText(memory.core) + " cycles per iteration. ";
  return el(
    "div",
    { class: "scroll canvas memory-canvas" },
    svg(
      "svg",
      {
        class: "memory-drawing",
        viewBox: "0 0 " + plot.width + " " + plot.height,
        role: "img",
        "aria-labelledby": "memory-drawing-title",
        "aria-describedby": "memory-drawing-words",
      },
      svg("title", { id: "memory-drawing-title" }, "Cycles per iteration by the size of the data"),
      svg("desc", { id: "memory-drawing-words" }, said + memory.levels.map((level) => stepWords(level) + ".").join(" ")),
      memoryAxes(x, y, first, last, most),
      steps.map((step) => memoryStep(step, x, y)),
      svg("line", { class: "core", x1: plot.left, x2: plot.width - plot.right, y1: core, y2: core }),
      svg(
        "text",
        { class: "core", x: plot.width - plot.right - 4, y: bottom - core < 20 ? core - 5 : core + 13, "text-anchor": "end" },
        "core " + cyclesText(memory.core),
      ),
      ranges && svg("path", { class: "outline most", d: stepOutline(steps, x, y, (level) => (level.most === null ? level.cycles : level.most)) }),
      svg("path", { class: "outline", d: stepOutline(steps, x, y, (level) => level.cycles) }),
    ),
  );
}
