// The picture of a game: groups of equally styled shapes, of which only changed shapes are redrawn.

import { applySplices } from "../data/patch.js";
import { picture, replace } from "../ui/dom.js";

/** @param {HTMLElement} paper where it is drawn */
export function createDrawing(paper) {
  /** @type {Element | null} */
  let drawn = null; // null while another picture is shown
  let groups = new Map(); // style -> group

  function put(svg) {
    svg.setAttribute("aria-hidden", "true"); // the grid describes every cell
    replace(paper, svg);
  }

  /** @param {Server.Drawing} whole */
  function draw({ frame, layers, shapes }) {
    drawn = picture(frame.replace("</svg>", `${layers.map((look) => groupMarkup(look, shapes[look])).join("")}</svg>`));
    const drawnLayers = [...drawn.children].slice(drawn.children.length - layers.length);
    groups = new Map(layers.map((look, number) => [look, drawnLayers[number]]));
    put(drawn);
  }

  function patch(layers, changes) {
    for (const [look, change] of Object.entries(changes ?? {})) {
      if (change === null) {
        groups.get(look).remove();
        groups.delete(look);
      } else if (change.items) applySplices(change.items, spliceInto(groups.get(look)));
      else groups.set(look, parseElements(groupMarkup(look, change.value))[0]);
    }
    let last = drawn.querySelector(".paper"); // groups are painted above it, in order
    for (const look of layers) {
      const group = groups.get(look);
      if (last.nextElementSibling !== group) last.after(group);
      last = group;
    }
  }

  return {
    /** Show another picture for a while. */
    cover(svg) {
      put(picture(svg));
      drawn = null;
    },
    /**
     * Show a picture; `change` is the difference from the one that is shown, if known.
     * @param {Server.Drawing} whole
     * @param {import("../data/patch.js").Difference | null} [change]
     */
    show(whole, change = null) {
      if (!drawn || !change?.fields || change.fields.frame) draw(whole);
      else patch(whole.layers, change.fields.shapes?.fields);
    },
  };
}

function groupMarkup(look, shapes) {
  return `<g ${look}>${shapes.join("")}</g>`;
}

function parseElements(text) {
  return [...picture(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`).children];
}

function spliceInto(parent) {
  return (at, count, texts) => {
    const old = [...parent.children].slice(at, at + count + 1);
    const next = old.length > count ? old.pop() : null;
    for (const element of parseElements(texts.join(""))) parent.insertBefore(element, next);
    for (const element of old) element.remove();
  };
}
