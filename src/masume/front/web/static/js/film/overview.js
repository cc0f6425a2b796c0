// The overview of a large search tree: nodes per depth with the branching, f over time, and a map of the
// largest subtrees. A click on a depth or on a part of the map opens a subtree.

import { el, replace } from "../ui/dom.js";
import { createTrace } from "../watch/heuristic-chart.js";
import { summarise } from "./tree-summary.js";
import { number, t } from "../app/messages.js";

export const LARGE = 2000; // nodes of a tree that is summarised first
const ROW = 1.7; // height of a level of the map, in letters

/** Create the overview; `opened(id)` is called with the root of a chosen subtree, `jump(place)` with a frame. */
export function createOverview({ opened, jump }) {
  const about = el("p", { class: "muted", test: "overview-about" });
  const depths = el("tbody", { test: "overview-depths" });
  const columns = ["depth", "nodes", "expanded", "branching"].map((name) => el("th", { scope: "col", text: t(`overview.${name}`) }));
  const trace = createTrace({ test: "overview-f", chosen: jump });
  const title = el("h3");
  const map = el("div", { class: "subtree-map", test: "overview-map" });
  const element = el("div", { class: "overview", test: "overview", hidden: true }, about,
    el("div", { class: "depths" }, el("table", {}, el("thead", {}, el("tr", {}, columns)), depths)),
    el("div", {}, title, trace.element),
    el("div", {}, el("h3", { text: t("overview.map") }), map));
  let shown = ""; // the tree that is summarised

  /** Show the tree of a frame's round as far as the film is known. */
  function show(film, place) {
    const { nodes, frames } = film;
    const { round } = frames[place];
    const from = nodes.roots.get(round)?.[0] ?? 0;
    const upto = nodes.roots.get(round + 1)?.[0] ?? nodes.count();
    if (shown === `${from} ${upto}`) return void trace.mark(frames[place]);
    shown = `${from} ${upto}`;
    const { depths: rows, blocks } = summarise(nodes, from, upto);
    const most = Math.max(...rows.map((row) => row.n));
    const branching = (at) => (rows[at].expanded ? (rows[at + 1]?.n ?? 0) / rows[at].expanded : null);
    const all = rows.reduce((sum, row) => sum + row.expanded, 0);
    about.textContent = t("overview.about", { n: upto - from, depth: rows.length - 1, branching: number((upto - from - 1) / Math.max(1, all)) });
    replace(depths, rows.map((row, at) => {
      const button = el("button", { type: "button", class: "plain", title: t("overview.open"), test: `overview-depth-${at}`, text: number(row.n), on: { click: () => opened(row.largest) } });
      button.style.setProperty("--part", String(row.n / most));
      return el("tr", {}, el("th", { scope: "row", text: at }), el("td", {}, button), el("td", { text: number(row.expanded) }), el("td", { text: number(branching(at)) }));
    }));
    const value = nodes.isBlind ? "depth" : "f";
    title.textContent = t("overview.trace", { value });
    trace.draw(frames.filter((frame) => frame.round === round), frames.findIndex((frame) => frame.round === round), value);
    trace.mark(frames[place]);
    map.style.height = `${ROW * (1 + Math.max(...blocks.map((block) => block.depth)))}em`;
    replace(map, blocks.map((block) => {
      const name = `${nodes.move[block.id] ?? t("tree.root")}: ${t("tree.count", { n: block.n })}`;
      const button = el("button", { type: "button", title: name, "aria-label": name, "data-node": block.id, text: block.width > 0.05 ? number(block.n) : "", on: { click: () => opened(block.id) } });
      Object.assign(button.style, { left: `${100 * block.x}%`, width: `${100 * block.width}%`, top: `${ROW * block.depth}em` });
      return button;
    }));
  }

  return { element, show };
}
