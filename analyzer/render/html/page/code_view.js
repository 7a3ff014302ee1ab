// The instructions with what each costs: a heat map of the ports it occupies, its latency, its share of the chains.

const rowsAtFirst = 600; // a kernel of more instructions is shown in part until asked for

function operandsOf(text) {
  const at = text.indexOf(" ");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** Neighbouring ports that every instruction uses alike share a column; its figure is that of each of them. */
function portColumns(loop, instructions) {
  const used = portsOf(loop).filter((port) => port.total > 0);
  const groups = [];
  for (const port of used) {
    const last = groups[groups.length - 1];
    const alike =
      last &&
      last.kind === port.kind &&
      last.total === port.total &&
      instructions.every((instruction) => instruction.ports.get(port.index) === instruction.ports.get(last.index));
    if (alike) last.names.push(port.name);
    else groups.push({ ...port, names: [port.name] });
  }
  return groups;
}

function heatCell(cycles, hottest) {
  if (cycles === undefined) return el("td", { class: "heat" });
  const cell = el("td", { class: "heat" }, cyclesText(cycles).replace(/^0\./, "."));
  cell.style.setProperty("--heat-share", Math.round(100 * Math.sqrt(Math.min(1, cycles / hottest))) + "%"); // the root: beside a division the rest stays visible
  return cell;
}

function sourceCell(loop, instruction) {
  const [where] = instruction.places;
  if (!where) return el("td", { class: "from faint" }, "");
  const inlined = instruction.places.length > 1;
  return el(
    "td",
    { class: "from", title: instruction.places.map(placeText).join(", inlined at ") },
    (where.file === loop.file ? "" : baseName(where.file.name) + ":") + where.line,
    inlined && el("span", { class: "faint" }, "↴"),
  );
}

function instructionRow(loop, instruction, ports, hottest, links) {
  const [mnemonic, operands] = operandsOf(instruction.text);
  const share = (name, on, cycles, sign) => el("td", { class: "share " + name }, on && [sign, "\u2009", cyclesText(cycles)]);
  const row = el(
    "tr",
    {
      class:
        (instruction.critical ? "on-critical " : "") +
        (instruction.carried ? "on-carried " : "") +
        (instruction.unknown ? "is-unknown" : ""),
      title: instruction.figures && "Figures: " + instruction.origin + ", " + instruction.figures,
    },
    el("td", { class: "ordinal" }, String(instruction.index)),
    sourceCell(loop, instruction),
    el(
      "td",
      { class: "asm" },
      el("span", { class: "mnemonic" }, mnemonic),
      operands,
      instruction.unknown && el("span", { class: "tag warn" }, "no figures"),
      instruction.notes.map((note) => el("span", { class: "tag" }, note)),
    ),
    el("td", { class: "latency" }, instruction.latency ? cyclesText(instruction.latency) : el("span", { class: "faint" }, "0")),
    share("path", instruction.critical, instruction.onPath, "●"),
    share("cycle", instruction.carried, instruction.onCycle, "↻"),
    ports.map((port) => heatCell(instruction.ports.get(port.index), hottest)),
  );
  links.addInstruction(row, instruction.index);
  return row;
}

function assemblyTable(loop, instructions, links) {
  const ports = portColumns(loop, instructions);
  const hottest = instructions.reduce((most, instruction) => Math.max(most, ...instruction.ports.values()), 0.01);
  const busiest = ports.reduce((most, port) => Math.max(most, port.total), 0);
  const heading = (text, title, name) => el("th", { scope: "col", class: name, title }, text);
  const head = el(
    "thead",
    null,
    el(
      "tr",
      null,
      heading("#", "Number of the instruction in the loop", "ordinal"),
      heading("Line", "Source line", "from"),
      heading("Instruction", "", "asm"),
      heading("Lat.", "Latency in cycles, including the load", "latency"),
      heading("CP", "Share of the critical path in cycles", "share"),
      heading("LCD", "Share of the longest loop-carried dependency in cycles", "share"),
      ports.map((port) =>
        heading(
          port.names.map((name) => el("span", null, name)),
          "Cycles on " + (port.names.length > 1 ? "each of " : "") + listed(port.names) + " (" + port.kind + ")",
          "heat " + port.kind,
        ),
      ),
    ),
  );
  const total = (port) => {
    const most = port.total === busiest;
    const cell = el(
      "td",
      { class: "heat total" + (most ? " most" : ""), title: most ? "Busiest port" : null },
      cyclesText(port.total),
      most && el("span", { "aria-hidden": "true" }, "▲"),
    );
    cell.style.setProperty("--heat-share", Math.round((100 * port.total) / busiest) + "%");
    return cell;
  };
  const lcd = loop.raw.lcd.length > 0 ? chainOf(loop.raw.lcd[0]).perIteration : 0;
  const foot = el(
    "tfoot",
    null,
    el(
      "tr",
      null,
      el("th", { scope: "row", colspan: 4 }, "Cycles per iteration"),
      el("td", { class: "share" }, cyclesText(loop.raw.cp[0])),
      el("td", { class: "share" }, lcd > 0 ? cyclesText(lcd) : "–"),
      ports.map(total),
    ),
  );
  const body = el("tbody");
  const fill = (count) => {
    const rows = instructions.slice(0, count).map((instruction) => instructionRow(loop, instruction, ports, hottest, links));
    body.replaceChildren(...rows);
    roving(rows);
  };
  fill(rowsAtFirst);
  const more =
    instructions.length > rowsAtFirst &&
    el(
      "button",
      {
        type: "button",
        class: "plain",
        click: () => {
          more.remove();
          fill(instructions.length);
        },
      },
      "Show all " + counted(instructions.length, "instruction") + " (" + rowsAtFirst + " are shown)",
    );
  return el(
    "div",
    { class: "assembly pane", role: "group", "aria-label": "Assembly" },
    el(
      "table",
      { class: "asm-table" },
      el("caption", { class: "unseen" }, "Instructions and the cycles for which each occupies the ports"),
      head,
      body,
      foot,
    ),
    more,
  );
}

function codeSection(loop, instructions, links) {
  const source = sourcePane(loop, instructions, links);
  const unused = portsOf(loop)
    .filter((port) => !(port.total > 0))
    .map((port) => port.name);
  return section(
    "code",
    "Code and port pressure",
    source ? "Point at or focus a source line to highlight its instructions, or an instruction to highlight its source line." : "",
    el("div", { class: "code" + (source ? "" : " alone") }, source, assemblyTable(loop, instructions, links)),
    el(
      "p",
      { class: "legend" },
      "Figures under port names are cycles per iteration on that port; stronger colours mean more cycles. Ports with identical figures share a column. ● critical path, ↻ longest loop-carried dependency.",
      unused.length > 0 && " Idle: " + unused.join(", ") + ".",
    ),
  );
}
