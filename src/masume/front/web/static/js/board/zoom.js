// Zooming a board: by buttons, Ctrl and the wheel, or two fingers. An enlarged board is scrolled. The zoom is
// stored per board size, as what suits a large board is too much for a small one.

import { el } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { read, write } from "../data/storage.js";
import { t } from "../app/messages.js";

const STEP = 1.25;
const [LEAST, MOST] = [0.3, 5];
const FIT = "fit"; // fits the whole board into the window

/**
 * Create the zoom controls of a board in its `scroller`.
 * @param {{ board: any, scroller: HTMLElement, signal: AbortSignal }} given
 */
export function createZoom({ board, scroller, signal }) {
  const button = (name, sign, action) =>
    el("button", { type: "button", class: "plain", test: `zoom-${name}`, title: t(`zoom.${name}`), "aria-label": t(`zoom.${name}`), on: { click: action } }, icon(sign));
  const element = el("div", { class: "zoom", role: "group", "aria-label": t("zoom.label") },
    button("out", "minus", () => change(1 / STEP)), button("fit", "fit", () => set(FIT)), button("in", "plus", () => change(STEP)));
  let pinch = null;

  function sizeName() {
    return board.size().join("x");
  }

  function show() {
    const kept = read("zooms")?.[sizeName()] ?? 1;
    board.element.classList.toggle("fitted", kept === FIT);
    board.element.style.setProperty("--zoom", String(kept === FIT ? 1 : kept));
  }

  /** Return the zoom factor; measures it if the board is fitted. */
  function now() {
    const kept = read("zooms")?.[sizeName()] ?? 1;
    if (kept !== FIT) return kept;
    const fitted = board.element.getBoundingClientRect().width;
    board.element.classList.remove("fitted");
    const plain = board.element.getBoundingClientRect().width;
    board.element.classList.add("fitted");
    return fitted / plain;
  }

  function set(zoom) {
    const kept = zoom === FIT ? FIT : Math.max(LEAST, Math.min(zoom, MOST));
    write("zooms", { ...read("zooms"), [sizeName()]: kept });
    show();
  }

  /** Return the point of the board at a point of the window, as fractions of its size. */
  function placeAt({ x, y }) {
    const box = board.element.getBoundingClientRect();
    return { right: (x - box.left) / box.width, down: (y - box.top) / box.height };
  }

  /** Scroll until a point of the board is at a point of the window, as far as possible. */
  function bring({ right, down }, { x, y }) {
    const box = board.element.getBoundingClientRect();
    push(box.left + right * box.width - x, box.top + down * box.height - y);
  }

  function push(right, down) {
    const before = scroller.scrollTop;
    scroller.scrollBy({ left: right, top: down, behavior: "instant" });
    const left = down - (scroller.scrollTop - before);
    if (Math.abs(left) >= 1) scrollBy({ top: left, behavior: "instant" });
  }

  function change(factor, at = middle()) {
    const place = placeAt(at);
    set(now() * factor);
    bring(place, at);
  }

  function middle() {
    const box = scroller.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  scroller.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault(); // or the browser would zoom the page
    change(Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
  }, { signal, passive: false });

  // Pinch

  /** @param {TouchEvent} event */
  function between({ touches }) {
    const [one, other] = touches;
    return {
      x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2,
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    };
  }

  scroller.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const at = between(event);
    pinch = { place: placeAt(at), apart: at.apart, zoom: now() };
  }, { signal, passive: false });
  scroller.addEventListener("touchmove", (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const at = between(event);
    set((pinch.zoom * at.apart) / pinch.apart);
    bring(pinch.place, at);
  }, { signal, passive: false });
  for (const name of ["touchend", "touchcancel"]) scroller.addEventListener(name, () => { pinch = null; }, { signal });

  return { element, show };
}
