// Source beside assembly: which instructions a line became, and the other way round.

/** What lights up together: elements of instructions (a row, a node, a row of the timeline) and of source lines. */
class Links {
  constructor(instructions) {
    this.ofInstruction = instructions.map(() => []);
    this.ofLine = new Map();
    this.linesOf = instructions.map((instruction) => instruction.places.map(Links.key));
    this.lit = [];
    this.focused = null;
    for (const instruction of instructions)
      for (const key of this.linesOf[instruction.index]) {
        if (!this.ofLine.has(key)) this.ofLine.set(key, { instructions: new Set(), element: null });
        this.ofLine.get(key).instructions.add(instruction.index);
      }
  }

  static key(where) {
    return where.file.number + ":" + where.line;
  }

  light(instructions, lines) {
    for (const element of this.lit) element.classList.remove("lit");
    this.lit = [];
    const put = (element) => {
      element.classList.add("lit");
      this.lit.push(element);
    };
    for (const at of instructions) (this.ofInstruction[at] || []).forEach(put);
    for (const line of lines) {
      const held = this.ofLine.get(line);
      if (held && held.element) put(held.element);
    }
  }

  /** Under the pointer or with the focus, `element` lights what belongs to it. */
  watch(element, what) {
    const enter = () => this.light(...what());
    const leave = () => (this.focused ? this.light(...this.focused()) : this.light([], []));
    element.addEventListener("pointerenter", enter);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focus", () => {
      this.focused = what;
      enter();
      this.bringIntoSight(element);
    });
    element.addEventListener("blur", () => {
      this.focused = null;
      leave();
    });
  }

  /** What lights up in another pane, when the focus moves: only the pane scrolls, never the page. */
  bringIntoSight(from) {
    const mine = from.closest(".pane");
    const seen = new Set([mine]);
    for (const element of this.lit) {
      const pane = element.closest(".pane");
      if (!pane || seen.has(pane)) continue;
      seen.add(pane);
      const [inner, outer] = [element.getBoundingClientRect(), pane.getBoundingClientRect()];
      if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 30)
        pane.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  }

  addInstruction(element, at) {
    this.ofInstruction[at].push(element);
    this.watch(element, () => [[at], this.linesOf[at]]);
  }

  addLine(element, key) {
    const held = this.ofLine.get(key);
    held.element = element;
    this.watch(element, () => [held.instructions, [key]]);
  }
}

const linesAround = 2;
const shortestGap = 3;

/** The lines to show, file by file, the loop's own file first: [file, [[first, last], ...]]. */
function sourceRanges(loop, instructions) {
  const wanted = new Map();
  const add = (where) => {
    if (!wanted.has(where.file)) wanted.set(where.file, new Set());
    wanted.get(where.file).add(where.line);
  };
  if (loop.raw.source) add({ file: loop.file, line: loop.line });
  for (const instruction of instructions) instruction.places.forEach(add);
  for (const finding of loop.open) if (inFile(finding.where) && wanted.has(finding.where.file)) add(finding.where);
  return [...wanted].map(([file, lines]) => {
    const ranges = [];
    for (const line of [...lines].sort((a, b) => a - b)) {
      const last = ranges[ranges.length - 1];
      if (last && line - linesAround <= last[1] + shortestGap) last[1] = line + linesAround;
      else ranges.push([Math.max(1, line - linesAround), line + linesAround]);
    }
    return [file, ranges];
  });
}

function linesOf(file, first, last) {
  const out = [];
  for (const [start, lines] of file.excerpts)
    for (let line = Math.max(first, start); line <= Math.min(last, start + lines.length - 1); ++line)
      out.push([line, lines[line - start]]);
  return out;
}

function sourceLine(loop, file, line, text, links, focusable) {
  const key = file.number + ":" + line;
  const held = links.ofLine.get(key);
  const isLoop = file === loop.file && line === loop.line && loop.raw.source;
  const marks = loop.open.filter((finding) => finding.where.file === file && finding.where.line === line);
  const count = held ? held.instructions.size : 0;
  const row = el(
    "div",
    {
      class: "line" + (held ? " has" : "") + (isLoop ? " statement" : ""),
      role: "listitem",
      "aria-label": held ? "Line " + line + ", " + counted(count, "instruction") + ": " + text.trim() : null,
    },
    el("span", { class: "mark", "aria-hidden": "true" }, isLoop ? "▸" : ""),
    el("span", { class: "number" }, String(line)),
    el("span", { class: "text" }, legible(text) || " "),
    el(
      "span",
      { class: "aside" },
      marks.map((finding) =>
        el(
          "span",
          { class: "severity", "data-severity": finding.severity, title: finding.message },
          severitySigns[finding.severity],
        ),
      ),
      held && el("span", { class: "became", title: counted(count, "instruction") }, String(count)),
    ),
  );
  if (held) {
    links.addLine(row, key);
    focusable.push(row);
  }
  return row;
}

function sourcePane(loop, instructions, links) {
  const focusable = [];
  const blocks = [];
  let missing = 0;
  for (const [file, ranges] of sourceRanges(loop, instructions)) {
    const pieces = ranges.map(([first, last]) => linesOf(file, first, last)).filter((lines) => lines.length > 0);
    if (pieces.length === 0) {
      ++missing;
      const why = file.withheld ? " (outside the project root: not shown)" : " (source not found)";
      blocks.push(el("div", { class: "file-name" }, file.name, el("span", { class: "faint" }, why)));
      continue;
    }
    blocks.push(el("div", { class: "file-name" }, file.name, file !== loop.file && el("span", { class: "faint" }, " (inlined)")));
    pieces.forEach((lines, at) => {
      if (at > 0) blocks.push(el("div", { class: "gap", "aria-hidden": "true" }, "⋯"));
      blocks.push(
        el(
          "div",
          { role: "list", class: "lines" },
          lines.map(([line, text]) => sourceLine(loop, file, line, text, links, focusable)),
        ),
      );
    });
  }
  roving(focusable);
  if (blocks.length === 0 || (missing === blocks.length && focusable.length === 0)) return null;
  return el("div", { class: "source pane", "aria-label": "Source", role: "group" }, blocks);
}
