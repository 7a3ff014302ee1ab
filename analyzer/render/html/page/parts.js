// The details of loops in a page of many loops: they are in parts, compressed. One part at a time is unpacked.

/** The part of each loop; undefined: the page has no parts. */
const partOfLoop = data.parts && new Map(data.parts.flatMap((part, number) => part.map((index) => [index, number])));

/** Numbers from these on belong to the part that was unpacked last. */
const ownValues = {
  texts: texts.length,
  files: files.length,
  codes: data.codes.length,
  figures: data.figures.length,
  ports: data.ports.length,
  lists: data.lists.length,
};

let unpackedPart = null;

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** The browser may still be reading the page. */
function elementOfPart(number) {
  const id = "part-" + number;
  if (document.readyState !== "loading") return Promise.resolve(byId(id));
  return new Promise((done) => document.addEventListener("DOMContentLoaded", () => done(byId(id)), { once: true }));
}

/** Unpacks the part that has the details of the loop. */
async function readPart(loop) {
  const number = partOfLoop.get(loop.index);
  return { number, values: await unpacked((await elementOfPart(number)).textContent) };
}

function usePart({ number, values: part }) {
  const replace = (all, name, own) => {
    all.length = ownValues[name];
    all.push(...own);
  };
  replace(texts, "texts", part.texts.map(legible));
  replace(
    files,
    "files",
    part.files.map((file, at) => fileOf(file, ownValues.files + at)),
  );
  for (const file of files) file.excerpts = [];
  for (const name of ["codes", "figures", "ports", "lists"]) replace(data[name], name, part[name]);
  addDetails(part);
  unpackedPart = number;
}

const hasDetails = (loop) => partOfLoop === undefined || partOfLoop.get(loop.index) === unpackedPart;
