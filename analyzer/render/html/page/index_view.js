// The index of loops. Only the rows in sight are elements, so that thousands of loops cost what forty do.

const rowsAround = 8; // above and below what is in sight

const someAnnotated = loops.some((loop) => !loop.annotated);

let list = null; // the parts of the index that change

function indexColumns() {
  const shown = [["weight", sharesAreKnown ? "Time" : "Rank", "Most important loops first, " + data.order]];
  if (sources.some((source) => source.trips !== null))
    shown.push(["trips", "Trips", "Iterations of the source loop each time it runs; ~ marks an estimate of the compiler"]);
  shown.push(["urgency", "Findings", "Findings, most severe first"]);
  if (comparison) shown.push(["change", "Change", "Change since the baseline"]);
  shown.push(["cycles", "Cycles", "Predicted cycles per iteration of the machine loop"]);
  if (loops.some((loop) => loop.raw.measured !== undefined))
    shown.push(["measured", "Measured", "Measured cycles per iteration of the machine loop, from samples and counts of one run"]);
  if (loops.some((loop) => loop.each !== null)) shown.push(["each", "per source it.", "Cycles per iteration of the source loop"]);
  shown.push(
    ["bound", "Bound by", "The bound that limits the loop"],
    ["loop", "Function", "Function and role of the loop"],
    ["place", "Source", "File and line"],
  );
  if (archs.length > 1) shown.push(["arch", "Core", "The core of the prediction"]);
  shown.push(["vector", "Vectors", "Width of the widest packed arithmetic"]);
  return shown;
}

const widths = {
  weight: "62px",
  trips: "66px",
  urgency: "84px",
  change: "124px",
  cycles: "74px",
  measured: "96px",
  each: "96px",
  bound: "126px",
  loop: "minmax(180px, 1.9fr)",
  place: "minmax(150px, 1fr)",
  arch: "68px",
  vector: "72px",
};

/** One for each rule, however many copies have it. */
function openOf(members) {
  const ofRule = new Map();
  for (const loop of members)
    for (const finding of loop.open)
      if (!finding.minor && (!ofRule.has(finding.rule) || ofRule.get(finding.rule).rank < finding.rank))
        ofRule.set(finding.rule, finding);
  return [...ofRule.values()];
}

/** `row`: of which the loop is the face; null for the others of an unfolded one. */
function cellOf(name, loop, row) {
  const change = row ? changeOf(row) : loop.change;
  switch (name) {
    case "weight":
      return row && (sharesAreKnown ? row.source.share : String(row.source.number + 1));
    case "trips":
      return row && el("span", { title: row.source.iterations && row.source.iterations + " iterations in all" }, row.source.tripsText);
    case "urgency":
      return findingCounts(row ? openOf(row.members) : loop.open.filter((finding) => !finding.minor));
    case "change":
      return change ? changeChip(change) : el("span", { class: "faint" }, "same");
    case "cycles":
      return el("b", null, atLeast(loop) + cyclesText(loop.cycles));
    case "measured":
      return loop.raw.measured === undefined
        ? el("span", { class: "faint" }, "–")
        : el("span", { title: loop.raw.because === undefined ? "" : texts[loop.raw.because] }, cyclesText(loop.raw.measured));
    case "each":
      return loop.each === null ? el("span", { class: "faint" }, "–") : cyclesText(loop.each);
    case "bound":
      return boundChip(loop.bound);
    case "place":
      return el(
        "span",
        { class: "place", title: loop.file.name + ":" + loop.line },
        el("span", { class: "folder" }, loop.file.name.slice(0, loop.file.name.length - baseName(loop.file.name).length)),
        el("span", { class: "leaf" }, baseName(loop.file.name) + ":" + loop.line),
      );
    case "arch":
      return loop.arch;
    case "vector":
      return loop.vector > 0 ? vectorText(loop.vector) : el("span", { class: "faint" }, "none");
    default:
      return null;
  }
}

function unfold(row, opens) {
  if (opens) index.unfolded.add(row.source.number);
  else index.unfolded.delete(row.source.number);
  const current = index.found.indexOf(row);
  layOut();
  index.current = index.rowOf.indexOf(index.found[current]);
  index.focusRow = true;
  drawRows();
}

/** What else there is of a loop of the source, to be unfolded. */
function unfolder(row) {
  const isOpen = index.unfolded.has(row.source.number);
  const words = row.members.length === row.source.loops.length ? row.source.rest : "+" + (row.members.length - 1);
  return el(
    "button",
    {
      type: "button",
      class: "unfold plain",
      tabindex: "-1",
      "aria-expanded": String(isOpen),
      title: (isOpen ? "Fold: " : "Copies, paths and cores: ") + words,
      click: () => unfold(row, !isOpen),
    },
    (isOpen ? "▾ " : "▸ ") + words,
  );
}

function rowOf(loop, at, shown) {
  const row = index.rowOf[at];
  const isFace = at === 0 || index.rowOf[at - 1] !== row;
  const link = el(
    "a",
    {
      href: "#" + encodeURIComponent(loop.id),
      class: "open",
      tabindex: at === index.current ? "0" : "-1",
      focus: () => {
        index.current = at;
      },
    },
    loop.fn,
  );
  const cells = shown.map(([name]) =>
    el(
      "span",
      { role: "cell", class: "cell " + name },
      name === "loop"
        ? [
            link,
            (row.members.length === 1 || index.unfolded.has(row.source.number)) &&
              (loop.role || loop.path) &&
              el(
                "span",
                { class: "role", title: [loop.role, loop.path].filter(Boolean).join(", ") },
                [loop.role, shortPath(loop)].filter(Boolean).join(", "),
              ),
            isFace && row.members.length > 1 && unfolder(row),
            loop.annotated && someAnnotated && el("span", { class: "tag", title: "Annotated in the source" }, "annotated"),
          ]
        : cellOf(name, loop, isFace ? row : null),
    ),
  );
  const line = el(
    "div",
    { role: "row", class: "row" + (at % 2 ? " odd" : "") + (isFace ? "" : " copy"), "aria-rowindex": at + 2 },
    cells,
  );
  line.style.top = at * list.rowHeight + "px";
  return line;
}

function drawRows(all) {
  if (!list || !list.body.isConnected) return;
  const focused = list.body.contains(document.activeElement);
  list.rowHeight = parseFloat(getComputedStyle(list.body).getPropertyValue("--row")) || 36;
  list.body.style.height = index.rows.length * list.rowHeight + "px";
  const top = list.body.getBoundingClientRect().top; // with the scroll bar that the height may bring
  const first = all ? 0 : Math.max(0, Math.floor(-top / list.rowHeight) - rowsAround);
  const last = all
    ? index.rows.length
    : Math.min(index.rows.length, Math.ceil((window.innerHeight - top) / list.rowHeight) + rowsAround);
  const made = [];
  for (let at = first; at < last; ++at) made.push(rowOf(index.rows[at], at, list.columns));
  if (!all && !(index.current >= first && index.current < last) && made.length > 0) made[0].querySelector("a").tabIndex = 0;
  list.body.replaceChildren(...made);
  if (focused || index.focusRow) {
    index.focusRow = false;
    const target = index.current >= first && index.current < last ? made[index.current - first] : null;
    if (target) target.querySelector("a").focus({ preventScroll: true });
  }
}

/** Another row becomes the current one and comes into sight. */
function moveTo(at) {
  if (!list || index.rows.length === 0) return;
  index.current = Math.max(0, Math.min(at, index.rows.length - 1));
  const head = list.head.getBoundingClientRect().bottom;
  const top = list.body.getBoundingClientRect().top + index.current * list.rowHeight;
  if (top < head + 4) window.scrollBy(0, top - head - 4);
  else if (top + list.rowHeight > window.innerHeight - 8) window.scrollBy(0, top + list.rowHeight - window.innerHeight + 8);
  index.focusRow = true;
  drawRows();
}

function drawFacets() {
  const bounds = facetCounts("bounds", (loop) => loop.bound);
  const total = [...bounds.values()].reduce((sum, count) => sum + count, 0);
  list.stack.replaceChildren(
    ...[...kinds.keys()]
      .filter((kind) => bounds.get(kind))
      .map((kind) => {
        const piece = el("span", { "data-bound": kind, title: boundNames[kind] + ": " + bounds.get(kind) + " of " + total });
        piece.style.flexGrow = bounds.get(kind);
        return piece;
      }),
  );
  const counts = { bounds, archs: facetCounts("archs", (loop) => loop.arch) };
  for (const { button, count, facet, value } of list.toggles) {
    button.setAttribute("aria-pressed", index[facet].has(value));
    if (counts[facet]) count.textContent = (counts[facet].get(value) || 0).toLocaleString("en");
  }
  list.summary.textContent = (isFiltered() ? index.found.length.toLocaleString("en") + " of " : "") + counted(sources.length, "loop");
  list.clear.hidden = !isFiltered();
  list.nothing.hidden = index.rows.length > 0;
  for (const { cell, name } of list.heads)
    cell.setAttribute("aria-sort", index.sort !== name ? "none" : index.direction === "down" ? "descending" : "ascending");
}

/** After each change of a filter or of the order. */
function indexChanged(keepsPlace) {
  if (!keepsPlace) index.current = 0;
  refreshRows();
  history.replaceState(null, "", indexAddress());
  const start = list.body.getBoundingClientRect().top - list.head.getBoundingClientRect().height - byId("top").offsetHeight;
  if (!keepsPlace && start < 0) window.scrollBy(0, start);
  drawFacets();
  drawRows();
  announce(list.summary.textContent);
}

function toggleOf(facet, value, label) {
  const count = el("span", { class: "count" });
  const button = el(
    "button",
    {
      type: "button",
      class: "toggle",
      "aria-pressed": "false",
      "data-bound": facet === "bounds" ? value : null,
      click: () => {
        if (!index[facet].delete(value)) index[facet].add(value);
        indexChanged();
      },
    },
    label,
    facet !== "only" && count,
  );
  list.toggles.push({ button, count, facet, value });
  return button;
}

function inputOf(id, label, field, hint, choices) {
  const input = el("input", {
    id,
    type: "search",
    placeholder: hint,
    autocomplete: "off",
    spellcheck: "false",
    value: index[field],
    list: choices ? id + "-list" : null,
    input: () => {
      index[field] = input.value;
      indexChanged();
    },
  });
  list.inputs.push({ input, field });
  return el(
    "label",
    { class: "field " + field },
    el("span", null, label),
    input,
    choices &&
      el(
        "datalist",
        { id: id + "-list" },
        choices.slice(0, 400).map((choice) => el("option", { value: choice })),
      ),
  );
}

function headOf([name, label, title]) {
  const cell = el(
    "span",
    { role: "columnheader", class: "cell " + name },
    el(
      "button",
      {
        type: "button",
        title: title + " (sort)",
        click: () => {
          if (index.sort === name) index.direction = index.direction === "down" ? "up" : "down";
          else Object.assign(index, { sort: name, direction: columns[name].first });
          indexChanged();
        },
      },
      label,
      el("span", { class: "arrow", "aria-hidden": "true" }),
    ),
  );
  list.heads.push({ cell, name });
  return cell;
}

function filterBar() {
  const sorted = (values) => [...new Set(values)].sort();
  const only = Object.keys(onlyKinds).filter((name) => loops.some(onlyKinds[name].holds) && !loops.every(onlyKinds[name].holds));
  list.clear = el("button", { type: "button", class: "plain", click: clearFilters }, "Clear filters");
  return el(
    "form",
    { class: "filters", role: "search", "aria-label": "Filter loops", submit: (event) => event.preventDefault() },
    el(
      "div",
      { class: "fields" },
      inputOf("filter", "Filter", "text", "function, file:line, opcode, rule …"),
      inputOf("filter-file", "File", "file", "any", sorted(loops.map((loop) => loop.file.name))),
      inputOf("filter-function", "Function", "fn", "any", sorted(loops.map((loop) => loop.fn))),
    ),
    el(
      "div",
      { class: "facets" },
      el(
        "div",
        { class: "facet", role: "group", "aria-label": "Bound by" },
        el("span", { class: "facet-name" }, "Bound by"),
        [...kinds.keys()]
          .filter((kind) => loops.some((loop) => loop.bound === kind))
          .map((kind) =>
            toggleOf("bounds", kind, [el("span", { class: "sign", "aria-hidden": "true" }, boundSigns[kind]), boundNames[kind]]),
          ),
      ),
      archs.length > 1 &&
        el(
          "div",
          { class: "facet", role: "group", "aria-label": "Core" },
          el("span", { class: "facet-name" }, "Core"),
          archs.map((arch) => toggleOf("archs", arch, arch)),
        ),
      only.length > 0 &&
        el(
          "div",
          { class: "facet", role: "group", "aria-label": "Only" },
          el("span", { class: "facet-name" }, "Only"),
          only.map((name) => toggleOf("only", name, onlyKinds[name].name)),
        ),
    ),
  );
}

function clearFilters() {
  const { sort, direction } = index;
  Object.assign(index, filterDefaults(), { sort, direction });
  for (const { input, field } of list.inputs) input.value = index[field];
  indexChanged();
}

function indexView() {
  list = { toggles: [], inputs: [], heads: [], columns: indexColumns(), rowHeight: 36 };
  list.stack = el("div", { class: "stack", "aria-hidden": "true" });
  list.summary = el("span", { class: "summary" });
  list.nothing = el(
    "p",
    { class: "message" },
    loops.length === 0 ? "There are no loops in this report." : "No loop matches these filters.",
  );
  list.head = el("div", { role: "row", class: "row head", "aria-rowindex": "1" });
  list.body = el("div", { role: "rowgroup", class: "rows" });
  const filters = filterBar();
  list.head.append(...list.columns.map(headOf));
  const template = list.columns.map(([name]) => widths[name]).join(" ");
  const table = el(
    "div",
    { role: "table", class: "loops", "aria-label": "Loops", "aria-rowcount": sources.length + 1 },
    el("div", { role: "rowgroup", class: "heads" }, list.head),
    list.body,
  );
  table.style.setProperty("--columns", template);
  refreshRows();
  drawFacets();
  return [
    el("h1", { class: "unseen" }, "Loops"),
    filters,
    el("div", { class: "above" }, list.summary, el("span", { class: "faint order" }, data.order), list.stack, list.clear),
    table,
    list.nothing,
  ];
}
