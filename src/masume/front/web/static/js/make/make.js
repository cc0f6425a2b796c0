// Generate: new boards with requested properties, shown as cards when they are found.

import { request, requestStream } from "../data/api.js";
import { currentBoard, defaultPuzzle, setCurrentBoard } from "../app/current-board.js";
import { choice, el, field, option, picture, replace, checkbox } from "../ui/dom.js";
import { describeDifference, createNearest } from "./nearest.js";
import { randomSeed, levelOptions, usualSide } from "../board/new-board.js";
import { boardPicture } from "../board/previews.js";
import { createRunButton } from "../ui/run-button.js";
import { reportError, showMessage } from "../app/status.js";
import { onTheme, theme } from "../app/theme.js";
import { duration, t, tOr } from "../app/messages.js";
import { toWords } from "../film/search-form.js";
import { copyText } from "../ui/clipboard.js";
import { routeTo } from "../app/routes.js";

const FORMATS = ["puzz.link", "tatham", "plain"];
let kept = []; // [row, wish] of the last boards, kept when the view is left

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, signal }) {
  const makers = about.puzzles.filter((puzzle) => puzzle.maker);
  const size = (test, value) => el("input", { type: "number", min: 1, max: about.limits.side, value, test });
  const wanted = makers.find((puzzle) => puzzle.name === currentBoard()?.kind) ?? defaultPuzzle(makers);
  const puzzle = choice(makers.map((puzzle) => [puzzle.name, puzzle.title]), { test: "make-puzzle", value: wanted.name, on: { change: showOptions } });
  const rows = size("make-rows", 7);
  const cols = size("make-cols", 7);
  const level = choice(levelOptions(about), { test: "make-level" });
  const count = el("input", { type: "number", min: 1, max: about.limits.boards, value: 4, test: "make-count" });
  const seed = el("input", { type: "number", min: 0, value: randomSeed() % 100_000, test: "make-seed" });
  const symmetry = checkbox(t("make.symmetry"), { test: "make-symmetry" });
  const clues = choice([], { test: "make-clues" });
  const clueField = field(t("make.clues"), clues);
  const needs = choice([], { test: "make-needs" });
  const options = el("div", { class: "options", test: "make-options" });
  const gallery = el("div", { class: "gallery", test: "make-gallery", "aria-live": "polite" });
  const runner = createRunButton({ prefix: "make", sign: "dice", work, signal });
  const nearest = createNearest({ gallery, take, searchAgain });
  const waiting = []; // [wish, whether its seed advances] of requests to do next
  let underWay = null; // { number, stop }: the board being searched

  replace(root, el("section", { class: "make", "aria-label": t("nav.make") },
    el("div", { class: "view-head" }, el("h1", { text: t("make.title") }), el("p", { class: "muted", text: t("make.about") })),
    el("div", { class: "card" },
      el("div", { class: "fields" }, field(t("picker.puzzle"), puzzle), field(t("make.rows"), rows), field(t("make.cols"), cols),
        field(t("new.level"), level), field(t("make.count"), count), field(t("make.seed"), seed), clueField, field(t("make.needs"), needs), options),
      symmetry, el("div", { class: "row" }, runner.button, runner.line)),
    gallery));
  onTheme(() => repaint().catch(reportError), signal);
  showOptions();
  replace(gallery, kept.map(([row, wish]) => card(row, wish)));

  function selectedPuzzle() {
    return makers.find((item) => item.name === puzzle.value);
  }

  function showOptions() {
    const { maker, techniques } = selectedPuzzle();
    for (const input of [rows, cols]) if (maker.sides.length && !maker.sides.includes(Number(input.value))) input.value = String(usualSide(maker));
    symmetry.hidden = !maker.symmetric;
    clueField.hidden = !maker.clues.length;
    replace(clues, option(["", t("clues.any")]), maker.clues.map((name) => option([name, tOr(`clues.${name}`, name)])));
    replace(needs, option(["", t("make.needs.any")]), techniques.map((technique) => option([technique.name, `${technique.title} (${tOr(`level.${technique.level}`, technique.level)})`])));
    replace(options, maker.options.map(optionField));
    options.hidden = !maker.options.length;
  }

  function optionField({ name, default: value, help, least, most }) {
    const given = { test: `make-option-${name}`, "data-key": name, title: help };
    if (typeof value === "boolean") return checkbox(toWords(name), { ...given, checked: value });
    const input = el("input", { type: "number", min: least, max: most, value, ...given });
    return el("label", { class: "field" }, el("span", { text: toWords(name) }), input, el("small", { class: "muted", text: help }));
  }

  /** Return the puzzle with the options that differ from the default, as `name:most=3`. */
  function spec() {
    const { name, maker } = selectedPuzzle();
    const parts = maker.options.flatMap((option) => {
      const input = /** @type {HTMLInputElement} */ (options.querySelector(`[data-key="${option.name}"]`));
      const value = typeof option.default === "boolean" ? input.checked : Number(input.value);
      if (value === option.default) return [];
      return [`${option.name}=${value === true ? "yes" : value === false ? "no" : value}`];
    });
    return parts.length ? `${name}:${parts.join(",")}` : name;
  }

  /** Return the request; without a seed the server draws one and returns it. */
  function createRequest() {
    return {
      puzzle: spec(), rows: Number(rows.value), cols: Number(cols.value), difficulty: level.value || null,
      count: Number(count.value), seed: seed.value.trim() === "" ? null : Number(seed.value), symmetry: !symmetry.hidden && symmetry.querySelector("input").checked,
      clues: clues.value || null, needs: needs.value || null, first: 0, nearest: true, seconds: about.limits.seconds, theme: theme(),
    };
  }

  async function work(calledOff) {
    if (!waiting.length) {
      kept = [];
      nearest.clear();
      replace(gallery);
      waiting.push([createRequest(), true]);
    }
    try {
      while (waiting.length) await generate(...waiting.shift(), calledOff);
    } finally {
      underWay = null;
      waiting.length = 0;
      nearest.stop();
    }
    runner.tell(t("make.done", { n: kept.length }));
  }

  /** Request boards; when the closest board is used instead, request the remaining ones. */
  async function generate(wish, isNew, calledOff) {
    const all = kept.length + wish.count;
    for (let left = wish.count, first = wish.first; left > 0;) {
      const passOver = new AbortController();
      underWay = { number: first, stop: passOver };
      runner.tell(t("make.running", { n: kept.length, all }));
      try {
        for await (const row of requestStream("/api/generate", { ...wish, first, count: left }, AbortSignal.any([calledOff, passOver.signal]))) {
          if (row.end) continue;
          wish.seed = row.seed;
          if (row.board || row.error) left -= 1;
          underWay.number = row.attempts ? row.number : row.number + 1;
          show(row, wish);
          runner.tell(t("make.running", { n: kept.length, all }));
        }
        break;
      } catch (fault) {
        if (calledOff.aborted || !passOver.signal.aborted) throw fault;
        left -= 1;
        first = underWay.number + 1;
      }
    }
    if (isNew) seed.value = String(wish.seed + 1); // so the next boards differ
  }

  /** Show a board, the closest one so far, or why there is none. */
  function show(row, wish) {
    if (!row.board) return nearest.show(row, wish);
    nearest.leave(row.number);
    keep(row, wish);
  }

  function keep(row, wish) {
    kept.push([row, wish]);
    gallery.append(card(row, wish));
  }

  /** Use the closest board and stop searching for this one. */
  function take(row, wish) {
    keep(row, wish);
    if (underWay?.number === row.number) underWay.stop.abort();
  }

  /** Search again with another seed; the same one would repeat the result. */
  function searchAgain(wish) {
    waiting.push([{ ...wish, seed: randomSeed() }, false]);
    nearest.show({ number: wish.first, attempts: 0 }, wish);
    if (!underWay) runner.start();
  }

  /** Redraw the boards in the current theme. */
  async function repaint() {
    for (const [row] of kept) row.svg = await boardPicture(row, signal);
    replace(gallery, kept.map(([row, wish]) => card(row, wish)), nearest.cards());
  }

  function card(row, wish) {
    const { title, formats } = makers.find((puzzle) => puzzle.name === row.kind); // another puzzle may be selected by now
    const board = { kind: row.kind, title, rows: wish.rows, cols: wish.cols, name: row.name, board: row.board };
    const open = (view) => () => {
      setCurrentBoard(board);
      location.hash = routeTo(view);
    };
    const copy = (format) => async () => {
      const { text } = await request("/api/convert", { board: row.board, to: format }, signal);
      if (await copyText(text, format)) showMessage(t("make.copied", { format }));
    };
    const copies = FORMATS.filter((name) => formats.includes(name));
    return el("article", { class: "card", test: `made-${row.number}` },
      el("h2", {}, `${row.name} `, row.level ? el("span", { class: "level", text: tOr(`level.${row.level}`, row.level) }) : null),
      picture(row.svg),
      el("p", { class: "muted", text: row.distance === undefined ? duration(row.seconds) : describeDifference(row, wish) }),
      el("div", { class: "row" },
        el("button", { type: "button", class: "primary", test: `made-play-${row.number}`, text: t("make.play"), on: { click: open("play") } }),
        el("button", { type: "button", test: `made-explain-${row.number}`, text: t("make.explain"), on: { click: open("explain") } }),
        copies.map((format) => el("button", { type: "button", test: `made-copy-${format}-${row.number}`, text: t("make.copy", { format }), on: { click: () => copy(format)().catch(reportError) } }))));
  }
}
