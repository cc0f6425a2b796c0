// The booklet dialog: a PDF of several boards to print.

import { requestStream } from "../data/api.js";
import { choice, download, el, field } from "../ui/dom.js";
import { openDialog } from "../ui/dialog.js";
import { createRunButton } from "../ui/run-button.js";
import { t } from "../app/messages.js";

const PER_PAGE = [1, 2, 4, 6, 9];
const ANSWERS = ["at-end", "beside", "none"];
const PAPERS = ["a4", "letter"];

/** @param {{ about: Server.About, title: string, boards: { board: string, name: string, level: string }[] }} given */
export function openBooklet({ about, title, boards }) {
  const most = about.limits.booklet;
  const name = el("input", { test: "booklet-name", maxlength: 100, value: title });
  const number = (test, value) => el("input", { type: "number", min: 1, max: boards.length, value, test });
  const from = number("booklet-from", 1);
  const to = number("booklet-to", Math.min(boards.length, most));
  const perPage = choice(PER_PAGE.map((n) => [n, String(n)]), { test: "booklet-per-page", value: 4 });
  const answers = choice(ANSWERS.map((item) => [item, t(`booklet.answers.${item}`)]), { test: "booklet-answers" });
  const paper = choice(PAPERS.map((item) => [item, t(`booklet.paper.${item}`)]), { test: "booklet-paper" });
  const closed = new AbortController();
  const runner = createRunButton({ prefix: "booklet", sign: "save", work, signal: closed.signal });
  const sheet = openDialog(t("booklet.title"), el("div", { class: "stack" },
    field(t("booklet.name"), name),
    el("div", { class: "fields" }, field(t("booklet.from"), from), field(t("booklet.to"), to), field(t("booklet.per-page"), perPage), field(t("booklet.answers"), answers), field(t("booklet.paper"), paper)),
    el("div", { class: "row" }, runner.button, runner.line)), { test: "booklet" });
  sheet.addEventListener("close", () => closed.abort());

  async function work(signal) {
    const first = Math.max(1, Number(from.value) || 1);
    const chosen = boards.slice(first - 1, Math.min(Number(to.value) || boards.length, first - 1 + most));
    const wish = { boards: chosen, title: name.value.trim(), per_page: Number(perPage.value), answers: answers.value, paper: paper.value };
    runner.tell(t("booklet.running", { n: 0, all: chosen.length }));
    for await (const { done, pdf, pages } of requestStream("/api/booklet", wish, signal)) {
      if (pdf) {
        const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0));
        download(`${name.value.trim() || "booklet"}.pdf`, new Blob([bytes], { type: "application/pdf" }));
        runner.tell(t("booklet.done", { n: pages }));
      } else if (done) runner.tell(t("booklet.running", { n: done, all: chosen.length }));
    }
  }
}
