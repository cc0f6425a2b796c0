// Race: the same board in two to six lanes. The searches are made one after the other, so that
// none takes time from another; then all films run side by side, in step by expansions or by time.

import { resultColumns } from "./compare.js";
import { createTable } from "./datatable.js";
import { desk, onDeskChange, someBoard } from "./desk.js";
import { choice, el, field, replace } from "./dom.js";
import { icon } from "./icons.js";
import { createLane } from "./lane.js";
import { createPicker } from "./picker.js";
import { createRunner } from "./runner.js";
import { say } from "./status.js";
import { onTheme } from "./theme.js";
import { createWay } from "./ways.js";
import { duration, number, t } from "./words.js";

const [LEAST, MOST] = [2, 6];
const FIRST = ["astar", "greedy", "breadth_first", "depth_first", "ida_star", "beam"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = { slow: 30, normal: 12, fast: 4, atonce: 0 }; // seconds that the race takes, about

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, signal }) {
  await someBoard(about, signal);
  let ways = [];
  let lanes = [];
  const settings = el("div", { class: "ways" });
  const add = el("button", { type: "button", test: "race-add", on: { click: () => addWay() } }, icon("plus"), el("span", { text: t("race.add") }));
  const by = segments("race-by", ["steps", "time"]);
  const speed = choice(Object.keys(SPEEDS).map((name) => [name, t(`race.${name}`)]), { test: "race-speed", value: calm.matches ? "atonce" : "fast" });
  const seconds = el("input", { type: "number", min: 1, max: about.limits.seconds, value: 5, test: "race-seconds" });
  const runner = createRunner({ prefix: "race", work, signal });
  const track = el("div", { class: "lanes", test: "race-lanes" });
  const table = createTable([{ name: "place", words: true, text: (row) => row.place, value: (row) => row.place }, ...resultColumns()], { test: "race-table" });
  const result = el("section", { class: "card", hidden: true }, el("h2", { text: t("race.result") }), table.element);

  replace(root, el("section", { class: "race", "aria-label": t("nav.race") },
    el("div", { class: "view-head" }, el("h1", { text: t("race.title") }), el("p", { class: "quiet", text: t("race.about") })),
    createPicker(about, signal),
    el("div", { class: "card" }, settings, el("div", { class: "row" }, add),
      el("div", { class: "fields" }, by.element, field(t("race.speed"), speed), field(t("watch.seconds"), seconds), runner.button), runner.line),
    track, result));
  addWay();
  addWay();
  onDeskChange((board) => {
    runner.stop();
    for (const way of ways) way.setKind(board.kind);
    clear();
  }, signal);
  onTheme(() => lanes.forEach((lane) => lane.repaint()), signal);

  function addWay() {
    if (ways.length >= MOST) return;
    const wished = FIRST.filter((name) => about.algorithms.some((one) => one.name === name))[ways.length] ?? about.algorithms[0].name;
    const n = freeNumber();
    const way = createWay(about, desk().kind, { test: `lane-${n}`, wished: { algorithm: wished }, brief: true });
    ways.push({ ...way, number: n });
    showWays();
  }

  /** The least number that no lane has, so that names stay different. */
  function freeNumber() {
    const taken = new Set(ways.map((way) => way.number));
    return [1, 2, 3, 4, 5, 6].find((n) => !taken.has(n));
  }

  function showWays() {
    replace(settings, ways.map((way, place) => {
      const remove = el("button", { type: "button", class: "plain", test: `lane-${way.number}-remove`, "aria-label": t("race.remove", { n: place + 1 }), disabled: ways.length <= LEAST,
        on: { click: () => { ways = ways.filter((one) => one !== way); showWays(); } } }, icon("close"));
      return el("div", { class: "lane-set" }, way.element, remove);
    }));
    add.disabled = ways.length >= MOST;
  }

  function clear() {
    lanes = [];
    replace(track);
    result.hidden = true;
    runner.tell("");
  }

  async function work(calledOff) {
    clear();
    const { board } = desk();
    lanes = ways.map((way, place) => createLane({ way: way.value(), board, number: place + 1, signal: calledOff }));
    replace(track, lanes.map((lane) => lane.element));
    const limit = Number(seconds.value) || 5;
    for (const [place, lane] of lanes.entries()) {
      runner.tell(t("race.line.gather", { n: place + 1, all: lanes.length }));
      await lane.search(limit);
    }
    await replay(calledOff);
    tellResult();
  }

  /** Run all films together, until the last one is through. */
  function replay(calledOff) {
    const measure = by.value() === "steps" ? "step" : "ms";
    const whole = Math.max(...lanes.map((lane) => lane.length(measure)), 1);
    const span = SPEEDS[speed.value] * 1000;
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const advance = () => {
        if (calledOff.aborted) return void reject(new DOMException("called off", "AbortError"));
        const part = span ? Math.min(1, (performance.now() - began) / span) : 1;
        // Slowly at first, so that a short search is seen too beside a long one.
        const at = part === 1 ? whole : whole ** part - 1 + part;
        for (const lane of lanes) lane.show(measure, at);
        runner.tell(t("race.line.run", { at: measure === "step" ? number(Math.round(at)) : duration(at / 1000) }));
        if (part < 1) setTimeout(advance, 80);
        else resolve();
      };
      advance();
    });
  }

  function tellResult() {
    const measure = by.value() === "steps" ? "expanded" : "seconds";
    const rows = lanes.map((lane) => lane.row()).filter(Boolean);
    const order = rows.filter((row) => row.status === "solved").sort((one, other) => one[measure] - other[measure]);
    for (const row of rows) row.place = order.includes(row) ? order.indexOf(row) + 1 : "–";
    lanes.forEach((lane) => lane.setPlace());
    table.set([...order, ...rows.filter((row) => !order.includes(row))]);
    result.hidden = false;
    runner.tell(t("race.line.done"));
    say(t("race.line.done"));
  }

  function segments(test, names) {
    const radios = names.map((name, place) => el("input", { type: "radio", name: test, value: name, checked: place === 0, test: `${test}-${name}` }));
    const element = el("fieldset", { class: "plain-set" }, el("legend", { text: t("race.by") }),
      el("div", { class: "segments" }, radios.map((radio) => el("label", {}, radio, el("span", { text: t(`race.by.${radio.value}`) })))));
    return { element, value: () => radios.find((radio) => radio.checked).value };
  }
}
