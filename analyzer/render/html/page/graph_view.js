// The dependency graph as a drawing: what waits for what, for how long; critical path and loop-carried chains stand out by
// colour, by the stroke and by a mark on their nodes.

const nodeHeight = 26;
const letterWidth = 7.3;
const laneWidth = 26;
const leastScale = 0.65; // a drawing that is still too wide is scrolled

const edgeClass = (edge) =>
  "edge" +
  (edge.critical ? " critical" : "") +
  (edge.carried ? " carried" : edge.chain ? " chain" : "") +
  (edge.memory ? " memory" : "") +
  (edge.distance > 0 ? " back" : "");

function drawnEdge(edge, path, x, y) {
  const label = cyclesText(edge.cycles) + (edge.distance > 0 ? "\u2009↻" : "");
  return svg(
    "g",
    { class: edgeClass(edge) },
    svg("title", null, edge.from + " → " + edge.to + " " + edge.whys.join("; ")),
    svg("path", { class: "wide", d: path }),
    svg("path", { d: path, "marker-end": "url(#tip" + (edge.carried ? "-carried" : edge.critical ? "-critical" : "") + ")" }),
    svg("text", { x, y, "text-anchor": "middle" }, label),
  );
}

function forwardEdge({ edge, route }) {
  const points = route.map((item, at) => [item.x, item.y + (at === 0 ? nodeHeight : item.node ? -3 : nodeHeight / 2)]);
  const last = points.length - 1;
  const slope = (i) =>
    i === 0 || i === last ? [0, 60] : [(points[i + 1][0] - points[i - 1][0]) / 2, (points[i + 1][1] - points[i - 1][1]) / 2];
  let path = "M" + points[0].map(Math.round).join(" ");
  for (let i = 1; i <= last; ++i) {
    const [[x0, y0], [x1, y1], [dx0, dy0], [dx1, dy1]] = [points[i - 1], points[i], slope(i - 1), slope(i)];
    path += "C" + [x0 + dx0 / 3, y0 + dy0 / 3, x1 - dx1 / 3, y1 - dy1 / 3, x1, y1].map(Math.round).join(" ");
  }
  const [[x0, y0], [x1, y1]] = [points[last - 1], points[last]];
  return drawnEdge(edge, path, (x0 + x1) / 2 + 11, (y0 + y1) / 2 + 4);
}

function selfEdge(edge, item) {
  const x = item.x + item.width / 2;
  const path = ["M", x, item.y + 19, "c", 24, 12, 24, -24, 2, -12].join(" ");
  return drawnEdge(edge, path, x + 32, item.y + 17);
}

/** Below the nodes, up beside the drawing, and into the next iteration's node from above. */
function backEdge(edge, from, to, lane) {
  const y0 = from.y + nodeHeight;
  const turn = lane > from.x ? 1 : -1;
  const back = lane > to.x ? 1 : -1;
  const [low, high] = [y0 + 12, to.y - 14];
  const path = [
    "M",
    from.x,
    y0,
    "V",
    low - 6,
    "q",
    0,
    6,
    6 * turn,
    6,
    "H",
    lane - 6 * turn,
    "q",
    6 * turn,
    0,
    6 * turn,
    -6,
    "V",
    high + 6,
    "q",
    0,
    -6,
    -6 * back,
    -6,
    "H",
    to.x + 6 * back,
    "q",
    -6 * back,
    0,
    -6 * back,
    6,
    "V",
    to.y - 3,
  ].join(" ");
  return drawnEdge(edge, path, lane, (low + high) / 2);
}

function drawnNode(item, links) {
  const { instruction } = item.node;
  const marks = (instruction.critical ? "●" : "") + (instruction.carried ? "↻" : "");
  const made = svg(
    "g",
    {
      class:
        "node" +
        (instruction.critical ? " critical" : "") +
        (instruction.carried ? " carried" : "") +
        (instruction.unknown ? " is-unknown" : ""),
      transform: "translate(" + Math.round(item.x - item.width / 2) + " " + Math.round(item.y) + ")",
      role: "img",
      "aria-label":
        instruction.index +
        ": " +
        instruction.text +
        (instruction.critical ? ", on the critical path" : "") +
        (instruction.carried ? ", loop-carried" : ""),
    },
    svg("title", null, instruction.index + ": " + instruction.text),
    svg("rect", { width: item.width, height: nodeHeight, rx: 5 }),
    svg("text", { x: 8, y: 17, class: "number" }, String(instruction.index)),
    svg("text", { x: 8 + letterWidth * (String(instruction.index).length + 1), y: 17 }, instruction.mnemonic.slice(0, 24)),
    marks && svg("text", { x: item.width - 7, y: 17, "text-anchor": "end", class: "marks" }, marks),
  );
  links.addInstruction(made, instruction.index);
  return made;
}

function arrowTips() {
  return svg(
    "defs",
    null,
    ["", "-critical", "-carried"].map((name) =>
      svg(
        "marker",
        {
          id: "tip" + name,
          class: "tip" + name,
          viewBox: "0 0 8 8",
          refX: 6,
          refY: 4,
          markerWidth: 8,
          markerHeight: 8,
          markerUnits: "userSpaceOnUse",
          orient: "auto",
        },
        svg("path", { d: "M0 0L8 4L0 8z" }),
      ),
    ),
  );
}

function sizedNodes(graph) {
  return graph.nodes.map((instruction) => {
    const marks = (instruction.critical ? 1 : 0) + (instruction.carried ? 1 : 0);
    const letters = String(instruction.index).length + 1 + Math.min(24, instruction.mnemonic.length);
    return {
      id: instruction.index,
      instruction,
      width: Math.ceil(16 + letterWidth * letters + (marks ? 6 + 10 * marks : 0)),
      height: nodeHeight,
    };
  });
}

/** Instructions that hang together, with what leads back up in lanes beside them. */
function drawnPart(nodes, edges) {
  const layout = layoutGraph(nodes, edges.filter(isForward));
  const at = (id) => layout.items.get(id);
  const lanes = { left: 0, right: 0 };
  const back = edges
    .filter((edge) => !isForward(edge))
    .map((edge) => {
      if (edge.from === edge.to) return selfEdge(edge, at(edge.from));
      const right = at(edge.from).x + at(edge.to).x >= layout.width;
      const lane = right ? layout.width + 40 + laneWidth * lanes.right++ : -40 - laneWidth * lanes.left++;
      return backEdge(edge, at(edge.from), at(edge.to), lane);
    });
  const minX = -(lanes.left > 0 ? 46 + laneWidth * lanes.left : 12);
  const maxX = layout.width + (lanes.right > 0 ? 46 + laneWidth * lanes.right : 52);
  const forward = layout.routes
    .slice()
    .sort((a, b) => (a.edge.critical || a.edge.carried ? 1 : 0) - (b.edge.critical || b.edge.carried ? 1 : 0));
  return {
    width: Math.round(maxX - minX),
    height: Math.round(layout.height + 48),
    minX: Math.round(minX),
    edges: [...forward.map(forwardEdge), ...back],
    items: nodes.map((node) => at(node.id)),
  };
}

function drawing(graph, links, available) {
  const parts = components(sizedNodes(graph), graph.edges);
  const partOf = new Map(parts.flatMap((nodes, part) => nodes.map((node) => [node.id, part])));
  const edges = parts.map(() => []);
  for (const edge of graph.edges) edges[partOf.get(edge.from)].push(edge);
  const drawn = parts.map((nodes, part) => drawnPart(nodes, edges[part]));
  const { width, height } = shelve(drawn, Math.max(available, 600), 12);
  const nodes = new Map();
  const layers = drawn.map((part) =>
    svg(
      "g",
      { transform: "translate(" + (part.x - part.minX) + " " + (part.y + 24) + ")" },
      part.edges,
      part.items.map((item) => {
        const made = drawnNode(item, links);
        nodes.set(item.node.id, made);
        return made;
      }),
    ),
  );
  roving([...nodes.keys()].sort((a, b) => a - b).map((id) => nodes.get(id)));
  const scale = Math.min(1, Math.max(leastScale, available / width));
  return svg(
    "svg",
    {
      class: "graph",
      viewBox: "0 0 " + width + " " + height,
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      role: "group",
      "aria-label": "Dependencies between instructions",
    },
    arrowTips(),
    layers,
  );
}

function chainText(chain) {
  const shown = chain.links.slice(0, 24).map((link) => link.instruction + (link.via ? " (" + link.via + ")" : ""));
  return shown.join(" → ") + (shown.length < chain.links.length ? " → … " + (chain.links.length - shown.length) + " more" : "");
}

function chainList(loop) {
  const path = chainOf(loop.raw.cp);
  const rows = [];
  if (path.links.length > 0)
    rows.push(
      el(
        "li",
        { class: "critical" },
        el("b", null, "● Critical path, " + cyclesText(path.cycles) + " cycles"),
        " (the latency of one iteration alone; not a bound): ",
        el("span", { class: "mono" }, chainText(path)),
      ),
    );
  loop.raw.lcd
    .slice(0, 5)
    .map(chainOf)
    .forEach((chain, at) =>
      rows.push(
        el(
          "li",
          { class: at === 0 ? "carried" : "chain" },
          el(
            "b",
            null,
            "↻ " +
              (at === 0 ? "Longest loop-carried dependency, " : "Another, ") +
              cyclesText(chain.perIteration) +
              " cycles per iteration",
          ),
          chain.iterations > 1 ? " (" + cyclesText(chain.cycles) + " over " + counted(chain.iterations, "iteration") + "): " : ": ",
          el("span", { class: "mono" }, chainText(chain)),
        ),
      ),
    );
  if (loop.raw.lcd.length > 5) rows.push(el("li", null, "and " + (loop.raw.lcd.length - 5) + " more"));
  return rows.length > 0 && el("ul", { class: "chains" }, rows);
}

function graphSection(loop, instructions, links) {
  const box = el("div", { class: "scroll canvas" });
  const remark = el("p", { class: "legend" });
  let all = false;
  const draw = () => {
    const graph = chosenGraph(loop, instructions, all);
    box.replaceChildren(
      graph.nodes.length > 0
        ? drawing(graph, links, byId("main").clientWidth - 64)
        : el("p", { class: "message" }, "This loop has no dependencies between instructions."),
    );
    const words = [];
    if (graph.tooLarge)
      words.push(
        "The whole graph is too large to be readable: of " +
          counted(instructions.length, "instruction") +
          ", only the " +
          graph.nodes.length +
          " on chains are shown.",
      );
    else if (graph.alone > 0)
      words.push(counted(graph.alone, "instruction") + (graph.alone === 1 ? " has" : " have") + " no dependencies in this graph.");
    words.push(
      "Numbers on edges are latencies in cycles. ● and thick lines: critical path. ↻ and dashed lines: to a later iteration. Dotted lines: through memory.",
    );
    remark.replaceChildren(words.join(" "));
    toggle.hidden = !all && (graph.tooLarge || graph.hidden === 0);
    toggle.textContent = all
      ? "Show only loop-carried dependencies that form chains"
      : "Show all loop-carried dependencies (" + graph.hidden + " more)";
    toggle.setAttribute("aria-pressed", all);
  };
  const toggle = el("button", {
    type: "button",
    class: "plain",
    click: () => {
      all = !all;
      draw();
    },
  });
  draw();
  return section("graph", "Dependencies", "", chainList(loop), box, el("div", { class: "below" }, remark, toggle));
}
