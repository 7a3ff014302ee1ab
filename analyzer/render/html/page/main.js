// Which view the address names, and the colours.
//   #/loops?...  #/findings  #/changes  #/notes    the views;    #<id of a loop>    the page of a loop

const view = { name: "", loop: null };

const views = [["loops", "Loops", sources.length]];
if (findings.length > 0) views.push(["findings", "Findings", foldedFindings.length]);
if (comparison) views.push(["changes", "Changes", changes.length]);
if (outsiders() > 0) views.push(["notes", "Notes", outsiders()]);

function drawTabs() {
  byId("views").replaceChildren(
    ...views.map(([name, words, count]) =>
      el(
        "a",
        {
          href: name === "loops" ? indexAddress() : "#/" + name,
          "aria-current": view.name === name ? "page" : view.name === "loop" && name === "loops" ? "true" : null,
        },
        words,
        el("span", { class: "count" }, count.toLocaleString("en")),
      ),
    ),
  );
}

function show(content, title) {
  byId("main").removeAttribute("aria-busy");
  byId("main").replaceChildren(...content.filter(Boolean));
  document.title = title + " – osaca";
  drawTabs();
}

function showLoop(id) {
  const loop = loopById.get(id);
  view.name = "loop";
  view.loop = loop || null;
  if (!loop) {
    show(
      [
        el("h1", null, "No such loop"),
        el(
          "p",
          { class: "message" },
          "There is no loop " + legible(id) + " in this report. ",
          el("a", { href: "#/loops" }, "All loops"),
        ),
      ],
      "No such loop",
    );
    return;
  }
  const at = index.rows.indexOf(loop);
  if (at >= 0) index.current = at;
  if (hasDetails(loop)) {
    drawLoop(loop);
    return;
  }
  const isShown = () => view.name === "loop" && view.loop === loop;
  byId("main").setAttribute("aria-busy", "true");
  readPart(loop).then(
    (part) => {
      if (!isShown()) return;
      usePart(part);
      drawLoop(loop);
    },
    (problem) => isShown() && showMissingDetails(loop, problem),
  );
}

function drawLoop(loop) {
  show(loopView(loop), loop.fn + ", " + cyclesText(loop.cycles) + " cycles");
  window.scrollTo(0, 0);
  byId("loop-title").focus({ preventScroll: true });
}

function showMissingDetails(loop, problem) {
  const why =
    typeof DecompressionStream === "undefined"
      ? "This browser cannot unpack the details of loops, which Chromium 80, Firefox 113 and Safari 16.4 can."
      : "The details of this loop cannot be read; the file may be incomplete (" + problem.message + ").";
  show([el("h1", { tabindex: "-1", id: "loop-title" }, loop.fn), el("p", { class: "message" }, why)], loop.fn);
}

function showIndex(query) {
  const returns = view.name === "loop";
  const scroll = index.scroll;
  const current = index.current;
  readIndexAddress(query);
  view.name = "loops";
  index.current = current;
  show(indexView(), counted(sources.length, "loop"));
  window.scrollTo(0, scroll);
  drawRows();
  if (returns && loops.length > 0) moveTo(index.current);
}

function route() {
  if (view.name === "loops") index.scroll = view.scrollY || 0;
  const hash = location.hash.slice(1);
  if (hash === "" || hash.startsWith("/loops")) {
    showIndex(hash.replace(/^[^?]*\??/, ""));
    return;
  }
  const other = { "/findings": findingsView, "/changes": changesView, "/notes": notesView }[hash];
  if (other) {
    view.name = hash.slice(1);
    show(other(), views.find(([name]) => name === view.name)?.[1] || "Report");
    window.scrollTo(0, 0);
    byId("main").focus({ preventScroll: true });
    return;
  }
  let id = hash;
  try {
    id = decodeURIComponent(hash);
  } catch {
    // not an address of ours: named as it is
  }
  showLoop(id);
}

function openView(address) {
  history.pushState(null, "", address);
  route();
}

/** From loop to loop without filling the history. */
function openInstead(loop) {
  if (!loop) return;
  history.replaceState(null, "", "#" + encodeURIComponent(loop.id));
  route();
}

const themes = ["system", "light", "dark"];
let theme = "system";

function setTheme(name) {
  theme = name;
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  const words = { system: "◐ Auto", light: "○ Light", dark: "● Dark" }[name];
  byId("theme").textContent = words;
  byId("theme").setAttribute("aria-label", "Colours: " + name + ". Change");
}

function nextTheme() {
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  announce("Colours: " + theme);
  try {
    localStorage.setItem("osaca-theme", theme);
  } catch {
    // a file that may keep nothing: the choice lasts as long as the page
  }
}

function storedTheme() {
  try {
    const stored = localStorage.getItem("osaca-theme");
    return themes.includes(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

let redraw = 0;
const drawSoon = () => {
  if (view.name === "loops") view.scrollY = window.scrollY;
  cancelAnimationFrame(redraw);
  redraw = requestAnimationFrame(() => view.name === "loops" && drawRows());
};

setTheme(storedTheme());
byId("theme").addEventListener("click", nextTheme);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("main").focus();
});
refreshRows();
history.scrollRestoration = "manual";
window.addEventListener("scroll", drawSoon, { passive: true });
window.addEventListener("resize", drawSoon);
window.addEventListener("hashchange", route);
window.addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not(.folded)")) folded.open = true;
  if (view.name === "loops") drawRows(true);
});
window.addEventListener("afterprint", drawSoon);
route();
