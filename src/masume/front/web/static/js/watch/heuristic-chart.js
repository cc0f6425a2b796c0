// The chart of a value per step, h or f, with the current position of the film.

import { el, svgEl, replace } from "../ui/dom.js";
import { number, t } from "../app/messages.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [420, 130, 36, 8, 8, 20];

/** Create the chart; `chosen(place)` is called with the frame that is clicked. */
export function createTrace({ test, chosen }) {
  let value = "h";
  const place = svgEl("path", { class: "current-step" });
  const spot = svgEl("circle", { class: "current-point", r: 4.5 });
  const lines = svgEl("g");
  const svg = svgEl("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" }, lines, place, spot);
  const none = el("p", { class: "muted", text: t("watch.trace.none"), hidden: true });
  const element = el("div", { test }, svg, none);
  let points = []; // [position in the film, step, value]
  let scale = null;

  svg.addEventListener("click", (event) => {
    if (!points.length) return;
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const nearest = points.reduce((best, point) =>
      Math.abs(scale.x(point[1]) - x) < Math.abs(scale.x(best[1]) - x) ? point : best);
    chosen(nearest[0]);
  });

  /** Draw a value of the frames received so far; the first one is at position `from` of the film. */
  function draw(frames, from = 0, name = "h") {
    value = name;
    points = frames.map((frame, at) => [from + at, frame.step, frame[value]]).filter(([, , h]) => h !== null && h !== undefined);
    none.hidden = points.length > 0 || frames.length === 0;
    svg.classList.toggle("empty", !points.length);
    svg.toggleAttribute("hidden", !points.length);
    if (!points.length) return;
    scale = scales();
    const way = points.map(([, step, h]) => `${scale.x(step).toFixed(1)} ${scale.y(h).toFixed(1)}`).join("L");
    const text = (x, y, words, anchor) => svgEl("text", { x, y, "text-anchor": anchor, text: words });
    replace(lines,
      svgEl("path", { class: "axis", d: `M${LEFT} ${TOP}V${HEIGHT - FOOT}H${WIDTH - RIGHT}` }),
      text(LEFT - 5, TOP + 8, number(scale.most), "end"), text(LEFT - 5, HEIGHT - FOOT, number(scale.least), "end"),
      text(LEFT, HEIGHT - 5, number(scale.first), "start"), text(WIDTH - RIGHT, HEIGHT - 5, number(scale.last), "end"),
      svgEl("path", { class: "trace", d: `M${way}` }));
  }

  function scales() {
    const values = points.map(([, , h]) => h);
    const [least, most] = [Math.min(0, ...values), Math.max(...values)];
    const [first, last] = [points[0][1], points.at(-1)[1]];
    const x = (step) => LEFT + ((WIDTH - LEFT - RIGHT) * (step - first)) / (last - first || 1);
    const y = (h) => HEIGHT - FOOT - ((HEIGHT - FOOT - TOP) * (h - least)) / (most - least || 1);
    return { least, most, first, last, x, y };
  }

  /** Mark the current frame. */
  function mark(frame) {
    const has = points.length > 0 && frame?.[value] !== null && frame?.[value] !== undefined;
    place.toggleAttribute("hidden", !points.length);
    spot.toggleAttribute("hidden", !has);
    if (!points.length || !frame) return;
    place.setAttribute("d", `M${scale.x(frame.step)} ${TOP}V${HEIGHT - FOOT}`);
    if (has) {
      spot.setAttribute("cx", scale.x(frame.step));
      spot.setAttribute("cy", scale.y(frame[value]));
    }
    svg.setAttribute("aria-label", t("watch.trace.label", { least: number(scale.least), most: number(scale.most), n: scale.last, name: value, now: number(frame[value]) }));
  }

  return { element, draw, mark };
}
