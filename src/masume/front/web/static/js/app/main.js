// Entry point: loads the messages, applies the theme, builds the header and shows the view of the address.

import { request, ServerError } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { hasDocs, isSite } from "./edition.js";
import { icon } from "../ui/icons.js";
import { setProblems } from "./current-board.js";
import { isTyping } from "../board/keyboard.js";
import { closeDialogs, openShortcuts } from "../ui/dialog.js";
import { reportError, hideMessage } from "./status.js";
import { parseRoute, routeTo, SECTIONS } from "./routes.js";
import { applyTheme, switchTheme, theme } from "./theme.js";
import { loadMessages, t } from "./messages.js";

let currentView = null; // aborted when the view changes

async function start() {
  applyTheme();
  if (isSite()) {
    import("../data/local-server.js").then(({ startPython }) => startPython()).catch(console.error);
    import("./offline.js").then(({ keepOffline }) => keepOffline()).catch(console.error);
  }
  await loadMessages();
  const skip = document.querySelector(".skip");
  skip.textContent = t("page.skip");
  skip.addEventListener("click", (event) => {
    event.preventDefault(); // the hash names the view and must not change
    document.getElementById("main").focus();
  });
  const about = await request("/api/about");
  setProblems(about);
  buildHead();
  addEventListener("hashchange", () => show(about));
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.defaultPrevented && !isTyping(event)) openShortcuts();
  });
  await show(about);
}

function buildHead() {
  const links = Object.keys(SECTIONS).map((section) =>
    el("a", { href: `#/${section}`, test: `section-${section}`, text: t(`section.${section}`) }));
  const themes = el("button", { type: "button", class: "plain", test: "theme", on: { click: changeTheme } });
  replace(document.getElementById("top"),
    el("a", { class: "brand", href: "#/", test: "brand" }, el("img", { src: new URL("../../icon.svg", import.meta.url).href, alt: "", width: 26, height: 26 }), el("span", { text: "masume" })),
    el("nav", { class: "sections", "aria-label": t("nav.label") }, links), el("nav", { class: "views" }), themes);

  function changeTheme() {
    switchTheme();
    showTheme();
  }

  function showTheme() {
    replace(themes, icon(theme() === "dark" ? "sun" : "moon"));
    themes.setAttribute("aria-label", t(theme() === "dark" ? "theme.light" : "theme.dark"));
    themes.title = themes.getAttribute("aria-label");
  }
  showTheme();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
}

/** Show the current section and the links to its views. */
function showPlace({ section, view }) {
  for (const link of document.querySelectorAll(".sections a")) {
    if (link.getAttribute("data-test") === `section-${section}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const views = document.querySelector("nav.views");
  const names = section ? Object.keys(SECTIONS[section]) : [];
  views.setAttribute("aria-label", section ? t(`section.${section}`) : "");
  /** @type {HTMLElement} */ (views).hidden = !section;
  const links = names.map((name) => el("a", { href: routeTo(name), test: `nav-${name}`, "aria-current": name === view ? "page" : null, text: t(`nav.${name}`) }));
  // Not a view: the documentation is a separate set of pages.
  replace(views, links, section === "learn" && hasDocs() ? el("a", { href: "docs/", test: "nav-docs", text: t("nav.docs") }) : null);
  views.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "center" });
  document.title = section ? t("page.title", { view: t(`nav.${view}`) }) : t("home.document");
}

async function show(about) {
  const { section, view, module, query, address } = parseRoute(location.hash);
  if (location.hash && address !== location.hash) history.replaceState(history.state, "", address);
  currentView?.abort();
  hideMessage();
  closeDialogs();
  const mine = (currentView = new AbortController());
  showPlace({ section, view });
  const root = document.getElementById("main");
  root.dataset.view = view;
  scrollTo(0, 0);
  try {
    const { mount } = await import(`../${module}.js`).catch(() => { throw new ServerError(t("status.unreachable"), 0); });
    if (mine.signal.aborted) return;
    root.replaceChildren();
    await mount(root, { about, query, signal: mine.signal });
  } catch (fault) {
    reportError(fault);
  }
}

start().catch(reportError);
