// The search tree on a canvas: the wheel zooms, dragging pans, and a click selects a node or opens a
// branch. The size of the canvas and of its letters decides how much of a tree is shown, so that labels
// can be read; what is left out is a sign with its number of nodes.

import { choice, el } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { nodeText } from "./node-text.js";
import { layOut } from "./tree-layout.js";
import { drawTree, drawnText } from "./tree-drawing.js";
import { sample } from "./tree-legend.js";
import { t } from "../app/messages.js";

const LETTER = 13; // font size in pixels at zoom 1, unless the style sheet sets another
const [LEAST_DOWN, MOST_DOWN] = [3.5, 9]; // distance of levels, in letters
const MOST_ZOOM = 1.4; // of trees that have room to spare
const LABELS = ["none", "move", "f", "g", "h"];
const KINDS = ["current", "expanded", "open", "duplicate", "pruned", "dropped", "goal"];
const NOTHING = { items: [], leaves: 0, levels: 0 };

/** Create the tree; `chosen(id)` is called when a node is clicked. */
export function createTree({ test, chosen, signal }) {
  const canvas = el("canvas", { test, role: "img", tabindex: 0, "aria-label": t("watch.tree") });
  const label = choice(LABELS.map((name) => [name, t(`tree.label.${name}`)]), { test: `${test}-labels`, "aria-label": t("tree.labels"), value: "f", on: { change: refresh } });
  const button = (name, sign, action) => el("button", { type: "button", class: "plain", test: `${test}-${name}`, "aria-label": t(`tree.${name}`), title: t(`tree.${name}`), on: { click: action } }, icon(sign));
  const tip = el("div", { class: "tree-tip", hidden: true });
  const count = el("span", { class: "muted", test: `${test}-count` });
  const bar = el("div", { class: "row tree-bar" }, el("h2", { class: "visually-hidden", text: t("watch.tree") }), count, el("span", { class: "spacer" }), label,
    button("zoom-out", "minus", () => zoomHere(1 / 1.4)), button("zoom-in", "plus", () => zoomHere(1.4)), button("fit", "fit", fit), button("follow", "follow", () => { follows = true; chosenZoom = null; follow(); draw(); }));
  const key = el("p", { class: "tree-key muted" }, KINDS.map((kind) => el("span", {}, sample(kind), el("span", { text: t(`tree.kind.${kind}`) }))));
  const element = el("div", { class: "tree" }, bar, el("div", { class: "tree-paper" }, canvas, tip), key);
  const view = { x: 0, y: 0, zoom: 1 };
  const opened = new Set();
  const shut = new Set();
  let film = null;
  let at = 0; // current frame
  let laid = NOTHING;
  let drag = null;
  let follows = true; // whether the current node stays visible
  let down = LEAST_DOWN; // distance of levels, in letters
  let chosenZoom = null; // zoom set by the buttons; null fits as much of the tree as is readable
  let letter = LETTER; // larger in lecture mode
  let pointed = null; // highlighted node
  let top = null; // root of the subtree that is shown; null shows the whole tree

  new ResizeObserver(() => { resize(); refresh(); }).observe(canvas);
  canvas.addEventListener("wheel", wheel, { passive: false, signal });
  canvas.addEventListener("pointerdown", grab, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", drop, { signal });
  canvas.addEventListener("pointercancel", () => { drag = null; }, { signal });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; }, { signal });

  const edge = () => 2 * letter;
  const across = () => letter * Math.max(2.5, 0.62 * widest() + 0.9); // distance of leaves
  const sx = (x) => (edge() + (x + 0.5) * across()) * view.zoom + view.x;
  const sy = (y) => (edge() + y * down * letter) * view.zoom + view.y;
  const wide = () => laid.leaves * across() + 2 * edge();
  const high = (distance = down) => laid.levels * distance * letter + 2.5 * edge();

  /** Return the number of letters of the longest number in a node. */
  function widest() {
    return Math.max(3, String(film?.frames[at]?.step ?? 0).length);
  }

  function resize() {
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth * scale, canvas.clientHeight * scale].map(Math.round);
    letter = parseFloat(getComputedStyle(canvas).fontSize) || LETTER;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  }

  /** Show the tree at a frame. */
  function show(nextFilm, place) {
    if (film !== nextFilm) {
      film = nextFilm;
      opened.clear();
      shut.clear();
      Object.assign(view, { x: 0, y: 0, zoom: 1 });
      follows = true;
      pointed = chosenZoom = top = null;
    }
    at = place;
    refresh();
  }

  function refresh() {
    updateLayout();
    if (follows) follow();
    draw();
  }

  /** Lay out as many branches as there is room for. */
  function updateLayout() {
    const frame = film?.frames[at];
    laid = NOTHING;
    if (!frame) return;
    const upto = film.upto(at);
    if (top !== null && top >= upto) top = null; // in an earlier frame
    const roots = top === null ? (film.nodes.roots.get(frame.round) ?? []) : [top];
    const current = top === null || film.nodes.path(frame.id ?? -1).includes(top) ? frame.id : null;
    const room = Math.max(5, Math.floor((canvas.clientWidth - 2 * edge()) / across()));
    for (let part = room; part > 1 && (laid === NOTHING || laid.leaves > room); part -= Math.ceil(part / 5)) {
      const few = Math.max(1, Math.floor((4 * part) / room)); // fewer siblings as there is less room
      laid = layOut(film.nodes, { roots, upto, current, opened, shut, room: part, siblings: Math.max(2, part - 2), few });
    }
    const all = top !== null ? laid.items[0].n : roots.length ? upto - roots[0] : 0;
    const shown = laid.items.filter((item) => item.id !== null).length;
    count.textContent = t(shown < all ? "tree.count.some" : "tree.count", { n: all, shown });
    canvas.setAttribute("aria-label", t("tree.about", { n: all, shown, step: frame.step }));
  }

  /** Fit the tree, or move the current node into view if the tree is too large. */
  function follow() {
    const item = currentItem() ?? laid.items[0];
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (!item || !width) return;
    view.zoom = chosenZoom ?? Math.max(1, Math.min(MOST_ZOOM, width / wide(), height / high(LEAST_DOWN)));
    if (chosenZoom === null) down = downAt(view.zoom);
    view.x = placeOf(view.x, width, wide() * view.zoom, () => sx(item.x), width / 4);
    view.y = placeOf(view.y, height, high() * view.zoom, () => sy(item.y), Math.min(height / 3, 5 * letter));
  }

  /** Return the offset that centres a tree of this size, or keeps the node at `spot()` off the margins. */
  function placeOf(now, room, size, spot, margin) {
    if (size <= room) return (room - size) / 2;
    const moved = now + Math.min(0, room - margin - spot()) + Math.max(0, margin - spot());
    return Math.min(0, Math.max(room - size, moved));
  }

  function currentItem() {
    const now = film?.frames[at]?.id ?? null;
    return now === null ? undefined : laid.items.find((item) => item.id === now);
  }

  /** Return the distance of levels at which the tree fits the height, within limits. */
  function downAt(zoom) {
    return Math.max(LEAST_DOWN, Math.min(MOST_DOWN, (canvas.clientHeight / zoom - 2.5 * edge()) / Math.max(1, laid.levels) / letter));
  }

  /** Zoom about the current node, or about the central node if the current one is not visible. */
  function zoomHere(factor) {
    const [x, y] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const away = (item) => Math.hypot(sx(item.x) - x, sy(item.y) - y);
    const current = currentItem();
    const item = current && (follows || inSight(current, 0)) ? current : laid.items.reduce((best, one) => (best && away(best) <= away(one) ? best : one), null);
    if (!item) return;
    const isFollowing = follows;
    zoomBy(factor, sx(item.x), sy(item.y));
    follows = isFollowing;
    if (!follows) return;
    chosenZoom = view.zoom;
    follow();
    draw();
  }

  function inSight(item, margin) {
    const [x, y] = [sx(item.x), sy(item.y)];
    return x > -margin && y > -margin && x < canvas.clientWidth + margin && y < canvas.clientHeight + margin;
  }

  function zoomBy(factor, x, y) {
    follows = false;
    const zoom = Math.max(0.08, Math.min(4, view.zoom * factor));
    view.x = x - ((x - view.x) * zoom) / view.zoom;
    view.y = y - ((y - view.y) * zoom) / view.zoom;
    view.zoom = zoom;
    draw();
  }

  /** Show the whole tree, even if its labels become too small to be shown. */
  function fit() {
    follows = false;
    view.zoom = Math.max(0.08, Math.min(MOST_ZOOM, canvas.clientWidth / wide(), canvas.clientHeight / high(LEAST_DOWN)));
    down = downAt(view.zoom);
    view.x = (canvas.clientWidth - wide() * view.zoom) / 2;
    view.y = Math.max(0, (canvas.clientHeight - high() * view.zoom) / 2);
    draw();
  }

  function wheel(event) {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    if (event.ctrlKey || !event.shiftKey) zoomBy(Math.exp(-event.deltaY * 0.002), event.clientX - box.left, event.clientY - box.top);
    else {
      view.x -= event.deltaY;
      draw();
    }
  }

  function grab(event) {
    drag = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!drag) return void hover(event);
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < 5) return;
    Object.assign(drag, { x: event.clientX, y: event.clientY, moved: true });
    follows = false;
    view.x += dx;
    view.y += dy;
    draw();
  }

  function drop(event) {
    const was = drag;
    drag = null;
    if (!was || was.moved) return;
    const item = itemAt(event);
    if (!item || (item.id === null && item.sign !== "more")) return;
    if (item.sign === "more") toggle(item.of, true);
    else if (item.sign === "closed") toggle(item.id, true);
    else if (event.detail === 2 || event.altKey) toggle(item.id, false);
    else chosen(item.id);
  }

  function toggle(id, isOpen) {
    (isOpen ? shut : opened).delete(id);
    (isOpen ? opened : shut).add(id);
    follows = false;
    refresh();
  }

  function itemAt(event) {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let least = Math.max(9, letter * view.zoom);
    for (const item of laid.items) {
      const away = Math.hypot(sx(item.x) - x, sy(item.y) - y);
      if (away < least) [best, least] = [item, away];
    }
    return best;
  }

  function hover(event) {
    const item = itemAt(event);
    canvas.style.cursor = item?.id !== null && item ? "pointer" : "grab";
    tip.hidden = !item;
    if (!item) return;
    const box = canvas.getBoundingClientRect();
    tip.textContent = item.id === null ? t(`tree.sign.${item.sign}`, { n: item.n }) : nodeText(film, item.id, at) + (item.sign === "closed" ? `\n${t("tree.sign.closed", { n: item.n - 1 })}` : "");
    tip.style.left = `${Math.min(event.clientX - box.left + 14, box.width - 200)}px`;
    tip.style.top = `${event.clientY - box.top + 14}px`;
  }

  function draw() {
    const pen = canvas.getContext("2d");
    const scale = devicePixelRatio || 1;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    if (!film || !laid.items.length) return;
    const margin = 5 * letter;
    const items = laid.items.filter((item) => inSight(item, margin) || (item.parent && inSight(item.parent, margin)));
    drawTree(pen, { film, at, items, sx, sy, zoom: view.zoom, letter, room: across() * view.zoom, label: label.value, pointed, near: canvas });
  }

  /** Return where a node is drawn, or null; for tests. */
  const spotOf = (id) => {
    const item = laid.items.find((item) => item.id === id);
    return item ? [sx(item.x), sy(item.y)] : null;
  };
  Object.assign(canvas, { spotOf, texts: () => drawnText(canvas), current: () => currentItem()?.id ?? null, spots: () => laid.items.map((item) => [sx(item.x), sy(item.y)]) });

  return {
    element, show, fit,
    repaint: draw,
    /** Show the subtree below a node; null shows the whole tree. */
    open(id) {
      top = id;
      follows = true;
      refresh();
    },
    /** Highlight a node; null removes the highlight. */
    point(id) {
      if (pointed === id) return;
      pointed = id;
      draw();
    },
  };
}
