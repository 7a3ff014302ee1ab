// Where nodes and edges of a dependency graph go: in layers, each node below all that it waits for.
//
// Layers by the longest way to a node; edges over several layers get a place in each; places within a layer in the order of
// their neighbours' mean, swept down and up, keeping the order with the fewest crossings; then each as near to its neighbours
// as the others let it.

const layerGap = 44;
const nodeGap = 18;
const sweeps = 10;

function ranksOf(nodes, edges) {
  const rank = new Map(nodes.map((node) => [node.id, 0]));
  const below = new Map(nodes.map((node) => [node.id, []]));
  const waits = new Set();
  for (const edge of edges) {
    // sorted by what they lead to: all that edge.from waits for is known
    rank.set(edge.to, Math.max(rank.get(edge.to), rank.get(edge.from) + 1));
    below.get(edge.from).push(edge.to);
    waits.add(edge.to);
  }
  for (const node of nodes)
    // what waits for nothing stands right above what waits for it
    if (!waits.has(node.id) && below.get(node.id).length > 0)
      rank.set(node.id, Math.min(...below.get(node.id).map((id) => rank.get(id))) - 1);
  return rank;
}

function layersOf(nodes, edges) {
  const rank = ranksOf(nodes, edges);
  const layers = [];
  const place = (item, at) => {
    (layers[at] = layers[at] || []).push(item);
    item.rank = at;
    return item;
  };
  const items = new Map(
    nodes.map((node) => [node.id, place({ node, width: node.width, up: [], down: [], x: 0 }, rank.get(node.id))]),
  );
  const routes = edges.map((edge) => {
    const route = [items.get(edge.from)];
    for (let at = rank.get(edge.from) + 1; at < rank.get(edge.to); ++at)
      route.push(place({ node: null, width: 6, up: [], down: [], x: 0 }, at));
    route.push(items.get(edge.to));
    for (let i = 1; i < route.length; ++i) {
      route[i - 1].down.push(route[i]);
      route[i].up.push(route[i - 1]);
    }
    return route;
  });
  return { layers: layers.map((layer) => layer || []), items, routes };
}

function crossings(layers) {
  let count = 0;
  for (const layer of layers) {
    const ends = layer.flatMap((item) => item.down.map((to) => to.at).sort((a, b) => a - b));
    for (let i = 0; i < ends.length; ++i) for (let j = i + 1; j < ends.length; ++j) count += ends[i] > ends[j] ? 1 : 0;
  }
  return count;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

function orderLayers(layers) {
  const number = () =>
    layers.forEach((layer) =>
      layer.forEach((item, at) => {
        item.at = at;
      }),
    );
  number();
  let best = layers.map((layer) => layer.slice());
  let fewest = crossings(layers);
  const rounds = layers.reduce((sum, layer) => sum + layer.length, 0) > 1500 ? 2 : sweeps;
  for (let round = 0; round < rounds && fewest > 0; ++round) {
    const downwards = round % 2 === 0;
    for (const layer of downwards ? layers : layers.slice().reverse()) {
      const wish = new Map(
        layer.map((item) => {
          const near = downwards ? item.up : item.down;
          return [item, near.length > 0 ? mean(near.map((other) => other.at)) : item.at];
        }),
      );
      layer.sort((a, b) => wish.get(a) - wish.get(b) || a.at - b.at);
      layer.forEach((item, at) => {
        item.at = at;
      });
    }
    const now = crossings(layers);
    if (now < fewest) {
      fewest = now;
      best = layers.map((layer) => layer.slice());
    }
  }
  best.forEach((layer, at) => {
    layers[at] = layer;
  });
  number();
}

function spread(layer, wish) {
  const apart = (a, b) => (a.width + b.width) / 2 + (a.node && b.node ? nodeGap : nodeGap - 4);
  const right = wish.slice();
  for (let i = 1; i < layer.length; ++i) right[i] = Math.max(right[i], right[i - 1] + apart(layer[i - 1], layer[i]));
  const left = wish.slice();
  for (let i = layer.length - 2; i >= 0; --i) left[i] = Math.min(left[i], left[i + 1] - apart(layer[i], layer[i + 1]));
  layer.forEach((item, i) => {
    item.x = (left[i] + right[i]) / 2;
  });
}

function placeLayers(layers) {
  for (const layer of layers)
    spread(
      layer,
      layer.map(() => 0),
    );
  for (let round = 0; round < 24; ++round)
    for (const layer of round % 2 === 0 ? layers : layers.slice().reverse())
      spread(
        layer,
        layer.map((item) => {
          const near = [...item.up, ...item.down, ...(round % 2 === 0 ? item.up : item.down)];
          return near.length > 0 ? mean(near.map((other) => other.x)) : item.x;
        }),
      );
}

/** What hangs together, the largest first. */
function components(nodes, edges) {
  const leader = new Map(nodes.map((node) => [node.id, node.id]));
  const find = (id) => {
    while (leader.get(id) !== id) {
      leader.set(id, leader.get(leader.get(id)));
      id = leader.get(id);
    }
    return id;
  };
  for (const edge of edges) leader.set(find(edge.from), find(edge.to));
  const parts = new Map();
  for (const node of nodes) {
    const id = find(node.id);
    if (!parts.has(id)) parts.set(id, []);
    parts.get(id).push(node);
  }
  return [...parts.values()].sort((a, b) => b.length - a.length || a[0].id - b[0].id);
}

/** Drawings side by side, in rows of at most `widest` unless one is wider: gives each an x and a y. */
function shelve(drawings, widest, gap) {
  let x = 0;
  let y = 0;
  let tallest = 0;
  let right = 0;
  for (const drawing of drawings) {
    if (x > 0 && x + drawing.width > widest) {
      y += tallest + gap;
      x = 0;
      tallest = 0;
    }
    Object.assign(drawing, { x, y });
    x += drawing.width + gap;
    right = Math.max(right, x - gap);
    tallest = Math.max(tallest, drawing.height);
  }
  return { width: right, height: y + tallest };
}

/** nodes: [{id, width, height}] by id; edges: [{from, to}], each from a smaller to a larger id. */
function layoutGraph(nodes, edges) {
  const sorted = edges.slice().sort((a, b) => a.to - b.to || a.from - b.from);
  const { layers, items, routes } = layersOf(nodes, sorted);
  orderLayers(layers);
  placeLayers(layers);
  const height = nodes.length > 0 ? nodes[0].height : 0;
  const all = layers.flat();
  const left = Math.min(...all.map((item) => item.x - item.width / 2));
  const right = Math.max(...all.map((item) => item.x + item.width / 2));
  for (const item of all) {
    item.x -= left;
    item.y = item.rank * (height + layerGap);
  }
  return {
    items,
    routes: sorted.map((edge, at) => ({ edge, route: routes[at] })),
    width: right - left,
    height: layers.length * (height + layerGap) - layerGap,
  };
}
