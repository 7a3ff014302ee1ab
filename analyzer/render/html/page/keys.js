// Everything works from the keyboard; these are the keys beyond Tab and Enter.

const shortcuts = [
  ["j  ↓", "next loop, in the list or (j) on the page of a loop"],
  ["k  ↑", "previous loop"],
  ["Enter", "open the loop"],
  ["→  ←", "in the list: unfold or fold copies, paths and cores of a loop"],
  ["Home  End  PgUp  PgDn", "move through the list"],
  ["/", "filter"],
  ["Esc", "leave the filter or return to the list"],
  ["↑  ↓", "in source, assembly, graph and timeline: move from line to line"],
  ["t", "switch between light, dark and system colours"],
  ["?", "this help"],
];

function showHelp() {
  const help = byId("help");
  if (help.open) {
    help.close();
    return;
  }
  help.replaceChildren(
    el("h2", null, "Keys"),
    el(
      "dl",
      { class: "keys" },
      shortcuts.map(([keys, words]) => [
        el(
          "dt",
          null,
          keys.split("  ").map((key) => el("kbd", null, key)),
        ),
        el("dd", null, words),
      ]),
    ),
    el("form", { method: "dialog" }, el("button", { class: "plain" }, "Close")),
  );
  help.showModal();
}

const isTyping = (target) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

function indexKey(event) {
  const page = Math.max(1, Math.floor(window.innerHeight / list.rowHeight) - 6);
  const inRows = list.body.contains(document.activeElement);
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (
    event.key in steps &&
    (inRows || event.key.length === 1 || document.activeElement === document.body || document.activeElement === byId("main"))
  ) {
    moveTo(inRows ? index.current + steps[event.key] : index.current);
    return true;
  }
  if (inRows && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    const row = index.rowOf[index.current];
    if (row && row.members.length > 1) unfold(row, event.key === "ArrowRight");
    return true;
  }
  if (inRows && (event.key === "Home" || event.key === "End")) {
    moveTo(event.key === "Home" ? 0 : index.rows.length - 1);
    return true;
  }
  return false;
}

function inFilter(event) {
  if ((event.key === "ArrowDown" && event.target.id === "filter") || event.key === "Enter") {
    moveTo(index.current);
    return true;
  }
  if (event.key !== "Escape") return false;
  event.target.blur();
  moveTo(index.current);
  return true;
}

function handled(event) {
  if (isTyping(event.target)) return view.name === "loops" && inFilter(event);
  switch (event.key) {
    case "/":
      if (view.name !== "loops") openView(indexAddress());
      byId("filter").focus();
      byId("filter").select();
      return true;
    case "?":
      showHelp();
      return true;
    case "t":
      nextTheme();
      return true;
    case "Escape":
      if (view.name === "loops") return false;
      openView(indexAddress());
      return true;
    case "j":
    case "k":
      if (view.name !== "loop") break;
      document.querySelector(".steps [data-step='" + (event.key === "j" ? 1 : -1) + "']")?.click();
      return true;
    default:
  }
  return view.name === "loops" && indexKey(event);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
  if (handled(event)) event.preventDefault();
});
byId("help-button").addEventListener("click", showHelp);
