// Copying to the clipboard, with a dialog to copy by hand where it is disabled.

import { el } from "./dom.js";
import { openDialog } from "./dialog.js";
import { t } from "../app/messages.js";

export async function copyText(text, title = t("convert.result")) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { rows: 6, readonly: true, value: text, test: "copy-text", "aria-label": title });
    openDialog(title, area, { test: "copy-sheet" });
    area.select();
    return false;
  }
}
