// Watch: one search on the current board as a film: the board with its last move, the tree, the open list
// and the pseudocode. The film and its settings outlive the view.

import { createTrace } from "./heuristic-chart.js";
import { createPseudocode, countEvents } from "./pseudocode.js";
import { currentBoard, isProblem, onBoardChange, ensureBoard } from "../app/current-board.js";
import { el, field, picture, replace } from "../ui/dom.js";
import { createEstimates } from "./estimates.js";
import { createFilm } from "../film/film.js";
import { watchFilmKeys } from "../film/player-keys.js";
import { icon } from "../ui/icons.js";
import { createLecture } from "./lecture.js";
import { createLink, openLink } from "../app/links.js";
import { createChildrenPanel, createListsPanel } from "./node-lists.js";
import { createPicker } from "../board/picker.js";
import { createOverview, LARGE } from "../film/overview.js";
import { createPlayer } from "../film/player.js";
import { boardPicture } from "../board/previews.js";
import { reportError, announce } from "../app/status.js";
import { createRunButton } from "../ui/run-button.js";
import { createTabs } from "../ui/tabs.js";
import { openExport } from "../film/export.js";
import { onTheme } from "../app/theme.js";
import { narrate } from "../film/narration.js";
import { lastExpansion } from "../film/tree-summary.js";
import { createTree } from "../film/tree.js";
import { createSearchForm } from "../film/search-form.js";
import { duration, number, t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const FACTS = ["step", "frontier", "g", "h", "f", "depth", "generated", "stored", "round", "ms", "move"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let kept = null; // {film, wish, place, board} of the last search

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const linked = query ? await openLink(query, signal) : null;
  await ensureBoard(about, signal, { problems: true });
  if (kept?.board !== currentBoard().board) kept = null;
  let film = null;
  let wish = linked ?? kept?.wish ?? null;
  let wantedStep = linked?.step ?? null; // where a link stops the film
  let lastDrawn = 0;
  let detail = null; // the child shown, from 1; 0 is the node itself, null the whole step
  let addressed = null; // timer that updates the address

  const seconds = el("input", { type: "number", min: 1, max: about.limits.seconds, value: wish?.seconds ?? 10, test: "watch-seconds" });
  const seed = el("input", { type: "number", min: 0, value: wish?.seed ?? 0, test: "watch-seed" });
  const extra = [field(t("watch.seconds"), seconds), field(t("watch.seed"), seed)];
  const way = createSearchForm(about, currentBoard().kind, { test: "watch", wished: wish ? { ...wish, algorithm: wish.algorithm.split(":")[0] } : {}, brief: true, extra });
  const runner = createRunButton({ prefix: "watch", work: search, signal });
  const take = el("button", { type: "button", test: "watch-export", title: t("export.title"), "aria-label": t("export.title"), disabled: true, on: { click: exportFilm } }, icon("save"));
  const overview = createOverview({ opened: openSubtree, jump });
  const isOpen = { overview: false, chosen: false }; // whether the overview is shown, and whether somebody chose so
  const views = ["overview", "tree"].map((name) => el("button", { type: "button", test: `watch-${name}-view`, text: t(`watch.view.${name}`), on: { click: () => { isOpen.chosen = true; showView(name); } } }));
  const viewRow = el("div", { class: "row chips", hidden: true }, views);
  const narration = el("p", { class: "narration", test: "watch-narration" });
  const frame = el("div", { class: "frame-picture", test: "watch-picture" });
  const facts = el("dl", { class: "facts", test: "watch-facts" });
  const values = Object.fromEntries(FACTS.map((name) => [name, el("dd", { test: `fact-${name}`, text: "–" })]));
  replace(facts, FACTS.map((name) => el("div", {}, el("dt", { text: t(`watch.${name}`) }), values[name])));
  const trace = createTrace({ test: "watch-trace", chosen: jump });
  const tree = createTree({ test: "watch-tree", chosen: choose, signal });
  const code = createPseudocode({ test: "watch-code" });
  const lists = createListsPanel({ chosen: choose });
  const children = createChildrenPanel({ way: () => searchOf(wish), canExplain: () => !isProblem(currentBoard().kind), chosen: choose });
  const estimates = createEstimates({ wish: () => ({ board: currentBoard().board, space: way.value().space }), signal });
  const rounds = el("div", { class: "rounds", test: "watch-rounds" });
  const roundRow = el("div", { class: "round-row", hidden: true }, el("span", { class: "muted", text: t("watch.rounds") }), rounds);
  const player = createPlayer({ length: () => film?.frames.length ?? 0, moved: show, isWhole: () => !runner.isRunning(), signal });
  const tabs = createTabs([
    ["lists", t("watch.tab.lists"), lists.element],
    ["code", t("watch.tab.code"), code.element],
    ["children", t("watch.tab.children"), children.element],
    ["estimates", t("watch.tab.estimates"), estimates.element],
    ["values", t("watch.tab.values"), el("div", { class: "panel" }, el("h3", { text: t("watch.trace") }), trace.element)],
  ], { test: "watch-tab", label: t("watch.tabs"), changed: () => { if (film?.frames.length) updatePanel(player.place()); } });
  const stage = el("div", { class: "watch-layout", test: "watch-stage", tabindex: -1 },
    el("section", { class: "card tree-card" }, el("div", { class: "tree-head" }, narration, viewRow), el("div", { class: "tree-views" }, tree.element, overview.element), roundRow, player.element),
    el("section", { class: "card film" }, frame, facts),
    tabs.element);
  const lecture = createLecture({ stage, player, film: () => film, about: () => JSON.stringify([currentBoard().board, searchOf(wish)]), point: tree.point, signal });
  stage.append(lecture.element);

  replace(root, el("section", { class: "watch", "aria-label": t("nav.watch") },
    el("h1", { class: "visually-hidden", text: t("watch.title") }),
    el("div", { class: "card search-row" }, createPicker(about, signal, { problems: true }), way.element,
      el("div", { class: "row" }, runner.button, take), runner.line),
    stage));

  onBoardChange((board) => {
    runner.stop();
    kept = null;
    way.setKind(board.kind);
    estimates.clear();
    clear();
  }, signal);
  onTheme(() => {
    film?.forget();
    tree.repaint();
    if (film?.frames.length) show(player.place());
    else clear();
  }, signal);
  signal.addEventListener("abort", () => clearTimeout(addressed));
  watchFilmKeys({ player, has: () => Boolean(film?.frames.length), child: stepChild, more: lecture.key, signal });
  clear();
  if (linked) await runner.start();
  else if (kept) restore();

  function exportFilm() {
    const { expanded } = film.end() ?? { expanded: film.frames.at(-1).step };
    openExport({ ways: [searchOf(wish)], seed: wish.seed, nodes: expanded || null, step: film.frames[player.place()].step, last: expanded });
  }

  function clear() {
    film = null;
    take.disabled = true;
    player.reset();
    lecture.reset();
    runner.tell("");
    trace.draw([]);
    tree.show(null, 0);
    roundRow.hidden = viewRow.hidden = true;
    isOpen.chosen = false;
    showView("tree");
    narration.textContent = t("watch.wait");
    replace(rounds);
    for (const value of Object.values(values)) value.textContent = "–";
    boardPicture(currentBoard(), signal).then((svg) => { if (!film) replace(frame, picture(svg)); }).catch(reportError);
  }

  /** Show the last search again. */
  function restore() {
    ({ film, wish } = kept);
    const { place } = kept;
    film.forget();
    player.grown();
    updateCharts(true);
    if (film.end()) showEnd(film.end());
    else runner.tell(t("end.stopped"));
    if (film.frames.length) player.go(place);
  }

  /** Show the overview, or the whole tree. */
  function showView(name) {
    isOpen.overview = name === "overview";
    overview.element.hidden = !isOpen.overview;
    tree.element.hidden = isOpen.overview;
    views.forEach((button, at) => button.setAttribute("aria-pressed", String((at === 0) === isOpen.overview)));
    if (!isOpen.overview) tree.open(null);
    else if (film?.frames.length) overview.show(film, player.place());
  }

  /** Show the subtree of a node, at its last expansion. */
  function openSubtree(id) {
    isOpen.chosen = true;
    showView("tree");
    const place = lastExpansion(film.nodes, id);
    jump(place < 0 ? film.frames.length - 1 : place);
    tree.open(id);
  }

  /** Offer the overview of a large tree, and show it first. */
  function offerOverview() {
    if (!film || film.nodes.count() <= LARGE) return;
    viewRow.hidden = false;
    if (!isOpen.chosen && !isOpen.overview) showView("overview");
  }

  /** Search and play the film; if a link names a step, stop there. */
  async function search(calledOff) {
    const step = wantedStep;
    wantedStep = null;
    clear();
    stage.focus({ preventScroll: true }); // so that Space controls the film
    isOpen.chosen = step !== null; // a link shows its step in the tree
    wish = { ...way.value(), seed: Number(seed.value) || 0, seconds: Number(seconds.value) || 10 };
    const mineFilm = (film = createFilm(currentBoard().board));
    kept = { film, wish, place: 0, board: currentBoard().board };
    let shown = false;
    try {
      await mineFilm.run(wish, (row) => {
        player.grown();
        if (!shown && mineFilm.frames.length && (step === null || mineFilm.frames.at(-1).step >= step)) {
          shown = true;
          player.go(step === null ? 0 : placeOf(step));
          if (!calm.matches && step === null) player.setPlaying(true);
        }
        updateCharts(false);
      }, calledOff);
    } finally {
      if (film === mineFilm) {
        updateCharts(true);
        if (step !== null && !shown && mineFilm.frames.length) player.go(placeOf(step));
        if (mineFilm.end()) showEnd(mineFilm.end());
      }
    }
  }

  function placeOf(step) {
    const place = film.frames.findIndex((frame) => frame.step >= step);
    return place < 0 ? film.frames.length - 1 : place;
  }

  /** Update the charts for new frames, at most every 150 ms. */
  function updateCharts(isEnd) {
    if (!isEnd && performance.now() - lastDrawn < 150) return;
    lastDrawn = performance.now();
    code.set(film.about()?.pseudocode);
    if (!film.end()) runner.tell(t("watch.running", { n: film.frames.at(-1)?.step ?? 0 }));
    trace.draw(film.frames);
    take.disabled = !film.frames.length;
    showRounds();
    offerOverview();
    if (film.frames.length) mark(player.place());
  }

  function showEnd(end) {
    const text = t(`end.${end.end}`, {
      n: end.expanded, expanded: number(end.expanded), generated: number(end.generated), seconds: duration(end.seconds), cost: number(end.cost),
    });
    const parts = [end.reason ? `${text} (${end.reason})` : text];
    if (end.why) parts.push(end.why);
    if (end.left_out) parts.push(t("watch.sampled", { n: end.left_out, to: end.all_to }));
    runner.tell(parts.join(" "));
    announce(parts.join(" "));
  }

  function jump(place) {
    player.setPlaying(false);
    player.go(place);
  }

  /** Select a node: jump to its expansion, or show its details. */
  function choose(id) {
    const place = film.nodes.place[id];
    if (place >= 0 && place <= film.frames.length) return void jump(place);
    player.setPlaying(false);
    tabs.show("children");
    tree.point(id);
    children.detail(id).catch(reportError);
  }

  /** Step to the next or previous child, within the step or into the next. */
  function stepChild(by) {
    player.setPlaying(false);
    const last = film.frames[player.place()].children?.length ?? 0;
    const next = detail === null ? (by > 0 ? 0 : -1) : detail + by;
    if (next > last || next < 0) {
      const place = player.place() + by;
      if (place < 0 || place >= film.frames.length) return;
      player.go(place);
      detail = by > 0 ? 0 : (film.frames[place].children?.length ?? 0);
    } else detail = next;
    if (detail > 0 && tabs.current() !== "code") tabs.show("children");
    updatePanel(player.place());
  }

  function show(place) {
    const now = film.frames[place];
    detail = null;
    if (kept) kept.place = place;
    for (const name of FACTS) values[name].textContent = name === "ms" ? duration(now.ms / 1000) : name === "move" ? (now.move ?? "–") : number(now[name]);
    values.move.title = now.move ?? "";
    narration.textContent = narrate(film, place);
    mark(place);
    updatePanel(place);
    lecture.show(place);
    showPicture(place);
    clearTimeout(addressed);
    addressed = setTimeout(updateAddress, 250);
  }

  /** Update the panel beside the tree. */
  function updatePanel(place) {
    // Only the visible panel, as films are scrubbed.
    const seen = tabs.current();
    if (seen === "code") code.light(countEvents(film, place, film.frames[place].isAnswer ? null : detail), film.frames[place]);
    else if (seen === "lists") lists.show(film, place);
    else if (seen === "children") children.show(film, place, detail);
    tree.point(detail ? film.frames[place].first + detail - 1 : null);
  }

  /** Update the address to a link to this step. */
  async function updateAddress() {
    const now = film?.frames[player.place()];
    if (!now || signal.aborted) return;
    const text = await createLink({ ...searchOf(wish), seed: wish.seed || null, step: now.step });
    if (!signal.aborted) history.replaceState(history.state, "", routeTo("watch", text));
  }

  function showPicture(place) {
    const svg = film.picture(place);
    const mine = film;
    if (svg) replace(frame, picture(svg));
    // Request pictures ahead, so that playback does not stutter.
    const wanted = svg ? Math.min(place + 8, film.frames.length - 1) : place;
    if (mine.picture(wanted) || mine.busy()) return;
    mine.fetch(wanted).then(() => {
      const now = mine.picture(player.place());
      if (mine !== film || signal.aborted) return;
      if (now) replace(frame, picture(now));
      else showPicture(player.place());
    }).catch((fault) => { if (mine === film && !signal.aborted) reportError(fault); });
  }

  function mark(place) {
    const now = film.frames[place];
    trace.mark(now);
    tree.show(film, place);
    if (isOpen.overview) overview.show(film, place);
    for (const button of rounds.children) button.setAttribute("aria-pressed", String(Number(button.getAttribute("data-round")) === now.round));
  }

  function showRounds() {
    roundRow.hidden = !film.rounds.length;
    if (!film.rounds.length) return void replace(rounds);
    const reasons = new Map(film.rounds.map((round) => [round.round, round.reason]));
    const starts = new Map();
    film.frames.forEach((frame, place) => { if (!starts.has(frame.round)) starts.set(frame.round, place); });
    if (starts.size === rounds.childElementCount) return;
    replace(rounds, [...starts].map(([round, place]) =>
      el("button", { type: "button", test: `round-${round}`, "data-round": round, title: t("watch.round.title", { round, reason: reasons.get(round) ?? "" }),
        text: t("watch.round.text", { round }), on: { click: () => jump(place) } })));
  }
}

/** Return the search without seed and time limit. */
function searchOf({ algorithm, space, heuristic }) {
  return { algorithm, space, heuristic };
}
