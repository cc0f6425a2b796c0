// Entry point: loads the messages, applies the theme, builds the header and shows the view of the address.

import { request, ServerError } from "../data/api.js";
import { el, replace } from "../ui/dom.js";
import { isSite } from "./edition.js";
import { icon } from "../ui/icons.js";
import { setProblems } from "./current-board.js";
import { isTyping } from "../board/keyboard.js";
import { closeDialogs, openShortcuts } from "../ui/dialog.js";
import { reportError, hideMessage } from "./status.js";
import { applyTheme, switchTheme, theme } from "./theme.js";
import { loadMessages, t } from "./messages.js";

const VIEWS = ["play", "library", "watch", "race", "lab", "make", "compose", "explain", "convert", "assignment"];
const SUBVIEWS = { techniques: "explain" }; // views without a link in the header -> the link that is highlighted
const FOLDERS = { race: "watch", convert: "board", techniques: "explain" }; // views outside a folder of their own name
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
  const links = VIEWS.map((view) =>
    el("a", { href: `#/${view}`, test: `nav-${view}`, text: t(`nav.${view}`) }));
  links.push(el("a", { href: "docs/", test: "nav-docs", text: t("nav.docs") })); // not a view: the documentation is a separate set of pages
  const themes = el("button", { type: "button", class: "plain", test: "theme", on: { click: changeTheme } });
  replace(document.getElementById("top"),
    el("a", { class: "brand", href: "#/play" }, el("img", { src: new URL("../../icon.svg", import.meta.url).href, alt: "", width: 26, height: 26 }), el("span", { text: "masume" })),
    el("nav", { "aria-label": t("nav.label") }, links), themes);

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

async function show(about) {
  const [path, rest] = location.hash.replace(/^#\/?/, "").split("?");
  const view = VIEWS.includes(path) || path in SUBVIEWS ? path : "play";
  currentView?.abort();
  hideMessage();
  closeDialogs();
  const mine = (currentView = new AbortController());
  for (const link of document.querySelectorAll("nav a")) {
    const isHere = link.getAttribute("data-test") === `nav-${SUBVIEWS[view] ?? view}`;
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
    if (isHere) link.scrollIntoView?.({ block: "nearest", inline: "center" });
  }
  document.title = t("page.title", { view: t(view in SUBVIEWS ? `${view}.title` : `nav.${view}`) });
  const root = document.getElementById("main");
  root.dataset.view = view;
  try {
    const { mount } = await import(`../${FOLDERS[view] ?? view}/${view}.js`).catch(() => { throw new ServerError(t("status.unreachable"), 0); });
    if (mine.signal.aborted) return;
    root.replaceChildren();
    await mount(root, { about, query: new URLSearchParams(rest ?? ""), signal: mine.signal });
  } catch (fault) {
    reportError(fault);
  }
}

start().catch(reportError);
