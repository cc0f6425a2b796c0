// The export dialog of films and races.

import { requestFile } from "../data/api.js";
import { currentBoard } from "../app/current-board.js";
import { choice, download, el, field, replace } from "../ui/dom.js";
import { isSite } from "../app/edition.js";
import { openDialog } from "../ui/dialog.js";
import { reportError } from "../app/status.js";
import { theme } from "../app/theme.js";
import { t } from "../app/messages.js";

const MOVING = ["html", "gif", "mp4", "webm", "svg"];
const FORMS = [...MOVING, "png", "pdf", "tree-svg", "tree-tex"];
const SITE_FORMS = ["html", "svg", "tree-svg", "tree-tex"]; // the other formats need libraries that the page does not have

/**
 * Open the dialog. Several `ways` are a race, synchronised by `by`; `step` is the step that is shown.
 * @param {{ ways: any[], seed?: number, nodes: number | null, step: number, last: number, by?: string }} given
 */
export function openExport({ ways, seed = 0, nodes, step, last, by = "steps" }) {
  const forms = (ways.length > 1 ? MOVING : FORMS).filter((name) => !isSite() || SITE_FORMS.includes(name));
  const form = choice(forms.map((name) => [name, t(`export.${name}`)]), { test: "export-form", on: { change: update } });
  const number = (test, value, least, most) => el("input", { type: "number", test, min: least, max: most, value });
  const first = number("export-first", 1, 1, last);
  const to = number("export-last", last, 1, last);
  const speed = number("export-speed", 4, 1, 60);
  const size = number("export-size", 600, 100, 2000);
  const line = el("p", { class: "progress", role: "status", test: "export-line" });
  const go = el("button", { type: "button", class: "primary", test: "export-save", text: t("export.save"), on: { click: save } });
  const fields = el("div", { class: "fields" });
  if (last > 500) to.value = "500"; // a sensible default for long films
  openDialog(t("export.title"), el("div", { class: "vertical" }, field(t("export.form"), form), fields, go, line), { test: "export" });
  update();

  function update() {
    const isTree = form.value.startsWith("tree");
    const isOne = ["png", "pdf"].includes(form.value);
    if (isTree || isOne) [first.value, to.value] = [String(step), String(step)];
    replace(fields, isTree ? [] : field(t(isOne ? "export.step" : "export.first"), first), isOne ? [] : field(t(isTree ? "export.step" : "export.last"), to),
      isTree || isOne ? [] : field(t("export.speed"), speed), isTree ? [] : field(t("export.size"), size));
  }

  async function save() {
    const [kind, of] = form.value.split("-");
    const isTree = kind === "tree";
    const { board, name } = currentBoard();
    go.disabled = true;
    line.textContent = t("export.busy");
    line.classList.add("busy");
    const wish = { board, name: name ?? "", searches: ways, seed, nodes, form: isTree ? of : kind, tree: isTree, by, first: Number(first.value) || 1, last: Number(to.value) || null, speed: Number(speed.value) || 4, size: Number(size.value) || 600, theme: theme() };
    try {
      download(`film.${wish.form}`, await requestFile("/api/film", wish));
      line.textContent = t("export.done");
    } catch (fault) {
      line.textContent = "";
      reportError(fault);
    }
    line.classList.remove("busy");
    go.disabled = false;
  }
}
