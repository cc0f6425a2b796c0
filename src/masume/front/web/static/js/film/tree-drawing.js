// The drawing of a search tree: edges, signs, numbers of expansions and labels. Kinds of nodes differ by
// shape as well as by colour.

import { labelOf } from "./node-text.js";
import { kindOf } from "./tree-layout.js";
import { mark } from "./tree-marks.js";
import { coloursOf } from "./tree-legend.js";

const LEAST_LETTER = 12; // smaller texts are left out
const drawn = new WeakMap(); // canvas -> its texts and their sizes, for tests

/**
 * Draw the items of a layout; `sx` and `sy` place them, `room` is the distance of neighbours in pixels.
 * @param {CanvasRenderingContext2D} pen
 * @param {{ film: any, at: number, items: any[], sx: (x: number) => number, sy: (y: number) => number, zoom: number, letter: number, room: number, label: string, pointed: number | null, near: HTMLCanvasElement }} given
 */
export function drawTree(pen, { film, at, items, sx, sy, zoom, letter, room, label, pointed, near }) {
  const { nodes } = film;
  const colours = coloursOf(near);
  const frame = film.frames[at];
  const goal = frame.isAnswer ? (film.end()?.goal?.id ?? null) : null;
  const size = Math.round(letter * Math.min(zoom, 1.15));
  const isReadable = size >= LEAST_LETTER;
  const radius = Math.max(2.2, 0.92 * letter * Math.min(zoom, 1.15));
  const texts = [];
  pen.textAlign = "center";
  edges();
  for (const item of items) {
    const [x, y] = [sx(item.x), sy(item.y)];
    if (item.id === null) write(item.sign === "above" ? `⋮ ${short(item.n)}` : `+${short(item.n)}`, x, y + size / 3, colours.soft);
    else node(item, x, y);
  }
  drawn.set(near, texts);

  function edges() {
    const way = new Set(frame.id === null ? [] : nodes.path(frame.id));
    for (const isWay of [false, true]) {
      pen.beginPath();
      for (const item of items) {
        const above = item.sign === "above" ? item.below : item.parent;
        if (!above || (way.has(item.id) && item.id !== null) !== isWay) continue;
        pen.moveTo(sx(above.x), sy(above.y));
        pen.lineTo(sx(item.x), sy(item.y) - (item.id === null ? 0.6 * size : 0));
      }
      pen.strokeStyle = isWay ? colours.main : colours.edge;
      pen.lineWidth = (isWay ? 0.2 : 0.075) * letter;
      pen.stroke();
    }
  }

  function node(item, x, y) {
    const kind = kindOf(nodes, item.id, at, frame.id, goal);
    const number = kind === "expanded" || kind === "current" ? nodes.step[item.id] : undefined;
    const isNumbered = number !== undefined && isReadable;
    if (isNumbered) numbered(kind, String(number), x, y);
    else mark(pen, kind, x, y, kind === "goal" ? radius : 0.75 * radius, colours);
    if (item.id === pointed) ring(x, y);
    const below = y + radius + 0.95 * size;
    if (item.sign === "closed") {
      triangle(x, y + radius + 2);
      const alone = (item.parent?.kids ?? []).filter((kid) => kid.sign === "closed").length < 2;
      if (alone || fits(short(item.n))) write(short(item.n - 1), x, below + 0.75 * size);
    } else {
      const text = labelOf(nodes, item.id, label);
      if (text && (!item.parent || item.parent.kids.length < 2 || fits(text))) write(text, x, below);
    }
  }

  /** Draw an expanded node: the number of its expansion in a disc, which grows with the digits. */
  function numbered(kind, text, x, y) {
    const half = Math.max(radius, 0.31 * size * text.length + 0.35 * size);
    pen.beginPath();
    pen.roundRect(x - half, y - radius, 2 * half, 2 * radius, radius);
    pen.fillStyle = kind === "current" ? colours.warn : colours.main;
    pen.fill();
    if (kind === "current") {
      pen.lineWidth = 0.2 * size;
      pen.strokeStyle = colours.ink;
      pen.stroke();
    }
    write(text, x, y + 0.36 * size, colours.card, "600 ");
  }

  function triangle(x, y) {
    pen.fillStyle = colours.soft;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x - 0.8 * radius, y + 0.75 * radius);
    pen.lineTo(x + 0.8 * radius, y + 0.75 * radius);
    pen.fill();
  }

  function ring(x, y) {
    pen.setLineDash([4, 3]);
    pen.strokeStyle = colours.warn;
    pen.lineWidth = 2.5;
    pen.strokeRect(x - radius - 4, y - radius - 4, 2 * radius + 8, 2 * radius + 8);
    pen.setLineDash([]);
  }

  /** Return whether labels of this length fit between siblings. */
  function fits(text) {
    return text.length * 0.6 * size < room;
  }

  function write(text, x, y, colour = colours.ink, weight = "") {
    if (!isReadable) return;
    pen.font = `${weight}${size}px system-ui, sans-serif`;
    if (!weight) { // edges must not strike labels out
      pen.lineWidth = 0.35 * size;
      pen.lineJoin = "round";
      pen.strokeStyle = colours.card;
      pen.strokeText(text, x, y);
    }
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
    texts.push({ text, size });
  }
}

/** Return the texts of a drawn tree, {text, size in pixels}. */
export function drawnText(canvas) {
  return drawn.get(canvas) ?? [];
}

function short(n) {
  return n < 10_000 ? String(n) : `${Math.round(n / 1000)}k`;
}
