// The search tree of one round, if it is small enough: each expanded node below its parent.

import { el, replace, svgEl } from "./dom.js";
import { number, t } from "./words.js";

export const MOST = 150;
const [DOWN, EDGE] = [36, 12];

export function createTree({ test, chosen }) {
  const element = el("div", { class: "tree", test });
  let nodes = []; // {at, frame, parent, children, x, level, dot, edge}
  let key = null;

  /** Draw the nodes of these frames; `places` are their numbers in the film. */
  function draw(frames, places) {
    const numbered = places.filter((at) => frames[at].id !== null && frames[at].id !== undefined);
    const next = `${places[0]}:${places.length}`;
    if (key === next) return;
    key = next;
    nodes = [];
    if (!places.length) return void replace(element);
    if (places.length > MOST || numbered.length < places.length - 1) {
      return void replace(element, el("p", { class: "quiet", text: t("watch.tree.large", { most: MOST }) }));
    }
    nodes = linked(frames, numbered);
    replace(element, drawn());
  }

  function drawn() {
    const roots = nodes.filter((node) => !node.parent);
    let leaves = 0;
    const lay = (node, level) => {
      node.level = level;
      for (const child of node.children) lay(child, level + 1);
      node.x = node.children.length ? (node.children[0].x + node.children.at(-1).x) / 2 : leaves++;
    };
    for (const root of roots) lay(root, 0);
    // As wide as the page, but nodes are neither far apart nor upon each other.
    const across = Math.max(9, Math.min(26, (element.clientWidth - 2 * EDGE) / leaves));
    const radius = Math.min(6.5, across * 0.42);
    const width = leaves * across + 2 * EDGE;
    const height = Math.max(...nodes.map((node) => node.level), 0) * DOWN + 2 * EDGE;
    const x = (node) => EDGE + (node.x + 0.5) * across;
    const y = (node) => EDGE + node.level * DOWN;
    for (const node of nodes) {
      node.edge = node.parent && svgEl("path", { class: "edge", d: `M${x(node.parent)} ${y(node.parent)}L${x(node)} ${y(node)}` });
      node.dot = svgEl("circle", { class: "node", cx: x(node), cy: y(node), r: radius, on: { click: () => chosen(node.at) } }, svgEl("title", { text: title(node.frame) }));
    }
    return svgEl("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("watch.tree.label", { n: nodes.length }) },
      nodes.map((node) => node.edge), nodes.map((node) => node.dot));
  }

  /** Tell apart what was expanded before, the way to the current node, and the node itself. */
  function mark(place) {
    if (!nodes.length) return;
    const now = nodes.findLast((node) => node.at <= place);
    const way = new Set();
    for (let node = now; node; node = node.parent) way.add(node);
    for (const node of nodes) {
      const ahead = node.at > place;
      node.dot.setAttribute("class", `node ${node === now ? "now" : way.has(node) ? "on-way" : ahead ? "ahead" : "seen"}`);
      node.edge?.setAttribute("class", `edge ${way.has(node) ? "on-way" : ahead ? "ahead" : ""}`);
    }
    keepInSight(now);
  }

  function keepInSight(node) {
    if (!node) return;
    const [x, y] = [Number(node.dot.getAttribute("cx")), Number(node.dot.getAttribute("cy"))];
    if (x < element.scrollLeft || x > element.scrollLeft + element.clientWidth) element.scrollLeft = x - element.clientWidth / 2;
    if (y < element.scrollTop || y > element.scrollTop + element.clientHeight) element.scrollTop = y - element.clientHeight / 2;
  }

  return { element, draw, mark };
}

/** Nodes with their parents. A node that is expanded twice, as A* may do, counts once. */
function linked(frames, places) {
  const byId = new Map();
  for (const at of places) {
    const frame = frames[at];
    if (byId.has(frame.id)) continue;
    const parent = byId.get(frame.parent) ?? null;
    const node = { at, frame, parent, children: [] };
    parent?.children.push(node);
    byId.set(frame.id, node);
  }
  return [...byId.values()];
}

function title({ step, depth, g, h, move }) {
  return t("watch.node", { step, depth, g: number(g), h: number(h), move: move ?? "" });
}
