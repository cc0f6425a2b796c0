// Watch: one search on the board of the desk, as a film that can be run back and forth.

import { createTrace } from "./chart.js";
import { desk, onDeskChange, someBoard } from "./desk.js";
import { el, field, picture, replace } from "./dom.js";
import { createFilm } from "./film.js";
import { icon } from "./icons.js";
import { createPicker } from "./picker.js";
import { createPlayer } from "./player.js";
import { emptyBoard } from "./preview.js";
import { complain, say } from "./status.js";
import { onTheme } from "./theme.js";
import { createTree } from "./tree.js";
import { createWay } from "./ways.js";
import { duration, number, t } from "./words.js";

const FACTS = ["step", "frontier", "g", "h", "f", "depth", "generated", "stored", "round", "ms", "move"];
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, signal }) {
  await someBoard(about, signal);
  let film = null;
  let running = null; // calls the search off
  let lastDrawn = 0;

  const way = createWay(about, desk().kind, { test: "watch" });
  const seconds = el("input", { type: "number", min: 1, max: about.limits.seconds, value: 10, test: "watch-seconds" });
  const seed = el("input", { type: "number", min: 0, value: 0, test: "watch-seed" });
  const start = el("button", { type: "button", class: "main", test: "watch-start", on: { click: () => (running ? stop() : begin()) } });
  const line = el("p", { class: "progress", test: "watch-line", role: "status", text: t("watch.wait") });
  const frame = el("div", { class: "frame-picture", test: "watch-picture" });
  const facts = el("dl", { class: "facts", test: "watch-facts" });
  const values = Object.fromEntries(FACTS.map((name) => [name, el("dd", { test: `fact-${name}`, text: "–" })]));
  replace(facts, FACTS.map((name) => el("div", {}, el("dt", { text: t(`watch.${name}`) }), values[name])));
  const trace = createTrace({ test: "watch-trace", chosen: jump });
  const tree = createTree({ test: "watch-tree", chosen: jump });
  const rounds = el("div", { class: "rounds", test: "watch-rounds" });
  const roundCard = el("section", { class: "card", hidden: true }, el("h2", { text: t("watch.rounds") }), rounds);
  const player = createPlayer({ length: () => film?.frames.length ?? 0, moved: show, isWhole: () => !running, signal });

  replace(root, el("section", { class: "watch", "aria-label": t("nav.watch") },
    el("div", { class: "view-head" }, el("h1", { text: t("watch.title") }), el("p", { class: "quiet", text: t("watch.about") })),
    createPicker(about, signal),
    el("div", { class: "card ways" },
      el("div", { class: "way-row" }, way.element,
        el("div", { class: "fields" }, field(t("watch.seconds"), seconds), field(t("watch.seed"), seed), start))),
    el("div", { class: "watching" },
      el("section", { class: "card film" }, line, player.element, frame),
      el("div", { class: "side" },
        el("section", { class: "card" }, facts),
        el("section", { class: "card" }, el("h2", { text: t("watch.trace") }), trace.element),
        roundCard)),
    el("section", { class: "card" }, el("h2", { text: t("watch.tree") }), tree.element)));

  onDeskChange((board) => {
    stop();
    way.setKind(board.kind);
    clear();
  }, signal);
  onTheme(() => {
    film?.forget();
    if (film?.frames.length) show(player.place());
    else clear();
  }, signal);
  signal.addEventListener("abort", stop);
  setRunning(null);
  clear();

  function setRunning(controller) {
    running = controller;
    replace(start, icon(running ? "stop" : "play"), el("span", { text: t(running ? "watch.stop" : "watch.start") }));
    line.classList.toggle("busy", Boolean(running));
  }

  function clear() {
    film = null;
    player.reset();
    line.textContent = t("watch.wait");
    trace.draw([]);
    tree.draw([], []);
    roundCard.hidden = true;
    for (const value of Object.values(values)) value.textContent = "–";
    emptyBoard(desk(), signal).then((svg) => { if (!film) replace(frame, picture(svg)); }).catch(complain);
  }

  async function begin() {
    const mine = new AbortController();
    clear();
    setRunning(mine);
    const mineFilm = (film = createFilm(desk().board, mine.signal));
    const wish = { ...way.value(), seed: Number(seed.value) || 0, seconds: Number(seconds.value) || 10 };
    let shown = false;
    try {
      await mineFilm.run(wish, () => {
        player.grown();
        if (!shown && mineFilm.frames.length) {
          shown = true;
          player.go(0);
          if (!calm.matches) player.setPlaying(true);
        }
        grown(false);
      });
    } catch (fault) {
      complain(fault);
    }
    if (running === mine) setRunning(null);
    if (film !== mineFilm) return;
    grown(true);
    if (mineFilm.end()) tellEnd(mineFilm.end());
    else line.textContent = t("end.stopped");
  }

  function stop() {
    running?.abort();
    setRunning(null);
  }

  /** Frames have come; charts are drawn again now and then only, however fast that is. */
  function grown(isEnd) {
    if (!isEnd && performance.now() - lastDrawn < 150) return;
    lastDrawn = performance.now();
    if (!film.end()) line.textContent = t("watch.running", { n: film.frames.at(-1)?.step ?? 0 });
    trace.draw(film.frames);
    showRounds();
    if (film.frames.length) mark(player.place());
  }

  function tellEnd(end) {
    const text = t(`end.${end.end}`, {
      n: end.expanded, expanded: number(end.expanded), generated: number(end.generated), seconds: duration(end.seconds), cost: number(end.cost),
    });
    line.textContent = end.reason ? `${text} (${end.reason})` : text;
    say(line.textContent);
  }

  function jump(place) {
    player.setPlaying(false);
    player.go(place);
  }

  function show(place) {
    const now = film.frames[place];
    for (const name of FACTS) values[name].textContent = name === "ms" ? duration(now.ms / 1000) : name === "move" ? (now.move ?? "–") : number(now[name]);
    mark(place);
    showPicture(place);
  }

  function showPicture(place) {
    const svg = film.picture(place);
    const mine = film;
    if (svg) replace(frame, picture(svg));
    // Fetch before the last one is shown, so that the film does not falter.
    const wanted = svg ? Math.min(place + 8, film.frames.length - 1) : place;
    if (mine.picture(wanted) || mine.busy()) return;
    mine.fetch(wanted).then(() => {
      const now = mine.picture(player.place());
      if (mine !== film) return;
      if (now) replace(frame, picture(now));
      else showPicture(player.place());
    }).catch((fault) => { if (mine === film) complain(fault); });
  }

  function mark(place) {
    const now = film.frames[place];
    trace.mark(now);
    tree.draw(film.frames, placesOfRound(film, now.round));
    tree.mark(place);
    for (const button of rounds.children) button.setAttribute("aria-pressed", String(Number(button.getAttribute("data-round")) === now.round));
  }

  function showRounds() {
    roundCard.hidden = !film.rounds.length;
    const reasons = new Map(film.rounds.map((one) => [one.round, one.reason]));
    const starts = new Map();
    film.frames.forEach((one, place) => { if (!starts.has(one.round)) starts.set(one.round, place); });
    if (starts.size === rounds.childElementCount) return;
    replace(rounds, [...starts].map(([round, place]) =>
      el("button", { type: "button", test: `round-${round}`, "data-round": round, title: t("watch.round.title", { round, reason: reasons.get(round) ?? "" }),
        text: t("watch.round.text", { round }), on: { click: () => jump(place) } })));
  }
}

/** The numbers of the frames that belong to a round. */
function placesOfRound(film, round) {
  const found = [];
  film.frames.forEach((one, place) => { if (one.round === round && !one.isAnswer) found.push(place); });
  return found;
}
