// The addresses of the views. `#/` is the home page; every other view is in one of four sections, as in
// `#/search/race`. A section's own address shows its first view. Addresses of earlier versions, such as
// `#/race`, are redirected.

/** The views of each section with the modules that show them. */
export const SECTIONS = {
  play: { play: "play/play", library: "library/library", explain: "explain/explain", techniques: "explain/techniques", train: "explain/train" },
  create: { compose: "compose/compose", make: "make/make", convert: "board/convert" },
  search: { watch: "watch/watch", race: "watch/race", lab: "lab/lab" },
  learn: { learn: "learn/learn", assignment: "assignment/assignment" },
};
const HOME = { section: null, view: "home", module: "home/home" };

/**
 * Return the address of a view.
 * @param {string} view
 * @param {URLSearchParams | string} [query]
 */
export function routeTo(view, query = "") {
  const section = Object.keys(SECTIONS).find((name) => view in SECTIONS[name]);
  const path = section === undefined ? "" : view === section ? section : `${section}/${view}`;
  return `#/${path}${String(query) ? `?${query}` : ""}`;
}

/** Return the view of an address: its section, module and query, and its own address, which differs if it is an old one. */
export function parseRoute(hash) {
  const [path, rest = ""] = hash.replace(/^#\/?/, "").split("?");
  const [first, second] = path.split("/");
  const sections = Object.keys(SECTIONS);
  const view = second ?? (first in SECTIONS ? Object.keys(SECTIONS[first])[0] : first);
  const section = sections.find((name) => view in SECTIONS[name] && (second === undefined || name === first));
  const found = section ? { section, view, module: SECTIONS[section][view] } : HOME;
  return { ...found, query: new URLSearchParams(rest), address: routeTo(found.view, rest) };
}
