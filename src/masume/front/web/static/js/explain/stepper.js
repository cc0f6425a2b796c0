// Controls that show one step at a time: a slider, keys and a chart of the difficulty. Exported pages contain this
// module too, so it imports only dom.js.

import { el, replace, svgEl } from "../ui/dom.js";

const HEIGHT = 60; // of the chart, in its own units; a step is one unit wide
const LEVELS = 5;

/**
 * Create the controls; `show(place)` displays a step.
 * @param {{ show: (place: number) => void, texts: Record<string, string>, signal?: AbortSignal }} given
 */
export function createStepper({ show, texts, signal }) {
  /** @type {{ level: number, available: number, title: string }[]} */
  let steps = [];
  let at = 0;
  const chart = svgEl("svg", { class: "difficulty-chart", preserveAspectRatio: "none", "aria-hidden": "true", "data-test": "step-chart" });
  const slider = el("input", { type: "range", min: 1, max: 1, value: 1, test: "step-slider", "aria-label": texts.slider, on: { input: () => go(slider.valueAsNumber - 1) } });
  const button = (name, sign, by) => el("button", { type: "button", test: `step-${name}`, title: texts[name], "aria-label": texts[name], text: sign, on: { click: () => go(at + by) } });
  const [back, forward] = [button("back", "◀", -1), button("forward", "▶", 1)];
  const count = el("span", { class: "step-count", test: "step-count" });
  const element = el("nav", { class: "stepper", test: "stepper", "aria-label": texts.slider },
    el("div", { class: "stepper-chart" }, chart, el("p", { class: "muted", text: texts.chart })), el("div", { class: "row stepper-row" }, back, slider, forward, count));
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    go(Math.floor((event.clientX - left) / width * steps.length));
  });
  document.addEventListener("keydown", onKey, { signal });

  /** Return whether a key was meant for the steps. */
  function onKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !element.isConnected || element.hidden) return;
    if (event.target instanceof Element && event.target.closest("input, select, textarea, [role=grid], [contenteditable]")) return;
    const place = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (place === undefined) return;
    event.preventDefault();
    go(place);
  }

  /** Show a step, the nearest one if there is none at this place. */
  function go(place) {
    at = Math.max(0, Math.min(place, steps.length - 1));
    update();
    show(at);
  }

  function update() {
    slider.max = String(Math.max(1, steps.length));
    slider.value = String(at + 1);
    count.textContent = `${at + 1} / ${steps.length}`;
    slider.setAttribute("aria-valuetext", steps[at]?.title ?? "");
    back.disabled = at === 0;
    forward.disabled = at >= steps.length - 1;
    chart.querySelectorAll("rect").forEach((bar, n) => bar.classList.toggle("current", n === at));
  }

  /** Draw a bar for the level of each step and a line for the number of steps available there. */
  function draw() {
    const most = Math.max(1, ...steps.map(({ available }) => available));
    const high = (available) => HEIGHT * (1 - 0.9 * available / most);
    const bars = steps.map(({ level, title }, n) => {
      const height = HEIGHT * (level + 1) / LEVELS;
      const bar = svgEl("rect", { x: n + 0.08, y: HEIGHT - height, width: 0.84, height, class: `bar-${level}` });
      bar.append(svgEl("title", { text: title }));
      return bar;
    });
    const line = steps.map(({ available }, n) => `M${n} ${high(available)}h1`).join("");
    chart.setAttribute("viewBox", `0 0 ${Math.max(1, steps.length)} ${HEIGHT}`);
    replace(chart, bars, svgEl("path", { d: line, "vector-effect": "non-scaling-stroke" }));
  }

  /** Set the steps, when more are known. */
  function setSteps(given) {
    steps = given;
    draw();
    update();
  }

  return { element, go, setSteps, place: () => at };
}
