// What becomes of each uop in the simulation: a row for each, a column for each cycle, a band for each iteration.

const mostCycles = 800;

/** The numbers are differences: of iteration, instruction and dispatch from the uop before, of the others from the one before. */
function uopsOf(loop) {
  const last = [0, 0, 0];
  return tuples(data.lists[loop.raw.timeline], 6).map(([iteration, instruction, port, dispatched, ready, issued]) => {
    last[0] += iteration;
    last[1] += instruction;
    last[2] += dispatched;
    return {
      iteration: last[0],
      instruction: last[1],
      port: texts[port],
      dispatched: last[2],
      ready: last[2] + ready,
      issued: last[2] + ready + issued,
    };
  });
}

function timelineRow(uop, at, geometry, instructions) {
  const { left, step, rowHeight, cycles } = geometry;
  const y = at * rowHeight;
  const x = (cycle) => left + Math.min(cycle, cycles) * step;
  const middle = y + rowHeight / 2;
  const wide = Math.max(3, step - 1);
  const box = (cycle, name, letter) =>
    cycle < cycles && [
      svg("rect", {
        class: name,
        x: x(cycle) + step / 2 - wide / 2,
        y: y + 2,
        width: wide,
        height: rowHeight - 4,
        rx: Math.min(2, wide / 3),
      }),
      step >= 9 && svg("text", { class: name, x: x(cycle) + step / 2, y: middle + 3.5, "text-anchor": "middle" }, letter),
    ];
  const instruction = instructions[uop.instruction];
  const text = uop.instruction + " " + (instruction ? instruction.text : "");
  const [dispatched, ready, issued] = [uop.dispatched, uop.ready, uop.issued];
  return svg(
    "g",
    {
      class: "uop",
      role: "img",
      "aria-label": text + " on " + uop.port + ", dispatched in cycle " + uop.dispatched + ", issued in " + uop.issued,
    },
    svg(
      "title",
      null,
      text + " on " + uop.port + ": dispatched in cycle " + dispatched + ", inputs ready in " + ready + ", issued in " + issued,
    ),
    svg("rect", { class: "back", x: 0, y, width: left + cycles * step, height: rowHeight }),
    svg("text", { class: "what", x: 42, y: middle + 4 }, text.length > 34 ? text.slice(0, 33) + "…" : text),
    svg("text", { class: "port", x: left - 8, y: middle + 4, "text-anchor": "end" }, uop.port),
    ready > dispatched + 1 &&
      svg("line", { class: "inputs", x1: x(dispatched + 1), x2: x(Math.min(ready, issued)), y1: middle, y2: middle }),
    issued > Math.max(ready, dispatched + 1) &&
      svg("line", { class: "waits", x1: x(Math.max(ready, dispatched + 1)), x2: x(issued), y1: middle, y2: middle }),
    box(dispatched, "dispatched", "D"),
    box(issued, "issued", "E"),
  );
}

function ruler(geometry, height) {
  const { left, step, cycles } = geometry;
  const every = step < 4 ? 50 : step < 9 ? 10 : 5;
  const marks = [];
  for (let cycle = 0; cycle < cycles; cycle += every)
    marks.push(
      svg("line", { class: "grid", x1: left + cycle * step, x2: left + cycle * step, y1: -4, y2: height }),
      svg("text", { class: "tick", x: left + cycle * step + step / 2, y: -8, "text-anchor": "middle" }, String(cycle)),
    );
  return svg("g", { "aria-hidden": "true" }, marks);
}

function timelineSection(loop, instructions, links) {
  if (loop.raw.timeline === undefined) return null;
  const shown = uopsOf(loop);
  const longest = shown.reduce((most, uop) => Math.max(most, uop.issued + 1), 1);
  const cycles = Math.min(longest, mostCycles);
  const geometry = { left: 330, step: Math.max(1.5, Math.min(14, 1050 / cycles)), rowHeight: 18, cycles };
  const height = shown.length * geometry.rowHeight;
  const bands = [...new Set(shown.map((uop) => uop.iteration))].map((iteration) => {
    const first = shown.findIndex((uop) => uop.iteration === iteration);
    const count = shown.filter((uop) => uop.iteration === iteration).length;
    const [y, tall] = [first * geometry.rowHeight, count * geometry.rowHeight];
    return svg(
      "g",
      { class: "band band" + (iteration % 3) },
      svg("rect", { x: 0, y, width: geometry.left + cycles * geometry.step, height: tall }),
      svg("rect", { class: "edge", x: 0, y, width: 4, height: tall }),
      svg("text", { x: 10, y: y + 13 }, "it." + iteration),
    );
  });
  const rows = shown.map((uop, at) => {
    const row = timelineRow(uop, at, geometry, instructions);
    if (instructions[uop.instruction]) links.addInstruction(row, uop.instruction);
    return row;
  });
  roving(rows);
  const width = geometry.left + cycles * geometry.step + 8;
  const cut =
    shown.length < loop.raw.uops ? " Only the first " + shown.length + " of " + counted(loop.raw.uops, "uop") + " are shown." : "";
  const late = longest > cycles ? " Cycles from " + mostCycles + " on are not shown." : "";
  return section(
    "timeline",
    "Timeline",
    "Steady state of the simulation. Columns are cycles.",
    el(
      "div",
      { class: "scroll canvas" },
      svg(
        "svg",
        {
          class: "timeline",
          viewBox: "0 -24 " + width + " " + (height + 28),
          width,
          height: height + 28,
          role: "group",
          "aria-label": "Cycles in which " + counted(shown.length, "uop") + " are dispatched and issued",
        },
        bands,
        ruler(geometry, height),
        rows,
      ),
    ),
    el(
      "p",
      { class: "legend" },
      (geometry.step >= 9 ? "D" : "Open box:") +
        " dispatched, dotted: waits for its inputs, thick: ready, waits for a port, " +
        (geometry.step >= 9 ? "E" : "filled box:") +
        " issued. it.0, it.1 …: iterations, each in its own band." +
        cut +
        late,
    ),
  );
}
