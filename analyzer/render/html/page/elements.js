// Makes elements. Text only ever becomes text: nothing here or elsewhere writes markup.

const svgSpace = "http://www.w3.org/2000/svg";

function filled(made, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return made;
}

/** el("a", {href: "#x", click: f}, "text", child, [children]) */
const el = (tag, properties, ...children) => filled(document.createElement(tag), properties, children);
const svg = (tag, properties, ...children) => filled(document.createElementNS(svgSpace, tag), properties, children);

const byId = (id) => document.getElementById(id);

/** For readers of the screen only. */
const unseen = (text) => el("span", { class: "unseen" }, text);

/** A piece of the page with a heading that can be folded away. */
function section(id, title, remark, ...content) {
  return el(
    "section",
    { id, class: "part", "aria-labelledby": id + "-title" },
    el("div", { class: "part-head" }, el("h2", { id: id + "-title" }, title), remark && el("p", { class: "remark" }, remark)),
    ...content,
  );
}

/** A heading of a column: el("th", ...) with its scope. */
const columnHead = (properties, ...text) => el("th", { scope: "col", ...properties }, ...text);

/** A table that scrolls by itself where it is wider than the page. `caption` is for readers of the screen only; it may be null. */
const scrollingTable = (properties, caption, heads, rows) =>
  el(
    "div",
    { class: "scroll" },
    el(
      "table",
      properties,
      caption && el("caption", { class: "unseen" }, caption),
      el("thead", null, el("tr", null, heads)),
      el("tbody", null, rows),
    ),
  );

function announce(text) {
  byId("announce").textContent = text;
}

/** Among elements in a list one takes part in the order of Tab; arrows move on to the others. */
function roving(elements) {
  if (elements.length === 0) return;
  const select = (target) => {
    for (const element of elements) element.setAttribute("tabindex", element === target ? "0" : "-1");
  };
  select(elements[0]);
  elements.forEach((element, at) => {
    element.addEventListener("focus", () => select(element));
    element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const to = step ? at + step : event.key === "Home" ? 0 : event.key === "End" ? elements.length - 1 : -1;
      if (!elements[to]) return;
      event.preventDefault();
      elements[to].focus();
    });
  });
}
