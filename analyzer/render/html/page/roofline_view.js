// The floating-point operations of a loop, and for each memory level what its transfers allow.

const roofPlot = { left: 46, right: 60, top: 16, bottom: 40, width: 460, height: 260 };

/** Null where the loop has no floating-point operations. */
function rooflineOf(loop) {
  const raw = loop.raw.roofline;
  if (!raw) return null;
  return {
    sentences: raw.sentences.map((sentence) => texts[sentence]),
    levels: raw.levels.map(([name, perByte, bytesPerCycle, perCycle]) => ({ name: texts[name], perByte, bytesPerCycle, perCycle })),
    peak: raw.peak === undefined ? null : raw.peak,
  };
}

const shortFigure = (value) => String(Number(value.toPrecision(3)));

/** Powers of two around all values. */
function powersAround(values) {
  const powers = values.map((value) => Math.log2(value));
  return [Math.floor(Math.min(...powers)) - 1, Math.ceil(Math.max(...powers)) + 1];
}

function roofAxes(x, y, [firstX, lastX], [firstY, lastY]) {
  const bottom = roofPlot.height - roofPlot.bottom;
  const marks = [];
  const every = (first, last) => Math.max(1, Math.ceil((last - first) / 7));
  for (let power = firstX; power <= lastX; power += every(firstX, lastX))
    marks.push(svg("text", { class: "tick", x: x(power), y: bottom + 14, "text-anchor": "middle" }, shortFigure(2 ** power)));
  for (let power = firstY; power <= lastY; power += every(firstY, lastY))
    marks.push(
      svg("line", { class: "grid", x1: roofPlot.left, x2: roofPlot.width - roofPlot.right, y1: y(power), y2: y(power) }),
      svg("text", { class: "tick", x: roofPlot.left - 6, y: y(power) + 3.5, "text-anchor": "end" }, shortFigure(2 ** power)),
    );
  const middle = (roofPlot.left + roofPlot.width - roofPlot.right) / 2;
  return [
    marks,
    svg("text", { class: "axis", x: middle, y: roofPlot.height - 6, "text-anchor": "middle" }, "operations per byte"),
    svg("text", { class: "axis", x: -(bottom + roofPlot.top) / 2, y: 12, "text-anchor": "middle", transform: "rotate(-90)" }, "operations per cycle"),
  ];
}

const levelWords = (level) =>
  "Data in " +
  level.name +
  ": " +
  shortFigure(level.perCycle) +
  " operations per cycle at " +
  shortFigure(level.perByte) +
  " operations per byte; the transfers allow " +
  shortFigure(level.perByte * level.bytesPerCycle);

/** A slope for each level, which ends at the peak, and the loop with its data there. */
function roofOfLevel(level, peak, x, y, [firstX, lastX]) {
  const slope = Math.log2(level.bytesPerCycle);
  const end = peak === null ? lastX : Math.min(lastX, Math.log2(peak) - slope);
  return svg(
    "g",
    { class: "roof" },
    svg("title", null, levelWords(level)),
    end > firstX && svg("line", { class: "slope", x1: x(firstX), y1: y(firstX + slope), x2: x(end), y2: y(end + slope) }),
    end > firstX && svg("text", { class: "tick", x: x(end), y: y(end + slope) - 5, "text-anchor": "end" }, level.name),
    svg("circle", { class: "point", cx: x(Math.log2(level.perByte)), cy: y(Math.log2(level.perCycle)), r: 4 }),
    svg("text", { class: "name", x: x(Math.log2(level.perByte)) + 7, y: y(Math.log2(level.perCycle)) + 12 }, level.name),
  );
}

function rooflineDrawing(roofline) {
  const levels = roofline.levels.filter((level) => level.perByte > 0 && level.bytesPerCycle > 0 && level.perCycle > 0);
  if (levels.length === 0) return null;
  const ridges = roofline.peak > 0 ? levels.map((level) => roofline.peak / level.bytesPerCycle) : [];
  const across = powersAround([...levels.map((level) => level.perByte), ...ridges]);
  const up = powersAround([
    ...levels.flatMap((level) => [level.perCycle, 2 ** across[0] * level.bytesPerCycle]),
    ...(roofline.peak > 0 ? [roofline.peak] : []),
  ]);
  const bottom = roofPlot.height - roofPlot.bottom;
  const right = roofPlot.width - roofPlot.right;
  const x = (power) => roofPlot.left + ((power - across[0]) / (across[1] - across[0])) * (right - roofPlot.left);
  const y = (power) => bottom - ((power - up[0]) / (up[1] - up[0])) * (bottom - roofPlot.top);
  const peak = roofline.peak > 0 ? roofline.peak : null;
  return el(
    "div",
    { class: "scroll canvas" },
    svg(
      "svg",
      {
        class: "memory-drawing roofline-drawing",
        viewBox: "0 0 " + roofPlot.width + " " + roofPlot.height,
        role: "img",
        "aria-labelledby": "roofline-title",
        "aria-describedby": "roofline-words",
      },
      svg("title", { id: "roofline-title" }, "Operations per cycle against operations per byte"),
      svg("desc", { id: "roofline-words" }, levels.map((level) => levelWords(level) + ".").join(" ")),
      roofAxes(x, y, across, up),
      peak !== null && svg("line", { class: "core", x1: roofPlot.left, x2: right, y1: y(Math.log2(peak)), y2: y(Math.log2(peak)) }),
      peak !== null && svg("text", { class: "core", x: right + 4, y: y(Math.log2(peak)) + 4 }, "peak"),
      levels.map((level) => roofOfLevel(level, peak, x, y, across)),
    ),
  );
}

function rooflineSection(loop) {
  const roofline = rooflineOf(loop);
  if (!roofline) return null;
  return section(
    "roofline",
    "Floating-point operations",
    "",
    el(
      "div",
      { class: "memory-parts" },
      el(
        "ul",
        { class: "conditions" },
        roofline.sentences.map((sentence) => el("li", null, sentence)),
      ),
      rooflineDrawing(roofline),
    ),
  );
}
