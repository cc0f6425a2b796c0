// Home: what this is, a board of each puzzle, the board of the day, the games that were left open, and a
// field that explains any puzzle; below, the ways to teach search and to make boards.

import { request } from "../data/api.js";
import { createDaily } from "./daily.js";
import { createTiles } from "./tiles.js";
import { setCurrentBoard } from "../app/current-board.js";
import { el, picture, replace } from "../ui/dom.js";
import { createFeature } from "./feature.js";
import { icon } from "../ui/icons.js";
import { loadText, openBoardDialog, rejectProblems } from "../board/open-board.js";
import { routeTo } from "../app/routes.js";
import { reportError } from "../app/status.js";
import { savedGames } from "../data/storage.js";
import { onTheme, theme } from "../app/theme.js";
import { clockText, t } from "../app/messages.js";

const MOST_GAMES = 3; // games to continue

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, signal }) {
  const tiles = createTiles({ about, signal });
  replace(root, el("section", { class: "home", "aria-label": t("home.title") },
    el("header", { class: "hero" }, el("div", { class: "hero-words" }, el("h1", { text: t("home.title") }), el("p", { class: "lead", text: t("home.about") }), explainField()), el("div", { class: "today" }, createDaily({ signal }), continueCard(signal))),
    el("h2", { class: "band-title", text: t("home.play") }), tiles.element,
    el("div", { class: "bands" }, createFeature({ signal }), el("div", { class: "vertical" }, band("make", [["compose", "plus"], ["make", "dice"], ["convert", "swap"]]), band("learn", [["learn", "rules"], ["techniques", "hint"]])))));
  await tiles.draw();
}

/** Create the field that explains the board of an address or a text. */
function explainField() {
  const text = el("input", { test: "home-paste", name: "puzzle", spellcheck: "false", autocomplete: "off", "aria-label": t("home.paste"), placeholder: t("home.paste.example") });
  const line = el("p", { class: "error-line", test: "home-fault", role: "status" });
  return el("form", { class: "explain-field", on: { submit: (event) => { event.preventDefault(); explain(); } } },
    el("label", { class: "field" }, el("span", { text: t("home.paste") }), el("span", { class: "joined" }, text, el("button", { type: "submit", class: "primary", test: "home-explain", text: t("home.explain") }))), line);

  async function explain() {
    line.textContent = "";
    try {
      const { boards, bare } = await loadText(text.value);
      const [first, ...others] = rejectProblems(boards);
      if (!first) line.textContent = t("paste.none");
      else if (first.error) line.textContent = first.error;
      else if (bare && others.length) openBoardDialog(false, take, text.value);
      else take(first);
    } catch (fault) {
      line.textContent = fault.message;
    }
  }

  function take(board) {
    setCurrentBoard(board);
    location.hash = routeTo("explain");
  }
}

/** Create the card of the games that are not finished; hidden if there are none. */
function continueCard(signal) {
  const games = savedGames().filter((game) => game.desk && game.state.at && !game.finished).slice(0, MOST_GAMES);
  const entries = games.map((game) => {
    const small = el("span", { class: "thumbnail" });
    const name = game.desk.called || game.desk.name || t("picker.custom", game.desk);
    const open = el("button", { type: "button", class: "tile", on: { click: () => {
      setCurrentBoard(game.desk);
      location.hash = routeTo("play");
    } } }, small, el("span", { class: "tile-name", text: game.title }), el("span", { class: "muted", text: [name, clockText(game.state.seconds)].join(" · ") }));
    const draw = async () => {
      const { svg } = await request("/api/session", { state: game.state, theme: theme() }, signal);
      replace(small, picture(svg));
    };
    onTheme(() => draw().catch(reportError), signal);
    draw().catch(reportError);
    return el("li", {}, open);
  });
  return el("article", { class: "card continue", test: "continue", hidden: !games.length }, el("h2", { text: t("home.continue") }), el("ol", { class: "tiles" }, entries));
}

/** Create a card with links to views. */
function band(name, views) {
  const links = views.map(([view, sign]) => el("a", { class: "button", href: routeTo(view), test: `home-${view}` }, icon(sign), el("span", { text: t(`nav.${view}`) })));
  return el("article", { class: "card band" }, el("h2", { text: t(`home.${name}`) }), el("p", { text: t(`home.${name}.about`) }), el("div", { class: "row" }, links));
}
