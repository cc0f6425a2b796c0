// The puzzles as tiles. Each shows a board that solves itself from time to time, or while it is pointed at.

import { request } from "../data/api.js";
import { el, picture, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { routeTo } from "../app/routes.js";
import { reportError } from "../app/status.js";
import { onTheme, theme } from "../app/theme.js";
import { t } from "../app/messages.js";

const MOST_COLUMNS = 8;
const [EVERY, SHOWN] = [2200, 6500]; // ms between two tiles, and ms for which one is solved

/** @param {{ about: Server.About, signal: AbortSignal }} given */
export function createTiles({ about, signal }) {
  const element = el("ol", { class: "puzzle-tiles", test: "puzzle-tiles" });
  const count = about.puzzles.length + 1; // and the library
  element.style.setProperty("--columns", String(Math.ceil(count / Math.ceil(count / MOST_COLUMNS)))); // rows of equal length
  const papers = new Map();
  const tile = (name, href, title, ...drawn) => {
    const paper = el("span", { class: "miniature" }, drawn);
    papers.set(name, paper);
    return el("li", {}, el("a", { class: "puzzle-tile", test: `tile-${name}`, href }, paper, el("span", { class: "tile-name", text: title })));
  };
  replace(element, about.puzzles.map(({ name, title }) => tile(name, routeTo("play", `board=${name}/first`), title)),
    tile("library", routeTo("library"), t("home.library"), icon("library")));
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let turn = 0;
  const playing = setInterval(() => {
    if (calm.matches || document.hidden) return;
    const tile = element.children[(turn += 1) % element.childElementCount];
    tile?.classList.add("solved");
    setTimeout(() => tile?.classList.remove("solved"), SHOWN);
  }, EVERY);
  signal.addEventListener("abort", () => clearInterval(playing));
  onTheme(() => draw().catch(reportError), signal);

  async function draw() {
    const { tiles } = await request("/api/showcase", { theme: theme() === "dark" ? "dark" : "light" }, signal);
    for (const { kind, board, start, solved } of tiles) {
      const paper = papers.get(kind);
      if (!paper) continue;
      replace(paper, combine(start, solved));
      paper.parentElement.href = routeTo("play", new URLSearchParams({ board }));
    }
  }

  return { element, draw };
}

/**
 * Return one picture of a board without marks and solved: what only the solution has is of class "added", what it lacks
 * of class "removed", each with its turn.
 * @param {Server.Drawing} start
 * @param {Server.Drawing} solved
 */
export function combine(start, solved) {
  const layers = [...solved.layers];
  for (const layer of start.layers) if (!layers.includes(layer)) layers.splice(Math.max(0, layers.indexOf(start.layers[start.layers.indexOf(layer) - 1]) + 1), 0, layer);
  /** @type {[string, string[]][]} */
  const groups = layers.map((layer) => [layer, [...new Set([...start.shapes[layer] ?? [], ...solved.shapes[layer] ?? []])]]);
  const svg = picture(start.frame.replace("</svg>", `${groups.map(([layer, shapes]) => `<g ${layer}>${shapes.join("")}</g>`).join("")}</svg>`));
  svg.setAttribute("aria-hidden", "true");
  const drawn = [...svg.children].slice(svg.children.length - layers.length);
  const places = new Map(); // position -> turn, so that a shape fades out while another takes its place
  groups.forEach(([layer, shapes], at) => shapes.forEach((shape, n) => {
    const [isOld, isNew] = [start.shapes[layer]?.includes(shape), solved.shapes[layer]?.includes(shape)];
    if (isOld && isNew) return;
    const one = /** @type {SVGElement} */ (drawn[at].children[n]);
    const place = placeOf(one);
    if (!places.has(place)) places.set(place, places.size);
    one.classList.add(isNew ? "added" : "removed");
    one.style.setProperty("--turn", String(places.get(place)));
  }));
  return svg;
}

/** Return the position of a shape, rounded to cells. */
function placeOf(shape) {
  const number = (name) => shape.getAttribute(name);
  const [x, y] = [number("cx") ?? number("x") ?? "", number("cy") ?? number("y") ?? ""];
  return x === "" ? shape.getAttribute("d") ?? shape.outerHTML : `${Math.floor(Number(x) / 40)},${Math.floor(Number(y) / 40)}`;
}
