// The search tree on a canvas: the wheel zooms, dragging pans, and a click selects a node or opens a
// branch. Kinds of nodes differ by shape as well as by colour.

import { choice, el } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { labelOf, nodeText } from "./node-text.js";
import { kindOf, layOut } from "./tree-layout.js";
import { mark } from "./tree-marks.js";
import { coloursOf, sample } from "./tree-legend.js";
import { t } from "../app/messages.js";

const [ACROSS, EDGE] = [22, 26];
const [LEAST_DOWN, MOST_DOWN] = [36, 220]; // distance of levels
const LETTER = 11; // font size in pixels at zoom 1
const MOST_LEAVES = 180; // half of them on the path
const LABELS = ["none", "move", "f", "g", "h", "step"];
const KINDS = ["current", "expanded", "open", "duplicate", "pruned", "dropped", "goal"];

/** Create the tree; `chosen(id)` is called when a node is clicked. */
export function createTree({ test, chosen, signal }) {
  const canvas = el("canvas", { test, role: "img", tabindex: 0, "aria-label": t("watch.tree") });
  const label = choice(LABELS.map((name) => [name, t(`tree.label.${name}`)]), { test: `${test}-labels`, "aria-label": t("tree.labels"), value: "f", on: { change: draw } });
  const button = (name, sign, action) => el("button", { type: "button", class: "plain", test: `${test}-${name}`, "aria-label": t(`tree.${name}`), title: t(`tree.${name}`), on: { click: action } }, icon(sign));
  const tip = el("div", { class: "tree-tip", hidden: true });
  const key = el("p", { class: "tree-key muted" }, KINDS.map((kind) => el("span", {}, sample(kind), el("span", { text: t(`tree.kind.${kind}`) }))));
  const count = el("span", { class: "muted", test: `${test}-count` });
  const bar = el("div", { class: "row tree-bar" }, el("h2", { text: t("watch.tree") }), el("span", { class: "spacer" }), label,
    button("zoom-out", "minus", () => zoomHere(1 / 1.4)), button("zoom-in", "plus", () => zoomHere(1.4)), button("fit", "fit", fit), button("follow", "follow", () => { follows = true; chosenZoom = null; follow(); draw(); }));
  key.prepend(count);
  const element = el("div", { class: "tree" }, bar, el("div", { class: "tree-paper" }, canvas, tip), key);
  const view = { x: 0, y: 0, zoom: 1 };
  const opened = new Set();
  const shut = new Set();
  let film = null;
  let at = 0; // current frame
  let laid = { items: [], leaves: 0, levels: 0 };
  let colours = {};
  let drag = null;
  let follows = true; // whether the current node stays visible
  let down = LEAST_DOWN;
  let chosenZoom = null; // zoom set by the buttons; null fits as much of the tree as is readable
  let letter = LETTER; // larger in lecture mode
  let pointed = null; // highlighted node

  new ResizeObserver(() => { resize(); updateLayout(); if (follows) follow(); draw(); }).observe(canvas);
  canvas.addEventListener("wheel", wheel, { passive: false, signal });
  canvas.addEventListener("pointerdown", grab, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", drop, { signal });
  canvas.addEventListener("pointercancel", () => { drag = null; }, { signal });
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; }, { signal });

  function resize() {
    const scale = devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth * scale, canvas.clientHeight * scale];
    letter = parseFloat(getComputedStyle(canvas).fontSize) || LETTER;
    if (canvas.width !== Math.round(wide) || canvas.height !== Math.round(high)) [canvas.width, canvas.height] = [Math.round(wide), Math.round(high)];
  }

  /** Show the tree at a frame. */
  function show(nextFilm, place) {
    if (film !== nextFilm) {
      film = nextFilm;
      opened.clear();
      shut.clear();
      Object.assign(view, { x: 0, y: 0, zoom: 1 });
      follows = true;
      pointed = chosenZoom = null;
    }
    at = place;
    updateLayout();
    if (follows) follow();
    draw();
  }

  function updateLayout() {
    const frame = film?.frames[at];
    if (!frame) {
      laid = { items: [], leaves: 0, levels: 0 };
      return;
    }
    const roots = film.nodes.roots.get(frame.round) ?? [];
    const upto = film.upto(at);
    const few = isLarge() ? 2 : undefined; // labels read from afar need room
    const leaves = isLarge() ? Math.max(12, Math.floor(canvas.clientWidth / (ACROSS * enlarged()))) : MOST_LEAVES;
    laid = layOut(film.nodes, { roots, upto, current: frame.id, opened, shut, room: leaves >> 1, siblings: Math.min(36, leaves >> 1), few });
    const all = roots.length ? upto - roots[0] : 0;
    const shown = laid.items.filter((item) => item.id !== null).length;
    count.textContent = t(shown < all ? "tree.count.some" : "tree.count", { n: all, shown });
    canvas.setAttribute("aria-label", t("tree.about", { n: all, shown, step: frame.step }));
  }

  const enlarged = () => letter / LETTER;
  const isLarge = () => letter > LETTER;
  const sx = (x) => (EDGE + (x + 0.5) * ACROSS) * view.zoom + view.x;
  const sy = (y) => (EDGE + y * down) * view.zoom + view.y;

  function follow() {
    const item = currentItem() ?? laid.items[0];
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    if (!item || !wide) return;
    view.zoom = chosenZoom ?? fitting(isLarge() ? enlarged() : 0.5, 1.5 * enlarged());
    if (chosenZoom === null) down = downAt(view.zoom);
    const whole = { wide: (laid.leaves * ACROSS + 2 * EDGE) * view.zoom, high: (laid.levels * down + 2 * EDGE) * view.zoom };
    if (whole.wide <= wide) view.x = (wide - whole.wide) / 2;
    else {
      const margin = wide / 4; // keeps its parent and children mostly visible
      view.x += Math.min(0, wide - margin - sx(item.x)) + Math.max(0, margin - sx(item.x));
      view.x = Math.min(0, Math.max(wide - whole.wide, view.x));
    }
    if (whole.high <= high) view.y = Math.max(0, (high - whole.high) / 3);
    else {
      view.y += Math.min(0, high - 60 - sy(item.y)) + Math.max(0, 60 - sy(item.y));
      view.y = Math.min(0, Math.max(high - whole.high, view.y));
    }
  }

  function currentItem() {
    const now = film?.frames[at]?.id ?? null;
    return now === null ? undefined : laid.items.find((item) => item.id === now);
  }

  /** Return the zoom at which the tree fits the width, within limits. */
  function fitting(least, most) {
    return Math.max(least, Math.min(most, canvas.clientWidth / (laid.leaves * ACROSS + 2 * EDGE)));
  }

  /** Return the distance of levels at which the tree fits the height, within limits. */
  function downAt(zoom) {
    return Math.max(LEAST_DOWN, Math.min(MOST_DOWN / zoom, (canvas.clientHeight / zoom - 2 * EDGE) / Math.max(1, laid.levels)));
  }

  /** Zoom about the current node, or about the central node if the current one is not visible. */
  function zoomHere(factor) {
    const [x, y] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
    const away = (item) => Math.hypot(sx(item.x) - x, sy(item.y) - y);
    const current = currentItem();
    const item = current && (follows || isInside(current)) ? current : laid.items.reduce((best, one) => (best && away(best) <= away(one) ? best : one), null);
    if (!item) return;
    const isFollowing = follows;
    zoomBy(factor, sx(item.x), sy(item.y));
    follows = isFollowing;
    if (!follows) return;
    chosenZoom = view.zoom;
    follow();
    draw();
  }

  function isInside(item) {
    const [x, y] = [sx(item.x), sy(item.y)];
    return x >= 0 && y >= 0 && x <= canvas.clientWidth && y <= canvas.clientHeight;
  }

  function zoomBy(factor, x, y) {
    follows = false;
    const zoom = Math.max(0.08, Math.min(4, view.zoom * factor));
    view.x = x - ((x - view.x) * zoom) / view.zoom;
    view.y = y - ((y - view.y) * zoom) / view.zoom;
    view.zoom = zoom;
    draw();
  }

  function fit() {
    const most = Math.min(1.5 * enlarged(), canvas.clientHeight / (laid.levels * LEAST_DOWN + 2 * EDGE));
    view.zoom = fitting(0.08, most);
    down = downAt(view.zoom);
    Object.assign(view, { x: (canvas.clientWidth - (laid.leaves * ACROSS + 2 * EDGE) * view.zoom) / 2, y: 0 });
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
    updateLayout();
    draw();
  }

  function itemAt(event) {
    const box = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    let best = null;
    let least = Math.max(9, 11 * view.zoom);
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
    colours = coloursOf(canvas);
    const frame = film.frames[at];
    const goal = frame.isAnswer ? (film.end()?.goal?.id ?? null) : null;
    const way = new Set(frame.id === null ? [] : film.nodes.path(frame.id));
    const seen = laid.items.filter((item) => inSight(item) || (item.parent && inSight(item.parent)));
    for (const isWay of [false, true]) {
      pen.beginPath();
      for (const item of seen) {
        const above = item.sign === "above" ? item.below : item.parent;
        if (!above || (way.has(item.id) && item.id !== null) !== isWay) continue;
        pen.moveTo(sx(above.x), sy(above.y));
        pen.lineTo(sx(item.x), sy(item.y));
      }
      pen.strokeStyle = isWay ? colours.main : colours.edge;
      pen.lineWidth = isWay ? 2.6 : 1;
      pen.stroke();
    }
    const radius = Math.max(2.2, Math.min(11 * enlarged(), 6.5 * view.zoom));
    for (const item of seen) {
      if (item.id === null) stub(pen, item, radius);
      else {
        mark(pen, kindOf(film.nodes, item.id, at, frame.id, goal), sx(item.x), sy(item.y), radius, colours);
        if (item.id === pointed) ring(pen, item, radius);
        if (item.sign === "closed") triangle(pen, item, radius);
        else if (view.zoom > 0.45) caption(pen, item, radius);
      }
    }
  }

  function inSight(item) {
    const [x, y] = [sx(item.x), sy(item.y)];
    return x > -60 && y > -60 && x < canvas.clientWidth + 60 && y < canvas.clientHeight + 60;
  }

  function triangle(pen, item, radius) {
    const [x, y] = [sx(item.x), sy(item.y) + radius + 2];
    pen.fillStyle = colours.soft;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - radius * 1.1, y + radius * 1.6);
    pen.lineTo(x + radius * 1.1, y + radius * 1.6);
    pen.fill();
    const alone = (item.parent?.kids ?? []).filter((item) => item.sign === "closed").length < 2;
    if (alone || hasRoom(short(item.n))) write(pen, short(item.n - 1), x, y + radius * 1.6 + fontSize());
  }

  function ring(pen, item, radius) {
    pen.setLineDash([4, 3]);
    pen.strokeStyle = colours.warn;
    pen.lineWidth = 2.5;
    pen.strokeRect(sx(item.x) - radius - 4, sy(item.y) - radius - 4, 2 * radius + 8, 2 * radius + 8);
    pen.setLineDash([]);
  }

  function stub(pen, item, radius) {
    write(pen, item.sign === "above" ? `⋮ ${short(item.n)}` : `+${short(item.n)}`, sx(item.x), sy(item.y) + radius / 2);
  }

  function caption(pen, item, radius) {
    const text = labelOf(film.nodes, item.id, label.value);
    if (text && (!item.parent || item.parent.kids.length < 2 || hasRoom(text))) write(pen, text, sx(item.x), sy(item.y) + radius + fontSize());
  }

  function fontSize() {
    return Math.round(Math.max(isLarge() ? letter : 10, Math.min(1.2 * letter, 10.5 * view.zoom)));
  }

  /** Return whether labels of this length fit between siblings. */
  function hasRoom(text) {
    return text.length * 0.57 * fontSize() < ACROSS * view.zoom;
  }

  function write(pen, text, x, y) {
    pen.font = `${fontSize()}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.fillStyle = colours.ink;
    pen.fillText(text, x, y);
  }

  /** Return where a node is drawn, or null; for tests. */
  const spotOf = (id) => {
    const item = laid.items.find((item) => item.id === id);
    return item ? [sx(item.x), sy(item.y)] : null;
  };
  Object.assign(canvas, { spotOf, letterSize: fontSize, current: () => currentItem()?.id ?? null, spots: () => laid.items.map((item) => [sx(item.x), sy(item.y)]) });

  return {
    element, show, fit,
    repaint: draw,
    /** Highlight a node; null removes the highlight. */
    point(id) {
      if (pointed === id) return;
      pointed = id;
      draw();
    },
  };
}

function short(n) {
  return n < 10_000 ? String(n) : `${Math.round(n / 1000)}k`;
}
