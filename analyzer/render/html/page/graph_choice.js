// Which dependencies are drawn: one for each pair of instructions, and of large graphs only the chains.

const mostNodes = 300;
const mostEdges = 1200;

const pairKey = (from, to, distance) => from + ">" + to + ">" + (distance > 0 ? "c" : "");

/** Which pairs of instructions are steps of the critical path and of loop-carried chains. */
function chainSteps(loop) {
  const critical = new Set();
  const carried = new Set();
  const others = new Set();
  const path = chainOf(loop.raw.cp).links;
  for (let i = 1; i < path.length; ++i) critical.add(pairKey(path[i - 1].instruction, path[i].instruction, 0));
  loop.raw.lcd.map(chainOf).forEach((chain, at) =>
    chain.links.forEach((link, i) => {
      const next = chain.links[(i + 1) % chain.links.length];
      (at === 0 ? carried : others).add(pairKey(link.instruction, next.instruction, link.crosses ? 1 : 0));
    }),
  );
  return { critical, carried, others };
}

/** One edge for each pair of instructions: the slowest, with the names of all. */
function mergedEdges(loop, steps) {
  const byPair = new Map();
  for (const edge of edgesOf(loop)) {
    const key = pairKey(edge.from, edge.to, edge.distance);
    const held = byPair.get(key);
    const why =
      (edge.memory ? "through memory, " : "through ") +
      edge.via +
      ": " +
      cyclesText(edge.cycles) +
      " cycles" +
      (edge.distance > 0 ? ", " + (edge.distance === 1 ? "next iteration" : edge.distance + " iterations later") : "");
    if (!held)
      byPair.set(key, {
        ...edge,
        key,
        whys: [why],
        critical: steps.critical.has(key),
        carried: steps.carried.has(key),
        chain: steps.others.has(key),
      });
    else {
      held.whys.push(why);
      held.cycles = Math.max(held.cycles, edge.cycles);
      held.memory = held.memory || edge.memory;
    }
  }
  return [...byPair.values()];
}

const isForward = (edge) => edge.distance === 0 && edge.from < edge.to;

/** The graph without what would only blur it; `all` has every loop-carried dependency. */
function chosenGraph(loop, instructions, all) {
  const steps = chainSteps(loop);
  const edges = mergedEdges(loop, steps);
  const special = edges.filter((edge) => edge.critical || edge.carried || edge.chain);
  const shown = edges.filter((edge) => isForward(edge) || edge.carried || edge.chain || all);
  const touched = (of) => new Set(of.flatMap((edge) => [edge.from, edge.to]));
  const tooLarge = touched(shown).size > mostNodes || shown.length > mostEdges;
  const chosen = tooLarge ? special.slice(0, mostEdges) : shown;
  const nodes = [...touched(chosen)].sort((a, b) => a - b).slice(0, mostNodes);
  const held = new Set(nodes);
  return {
    nodes: nodes.map((at) => instructions[at]),
    tooLarge,
    edges: chosen.filter((edge) => held.has(edge.from) && held.has(edge.to)),
    alone: instructions.length - nodes.length,
    hidden: edges.length - shown.length,
  };
}
