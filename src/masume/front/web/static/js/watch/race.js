// Race: one board in two to six lanes. The searches run one after the other, so that none slows another
// down; then all films are played on one timeline, by expansions or by time. The race outlives the view.

import { resultColumns } from "../lab/compare.js";
import { createTable } from "../ui/sortable-table.js";
import { currentBoard, onBoardChange, ensureBoard } from "../app/current-board.js";
import { el, field, replace } from "../ui/dom.js";
import { watchFilmKeys } from "../film/player-keys.js";
import { icon } from "../ui/icons.js";
import { createLane } from "./race-lane.js";
import { openRaceLink, parseAlgorithm, createRaceLink } from "../app/links.js";
import { createPicker } from "../board/picker.js";
import { createPlayer } from "../film/player.js";
import { findMoments } from "./race-timeline.js";
import { createRunButton } from "../ui/run-button.js";
import { announce } from "../app/status.js";
import { openExport } from "../film/export.js";
import { onTheme } from "../app/theme.js";
import { createSearchForm, searchText } from "../film/search-form.js";
import { duration, number, t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const [LEAST, MOST] = [2, 6];
const DEFAULTS = ["astar", "greedy", "breadth_first", "depth_first", "ida_star", "beam"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let kept = null; // {board, wishes, lanes, by, place} of the last race

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const linked = query ? await openRaceLink(query, signal) : null;
  await ensureBoard(about, signal, { problems: true });
  if (kept?.board !== currentBoard().board) kept = null;
  let ways = [];
  let lanes = [];
  let ticks = []; // the timeline: expansions or milliseconds
  let addressed = null; // timer that updates the address
  let moment = linked?.at ?? null; // position that a link names
  const settings = el("div", { class: "vertical" });
  const chosen = el("span", { class: "muted" });
  const add = el("button", { type: "button", test: "race-add", on: { click: () => addLane() } }, icon("plus"), el("span", { text: t("race.add") }));
  const by = segments("race-by", ["steps", "time"], () => setTicks(true));
  const seconds = el("input", { type: "number", min: 1, max: about.limits.seconds, value: linked?.seconds ?? 5, test: "race-seconds" });
  const fold = el("details", { test: "race-settings", open: true }, el("summary", {}, el("span", { text: t("race.settings") }), " ", chosen), settings, el("div", { class: "fields" }, add, field(t("watch.seconds"), seconds)));
  const take = el("button", { type: "button", test: "race-export", title: t("export.title"), "aria-label": t("export.title"), on: { click: exportRace } }, icon("save"));
  const runner = createRunButton({ prefix: "race", work, signal });
  const player = createPlayer({ length: () => ticks.length, moved: show, signal, test: "race" });
  const track = el("div", { class: "lanes", test: "race-lanes", tabindex: -1 });
  const table = createTable([{ name: "place", words: true, text: (row) => row.place, value: (row) => row.place }, ...resultColumns()], { test: "race-table" });
  const result = el("section", { class: "card", hidden: true }, el("h2", { text: t("race.result") }), table.element);
  const clock = el("output", { class: "race-clock", test: "race-clock" });
  const timeline = el("div", { class: "timeline", hidden: true }, clock, player.element, take);

  replace(root, el("section", { class: "race", "aria-label": t("nav.race") },
    el("h1", { class: "visually-hidden", text: t("race.title") }),
    el("div", { class: "card race-bar" },
      el("div", { class: "fields" }, createPicker(about, signal, { problems: true }), by.element, runner.button, runner.line), fold, timeline),
    track, result));
  for (const wished of linked?.wishes ?? kept?.wishes ?? [undefined, undefined]) addLane(wished);
  onBoardChange((board) => {
    runner.stop();
    kept = null;
    for (const way of ways) way.setKind(board.kind);
    clear();
  }, signal);
  onTheme(() => lanes.forEach((lane) => lane.repaint()), signal);
  watchFilmKeys({ player, has: () => ticks.length > 0, signal });
  signal.addEventListener("abort", () => clearTimeout(addressed));
  if (linked) {
    by.set(linked.by);
    runner.start();
  } else if (kept?.lanes) restore();

  function addLane(wished = null) {
    if (ways.length >= MOST) return;
    const usual = DEFAULTS.filter((name) => about.algorithms.some((algorithm) => algorithm.name === name))[ways.length] ?? about.algorithms[0].name;
    const n = freeNumber();
    const way = createSearchForm(about, currentBoard().kind, { test: `lane-${n}`, wished: wished ?? { algorithm: usual }, brief: true, changed: showSummary });
    ways.push({ ...way, number: n });
    showLanes();
  }

  /** Return the smallest free lane number, so that names stay unique. */
  function freeNumber() {
    const taken = new Set(ways.map((way) => way.number));
    return [1, 2, 3, 4, 5, 6].find((n) => !taken.has(n));
  }

  function showLanes() {
    replace(settings, ways.map((way, place) => {
      const remove = el("button", { type: "button", class: "plain", test: `lane-${way.number}-remove`, "aria-label": t("race.remove", { n: place + 1 }), disabled: ways.length <= LEAST,
        on: { click: () => { ways = ways.filter((item) => item !== way); showLanes(); } } }, icon("close"));
      return el("div", { class: "lane-settings" }, way.element, remove);
    }));
    add.disabled = ways.length >= MOST;
    showSummary();
  }

  function showSummary() {
    chosen.textContent = ways.map((way) => searchText(way.value())).join(" · ");
  }

  function clear() {
    lanes = [];
    ticks = [];
    player.reset();
    timeline.hidden = true;
    replace(track);
    result.hidden = true;
    runner.tell("");
  }

  async function work(calledOff) {
    clear();
    const { board } = currentBoard();
    fold.open = false;
    lanes = ways.map((way, place) => createLane({ way: way.value(), board, number: place + 1, signal: calledOff }));
    placeLanes();
    const limit = Number(seconds.value) || 5;
    for (const [place, lane] of lanes.entries()) {
      runner.tell(t("race.line.search", { n: place + 1, all: lanes.length }));
      await lane.search(limit);
    }
    kept = { board, wishes: ways.map((way) => presetOf(way.value())), lanes, by: by.value(), place: 0, seconds: limit };
    setTicks(false);
    runner.tell("");
    if (moment !== null) {
      player.jump(ticks.findLastIndex((tick) => tick <= moment));
      moment = null; // the next start plays from the beginning
    } else if (calm.matches) player.jump(ticks.length - 1);
    else player.setPlaying(true);
  }

  /** Arrange the lanes side by side, in two rows if there are more than four. */
  function placeLanes() {
    const columns = lanes.length > 4 ? Math.ceil(lanes.length / 2) : lanes.length;
    replace(track, lanes.map((lane) => lane.element));
    track.style.setProperty("--lanes", String(columns));
    track.style.setProperty("--rows", String(Math.ceil(lanes.length / columns)));
  }

  function exportRace() {
    const rows = lanes.map((lane) => lane.row()).filter(Boolean);
    const most = Math.max(...rows.map((row) => row.expanded), 1);
    openExport({ ways: rows.map(({ algorithm, space, heuristic }) => ({ algorithm, space, heuristic })), nodes: most, step: 1, last: most, by: by.value() });
  }

  /** Show the last race again. */
  function restore() {
    ({ lanes } = kept);
    const { place } = kept;
    fold.open = false;
    by.set(kept.by);
    placeLanes();
    setTicks(false);
    player.go(place);
  }

  /** Rebuild the timeline, keeping the relative position if `stays`. */
  function setTicks(stays) {
    if (!lanes.length || !lanes.some((lane) => lane.row())) return;
    const part = stays && ticks.length > 1 ? player.place() / (ticks.length - 1) : 0;
    ticks = findMoments(lanes.map((lane) => lane.frames()), measure());
    if (kept) kept.by = by.value();
    timeline.hidden = false;
    rankLanes();
    for (const lane of lanes) lane.setClock(measure(), ticks.at(-1));
    track.focus({ preventScroll: true }); // so that keys control the film
    player.grown();
    player.go(Math.round(part * (ticks.length - 1)));
  }

  function measure() {
    return by.value() === "steps" ? "step" : "ms";
  }

  function show(place) {
    const at = ticks[place];
    const isEnd = place === ticks.length - 1;
    if (kept) kept.place = place;
    for (const lane of lanes) lane.show(measure(), at);
    clock.textContent = clockText(at);
    runner.tell(isEnd ? outcome() : "");
    if (isEnd && result.hidden) announce(outcome());
    result.hidden = !isEnd;
    clearTimeout(addressed);
    addressed = setTimeout(updateAddress, 250);
  }

  function clockText(at) {
    return measure() === "step" ? t("race.clock", { n: Math.round(at) }) : duration(at / 1000);
  }

  /** Say who won, and by how much. */
  function outcome() {
    const [first, second] = table.rows().filter((row) => row.status === "solved");
    if (!first) return t("race.none");
    const cost = by.value() === "steps" ? (row) => clockText(row.expanded) : (row) => clockText(1000 * row.seconds);
    return [t("race.winner", { search: searchText(first), cost: cost(first) }), second ? t("race.second", { cost: cost(second) }) : ""].join(" ");
  }

  /** Update the address to a link to this moment. */
  async function updateAddress() {
    if (!kept || signal.aborted) return;
    const text = await createRaceLink({ ways: kept.lanes.map((lane) => lane.way), by: by.value(), at: ticks[player.place()], seconds: kept.seconds });
    if (!signal.aborted) history.replaceState(history.state, "", routeTo("race", text));
  }

  /** Rank the lanes by expansions or by time. */
  function rankLanes() {
    const cost = by.value() === "steps" ? "expanded" : "seconds";
    const rows = lanes.map((lane) => lane.row()).filter(Boolean);
    const order = rows.filter((row) => row.status === "solved").sort((a, b) => a[cost] - b[cost]);
    for (const row of rows) row.place = order.includes(row) ? order.indexOf(row) + 1 : "–";
    table.set([...order, ...rows.filter((row) => !order.includes(row))]);
  }

  function segments(test, names, changed) {
    const radios = names.map((name, place) => el("input", { type: "radio", name: test, value: name, checked: place === 0, test: `${test}-${name}`, on: { change: changed } }));
    const element = el("fieldset", { class: "plain-set" }, el("legend", { text: t("race.by") }),
      el("div", { class: "segments" }, radios.map((radio) => el("label", {}, radio, el("span", { text: t(`race.by.${radio.value}`) })))));
    return {
      element,
      value: () => radios.find((radio) => radio.checked).value,
      set(name) { for (const radio of radios) radio.checked = radio.value === name; },
    };
  }
}

/** Return a search as a preset for the search form. */
function presetOf({ algorithm, space, heuristic }) {
  return { ...parseAlgorithm(algorithm), space, heuristic };
}
