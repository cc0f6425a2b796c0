// Compare, the first section of the Lab: all searches on one board, as a table and a plot.

import { requestStream } from "../data/api.js";
import { createTable, csv } from "../ui/sortable-table.js";
import { currentBoard, findKind, onBoardChange, ensureBoard } from "../app/current-board.js";
import { choice, download, el, field, replace, checkbox } from "../ui/dom.js";
import { createPicker } from "../board/picker.js";
import { bars, scatter } from "./plot.js";
import { createRunButton } from "../ui/run-button.js";
import { tOr, duration, number, t } from "../app/messages.js";
import { toWords } from "../film/search-form.js";

const NAMES = ["algorithm", "heuristic", "space", "status", "cost", "expanded", "generated", "max_frontier", "max_stored", "rounds", "seconds", "reason"];

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mountCompare(root, { about, signal }) {
  await ensureBoard(about, signal, { problems: true });
  let rows = [];
  const heuristics = choice([["", t("lab.heuristics.default")], ["all", t("lab.heuristics.all")]], { test: "lab-heuristics" });
  const space = el("select", { test: "lab-space" });
  const seconds = el("input", { type: "number", min: 0.1, max: about.limits.compare_seconds, step: 0.1, value: 1, test: "lab-seconds" });
  const names = about.algorithms.map((algorithm) => checkbox(toWords(algorithm.name), { value: algorithm.name, checked: true, test: `lab-with-${algorithm.name}`, title: algorithm.summary }));
  const table = createTable(resultColumns(), { test: "lab-table" });
  const runner = createRunButton({ prefix: "lab", work, signal });
  const plot = el("div", { test: "lab-plot" });
  const kind = choice([["bars", t("lab.plot.bars")], ["scatter", t("lab.plot.scatter")]], { test: "lab-plot-kind", "aria-label": t("lab.plot"), on: { change: draw } });
  const save = (test, name, content, type) => el("button", { type: "button", test, text: t(test.replace("-", ".")), on: { click: () => download(name, content(), type) } });
  const all = (test, checked) => el("button", { type: "button", class: "plain", test: `lab-${test}`, text: t(`lab.${test}`), on: { click: () => boxes().forEach((box) => { box.checked = checked; }) } });
  const results = el("div", { class: "vertical", hidden: true },
    el("section", { class: "card" }, el("div", { class: "row" }, el("h2", { text: t("lab.plot") }), kind), plot, el("p", { class: "muted", text: t("lab.plot.legend") })),
    el("section", { class: "card" }, table.element,
      el("div", { class: "row" }, save("lab-csv", "compare.csv", () => csv(NAMES, table.rows()), "text/csv"),
        save("lab-json", "compare.json", () => JSON.stringify(table.rows(), null, 1), "application/json"))));

  replace(root,
    createPicker(about, signal, { problems: true }),
    el("div", { class: "card" },
      el("div", { class: "fields" }, field(t("lab.heuristics"), heuristics), field(t("lab.space"), space), field(t("lab.seconds"), seconds), runner.button),
      el("details", {}, el("summary", { test: "lab-algorithms", text: t("lab.algorithms") }), el("div", { class: "row" }, all("all", true), all("none", false)), el("div", { class: "switches" }, names)),
      runner.line),
    results);
  runner.tell(t("lab.wait"));
  showSpaces(currentBoard());
  onBoardChange((board) => {
    runner.stop();
    showSpaces(board);
    results.hidden = true; // they belong to the previous board
    runner.tell(t("lab.wait"));
  }, signal);

  function boxes() {
    return names.map((label) => label.querySelector("input"));
  }

  function showSpaces(board) {
    const { spaces } = findKind(about, board.kind);
    replace(space, el("option", { value: "", text: t("lab.space.all") }), spaces.map((space) => el("option", { value: space.name, title: space.summary, text: space.name })));
  }

  async function work(calledOff) {
    const chosen = boxes().filter((box) => box.checked).map((box) => box.value);
    rows = [];
    table.set(rows);
    results.hidden = true;
    runner.tell(t("lab.running", { n: 0 }));
    const wish = {
      board: currentBoard().board, algorithms: chosen.length === names.length || !chosen.length ? null : chosen,
      heuristic: heuristics.value || null, space: space.value || null, seconds: Number(seconds.value) || 1,
    };
    for await (const row of requestStream("/api/compare", wish, calledOff)) {
      if (row.end) continue;
      rows.push(row);
      table.set(rows);
      results.hidden = false;
      draw();
      runner.tell(t("lab.running", { n: rows.length }));
    }
    runner.tell(t("lab.done", { n: rows.length }));
  }

  function draw() {
    if (rows.length) replace(plot, kind.value === "bars" ? bars(rows) : scatter(rows));
  }
}

/** Return the columns of a table of results; the race uses them too. */
export function resultColumns() {
  const wordColumn = (name) => ({ name, words: true, text: (row) => toWords(row[name] ?? "–"), value: (row) => row[name] });
  const count = (name) => ({ name, text: (row) => number(row[name]), value: (row) => row[name] });
  return [
    wordColumn("algorithm"), wordColumn("heuristic"), wordColumn("space"),
    { name: "status", words: true, text: (row) => tOr(`outcome.${row.status}`, row.status), value: (row) => row.status },
    count("cost"), count("expanded"), count("generated"), count("max_frontier"), count("max_stored"), count("rounds"),
    { name: "seconds", text: (row) => duration(row.seconds), value: (row) => row.seconds },
  ];
}
