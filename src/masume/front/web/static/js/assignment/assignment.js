// Assignment: open a lecturer's bundle, write the solution, check it on the public boards, and save the file.

import { createEditor } from "../../vendor/editor.js";
import { request, requestStream } from "../data/api.js";
import { read, write } from "../data/storage.js";
import { download, el, replace } from "../ui/dom.js";
import { markdown } from "../ui/markdown.js";
import { createRunButton } from "../ui/run-button.js";
import { reportError } from "../app/status.js";
import { number, t } from "../app/messages.js";
import { hasDocs } from "../app/edition.js";
import { theme } from "../app/theme.js";
import { showVerdict } from "./verdict.js";

const SECONDS = 60; // for all criteria together
const OPENED = "assignment"; // the bundle that was opened last
const SOLUTIONS = "assignment.solutions"; // sources by the title of their assignment

/**
 * @param {HTMLElement} root
 * @param {{ signal: AbortSignal }} given
 */
export async function mount(root, { signal }) {
  /** @type {Server.Answers["/api/open-bundle"] | null} */
  let bundle = null;
  const place = el("section", { class: "editor", test: "assignment-editor" });
  const editor = createEditor(place, { label: t("assignment.editor"), onChange: keep });
  const archive = el("input", { type: "file", accept: ".zip", test: "assignment-archive", on: { change: () => openArchive().catch(reportError) } });
  const folder = el("input", { type: "file", webkitdirectory: true, test: "assignment-folder", on: { change: () => openFolder().catch(reportError) } });
  const title = el("h2", { test: "assignment-title" });
  const task = el("div", { class: "task", test: "assignment-task" });
  const name = el("span", { class: "muted" });
  const points = el("p", { test: "assignment-points", role: "status" });
  const verdicts = el("div", { class: "vertical", test: "assignment-verdicts" });
  const runner = createRunButton({ prefix: "assignment", work: check, signal });
  const button = (test, action) => el("button", { type: "button", test, text: t(test.replace("-", ".")), on: { click: action } });
  const opened = el("div", { class: "assignment-grid", hidden: true },
    el("div", { class: "vertical" },
      el("section", { class: "card" }, title, el("details", { open: true }, el("summary", { text: t("assignment.task") }), task)),
      el("section", { class: "card" }, el("div", { class: "row" }, name, button("assignment-save", save), button("assignment-stub", startAgain)), place)),
    el("section", { class: "card" }, el("div", { class: "row" }, runner.button), runner.line, points, verdicts));

  replace(root, el("section", { class: "assignment", "aria-label": t("nav.assignment") },
    el("div", { class: "view-head" }, el("h1", { text: t("assignment.title") }), el("p", { class: "muted", text: t("assignment.about") })),
    el("section", { class: "card" }, el("div", { class: "row" },
      el("label", { class: "file" }, el("span", { text: t("assignment.archive") }), archive),
      el("label", { class: "file" }, el("span", { text: t("assignment.folder") }), folder)),
    el("p", { class: "muted" }, t("assignment.bundle"), " ", !hasDocs() ? null : el("a", { href: "docs/tutorials/assignments.html", text: t("assignment.help") }))),
    opened));
  const last = read(OPENED);
  if (last) await open({ files: last }).catch(() => write(OPENED, null)); // written by an older version

  async function openArchive() {
    const bytes = new Uint8Array(await archive.files[0].arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    await open({ archive: btoa(text) });
  }

  async function openFolder() {
    const files = [...folder.files].filter((file) => !/\.(png|pdf|html)$/.test(file.name));
    await open({ files: await Promise.all(files.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() }))) });
  }

  async function open(asked) {
    runner.stop();
    bundle = await request("/api/open-bundle", asked, signal);
    write(OPENED, bundle.files);
    title.textContent = bundle.title;
    replace(task, markdown(bundle.readme));
    name.textContent = bundle.file;
    editor.setText(read(SOLUTIONS)?.[bundle.title] ?? bundle.source);
    points.textContent = "";
    verdicts.replaceChildren();
    opened.hidden = false;
    runner.tell(t("assignment.wait"));
  }

  /** Keep the solution in the browser, so that closing the page loses nothing. */
  function keep(text) {
    if (bundle) write(SOLUTIONS, { ...read(SOLUTIONS), [bundle.title]: text });
  }

  function save() {
    download(bundle.file, editor.text(), "text/x-python");
  }

  function startAgain() {
    if (confirm(t("assignment.stub.sure"))) {
      editor.setText(bundle.source);
      keep(bundle.source);
    }
  }

  async function check(calledOff) {
    verdicts.replaceChildren();
    points.textContent = "";
    runner.tell(t("assignment.running"));
    let earned = 0;
    let most = 0;
    const asked = { files: bundle.files, source: editor.text(), seconds: SECONDS, theme: theme() };
    for await (const row of requestStream("/api/check-bundle", asked, calledOff)) {
      if ("end" in row) continue;
      earned += row.earned;
      most += row.points;
      verdicts.append(showVerdict(row, { file: bundle.file, showLine: editor.showLine, signal }));
      points.textContent = t("assignment.points", { earned: number(earned), most: number(most) });
    }
    const later = bundle.criteria.filter((criterion) => criterion.hidden).reduce((sum, criterion) => sum + criterion.points, 0);
    runner.tell(later ? t("assignment.later", { n: later }) : "");
  }
}
