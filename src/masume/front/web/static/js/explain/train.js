// Train: exercises for one technique after another. A click answers which cell follows; the number of correct answers
// in a row is kept per technique.

import { request } from "../data/api.js";
import { read, write } from "../data/storage.js";
import { currentBoard } from "../app/current-board.js";
import { choice, el, picture, replace } from "../ui/dom.js";
import { linkCells, wrapNames } from "./cell-links.js";
import { announce, reportError } from "../app/status.js";
import { onTheme, theme } from "../app/theme.js";
import { t, tOr } from "../app/messages.js";
import { nameOf } from "../board/cell-names.js";
import { moveFocus } from "../board/keyboard.js";

const MASTERED = 3; // correct answers in a row
const CELL = 40; // the side of a cell in the pictures of the server
const STORED = "training"; // correct answers in a row: {puzzle: {technique: number}}

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const trained = about.puzzles.filter((puzzle) => puzzle.techniques.length);
  const wished = [query?.get("puzzle"), currentBoard()?.kind].find((name) => trained.some((puzzle) => puzzle.name === name));
  const puzzles = choice(trained.map((puzzle) => [puzzle.name, puzzle.title]), {
    test: "train-puzzle", value: wished ?? null, "aria-label": t("picker.puzzle"), on: { change: () => open(weakest()).catch(reportError) },
  });
  const reset = el("button", { type: "button", class: "plain", test: "train-reset", text: t("train.reset"), on: { click: forget } });
  const list = el("ul", { class: "train-list", test: "train-list" });
  const exercise = el("div", { class: "card", test: "exercise" });
  linkCells(exercise, CELL);
  let technique = "";
  let answered = false; // by a correct or wrong answer, or the solution
  replace(root, el("section", { class: "train", "aria-label": t("nav.train") },
    el("div", { class: "view-head" }, el("h1", { text: t("train.title") }), el("p", { class: "muted", text: t("train.about") })),
    el("div", { class: "row" }, puzzles, reset),
    el("div", { class: "train-layout" }, list, exercise)));
  onTheme(() => open(technique).catch(reportError), signal);
  await open(query?.get("technique") ?? weakest());

  function techniques() {
    return trained.find((puzzle) => puzzle.name === puzzles.value).techniques.filter((known) => !known.obvious && !known.auto);
  }

  function solvedInRow(name) {
    return read(STORED)?.[puzzles.value]?.[name] ?? 0;
  }

  /** Return the easiest technique that is not mastered. */
  function weakest() {
    const all = techniques();
    return (all.find(({ name }) => solvedInRow(name) < MASTERED) ?? all[0]).name;
  }

  /** Count an exercise; only the first answer counts. */
  function score(isRight) {
    if (answered) return;
    answered = true;
    const all = read(STORED) ?? {};
    write(STORED, { ...all, [puzzles.value]: { ...all[puzzles.value], [technique]: isRight ? solvedInRow(technique) + 1 : 0 } });
    drawList();
  }

  function forget() {
    write(STORED, { ...read(STORED), [puzzles.value]: {} });
    drawList();
  }

  function drawList() {
    replace(list, techniques().map(({ name, title, level }) => {
      const count = solvedInRow(name);
      const isMastered = count >= MASTERED;
      return el("li", {}, el("button", { type: "button", class: isMastered ? "mastered" : "", test: `train-${name}`, "aria-pressed": String(name === technique), on: { click: () => open(name).catch(reportError) } },
        el("span", { text: title }), el("span", { class: "count", title: tOr(`level.${level}`, level), text: isMastered ? t("train.mastered") : t("train.progress", { n: count }) })));
    }));
  }

  /** Show a new exercise for a technique. */
  async function open(name) {
    const kind = puzzles.value;
    technique = name;
    answered = false;
    drawList();
    replace(exercise, el("p", { class: "muted", text: t("train.loading") }));
    const seed = Math.floor(Math.random() * 1e6);
    const posed = await request("/api/exercise", { puzzle: kind, technique: name, seed, stage: solvedInRow(name), theme: theme() }, signal);
    if (kind === puzzles.value && name === technique) draw(posed);
  }

  /** @param {Server.ExerciseReply} posed */
  function draw(posed) {
    const say = el("p", { class: "lines", test: "exercise-text", "aria-live": "polite" });
    const paper = el("div", { class: "exercise-board" });
    const solution = el("button", { type: "button", test: "exercise-solution", text: t("train.solution"), on: { click: () => { score(false); reveal(posed.solutions[0], ""); } } });
    const next = el("button", { type: "button", class: "primary", test: "exercise-next", text: t("train.next"), on: { click: () => open(technique).catch(reportError) } });
    const show = (svg) => replace(paper, picture(svg), cellButtons(posed, answer));
    replace(exercise, el("p", { test: "exercise-ask", text: t("train.ask", { title: posed.title }) }),
      el("div", { class: "exercise" }, paper, el("div", { class: "exercise-words" }, say, el("div", { class: "row" }, solution, next))));
    show(posed.svg);

    function answer(cell, button) {
      const found = posed.solutions.find(({ cells }) => cells.includes(cell));
      score(Boolean(found));
      if (found) reveal(found, t("train.right"));
      else {
        button.classList.add("wrong");
        say.textContent = t("train.wrong");
      }
    }

    function reveal({ svg, text }, verdict) {
      replace(paper, picture(svg));
      say.textContent = `${verdict} ${text}`.trim();
      announce(say.textContent);
      wrapNames(say);
      solution.disabled = true;
      next.focus();
    }
  }
}

/** Return a button for each cell, above the picture. */
function cellButtons({ rows, cols, svg }, answer) {
  const [left, top, width, height] = /viewBox="([^"]*)"/.exec(svg)[1].split(" ").map(Number);
  const cells = Array.from({ length: rows * cols }, (_, cell) => {
    const name = nameOf(cell, [rows, cols]);
    const button = el("button", { type: "button", test: `exercise-${cell}`, "aria-label": name, tabindex: cell ? "-1" : "0" });
    button.addEventListener("click", () => answer(cell, button));
    return button;
  });
  const grid = el("div", { class: "exercise-cells" }, cells);
  Object.assign(grid.style, {
    left: `${100 * -left / width}%`, top: `${100 * -top / height}%`, width: `${100 * cols * CELL / width}%`, height: `${100 * rows * CELL / height}%`,
    gridTemplateColumns: `repeat(${cols}, 1fr)`, gridTemplateRows: `repeat(${rows}, 1fr)`,
  });
  grid.addEventListener("keydown", (event) => moveFocus(event, cells, [rows, cols]));
  return grid;
}
