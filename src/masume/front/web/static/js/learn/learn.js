// Learn: tutorials, techniques and the documentation.

import { el, replace } from "../ui/dom.js";
import { hasDocs } from "../app/edition.js";
import { routeTo } from "../app/routes.js";
import { techniqueLink } from "../explain/techniques.js";
import { t } from "../app/messages.js";

const TUTORIALS = ["student", "lecturer", "assignments", "maker", "programmer"];
const PAGES = ["play", "techniques", "textbook", "compose", "lab", "how-to", "extending/index", "index"];

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about }) {
  const entry = (key, address) => el("li", { class: "card study" }, el("h3", {}, el("a", { href: address, text: t(`learn.${key}`) })), el("p", { class: "muted", text: t(`learn.${key}.about`) }));
  const taught = about.puzzles.filter((puzzle) => puzzle.techniques.length);
  replace(root, el("section", { class: "learn", "aria-label": t("nav.learn") },
    el("div", { class: "view-head" }, el("h1", { text: t("learn.title") }), el("p", { class: "muted", text: t("learn.about") })),
    el("h2", { text: t("learn.tutorials") }),
    el("ul", { class: "packs" }, (hasDocs() ? TUTORIALS : []).map((name) => entry(name, `docs/tutorials/${name}.html`)), entry("assignment", routeTo("assignment"))),
    el("h2", { text: t("learn.techniques") }),
    el("ul", { class: "chips" }, taught.map(({ name, title }) => el("li", {}, el("a", { class: "button", href: techniqueLink(name, ""), text: title })))),
    hasDocs() ? [el("h2", { text: t("learn.docs") }), el("ul", { class: "packs" }, PAGES.map((name) => entry(name, `docs/${name}.html`)))] : null));
}
