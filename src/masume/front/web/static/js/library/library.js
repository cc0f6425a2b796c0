// Library: packs, the daily puzzle, and collections from files.

import { request } from "../data/api.js";
import { openBooklet } from "./booklet.js";
import { getCollection, listCollections, deleteCollection } from "../data/collections.js";
import { currentBoard, defaultPuzzle, setCurrentBoard, loadExample } from "../app/current-board.js";
import { el, picture, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { createCollectionCard, showCollection } from "./collection-views.js";
import { findUnsolved, loadPacks, packTitle, countSolved } from "./series.js";
import { reportError } from "../app/status.js";
import { read, solvedTimes, write } from "../data/storage.js";
import { onTheme, theme } from "../app/theme.js";
import { clockText, LOCALE, t, tOr } from "../app/messages.js";
import { createDaily } from "../home/daily.js";
import { thumbnail } from "../board/previews.js";
import { routeTo } from "../app/routes.js";

/**
 * @param {HTMLElement} root
 * @param {{ about: Server.About, query?: URLSearchParams, signal: AbortSignal }} given
 */
export async function mount(root, { about, query, signal }) {
  const page = el("section", { class: "library", "aria-label": t("nav.library") });
  replace(root, page);
  const [pack, id] = [query?.get("pack"), query?.get("collection")];
  if (pack) return showPack(page, (await loadPacks()).find((item) => item.name === pack), about, signal);
  if (id) return showCollection(page, await getCollection(id), about, signal);
  return showShelves(page, about, query?.get("puzzle") ?? read("shelf") ?? currentBoard()?.kind, signal);
}

/** Show the packs of a puzzle, the daily puzzle and the collections. */
async function showShelves(page, about, wanted, signal) {
  const every = await loadPacks();
  const able = about.puzzles.filter((puzzle) => every.some((pack) => pack.kind === puzzle.name));
  const chosen = able.find((puzzle) => puzzle.name === wanted) ?? defaultPuzzle(able);
  const tabs = el("nav", { class: "chips", "aria-label": t("picker.puzzle") }, able.map((item) =>
    el("a", { class: "button", href: routeTo("library", `puzzle=${item.name}`), test: `shelf-${item.name}`, "aria-current": item === chosen ? "page" : null, text: item.title })));
  if (chosen) write("shelf", chosen.name);
  const own = el("div", { class: "cards" });
  replace(page,
    el("div", { class: "view-head" }, el("h1", { text: t("nav.library") }), el("p", { class: "muted", text: t("library.about") })),
    el("div", { class: "shelf-top" }, createDaily({ signal }), createCollectionCard({ about, signal, shown: showOwn }), own),
    tabs,
    shelves(every.filter((pack) => pack.kind === chosen?.name)));
  await showOwn();

  async function showOwn() {
    const opened = await listCollections();
    own.hidden = !opened.length;
    replace(own, opened.map((collection) => collectionCard(collection, showOwn)));
  }
}

/** Create a shelf of packs for each size. @param {Server.PackRow[]} some */
function shelves(some) {
  return [...new Set(some.map((pack) => pack.size))].map((size) => {
    const here = some.filter((pack) => pack.size === size);
    const boards = here.flatMap((pack) => pack.boards).sort((a, b) => a.rows * a.cols - b.rows * b.cols);
    const sizes = [...new Set([boards[0], boards.at(-1)].map((item) => `${item.rows}×${item.cols}`))];
    return el("div", { class: "shelf" },
      el("div", { class: "view-head" }, el("h2", { text: t(`size.${size}`) }), el("p", { class: "muted", text: sizes.length > 1 ? t("library.sizes", { from: sizes[0], to: sizes[1] }) : sizes[0] })),
      el("div", { class: "packs" }, here.map(packCard)));
  });
}

/** @param {Server.PackRow} pack */
function packCard(pack) {
  const [done, all] = [countSolved(pack), pack.boards.length];
  return el("article", { class: `card study pack${done === all ? " complete" : ""}`, test: `pack-${pack.name}` },
    el("h3", {}, el("a", { href: routeTo("library", `pack=${pack.name}`), "aria-label": packTitle(pack), text: tOr(`level.${pack.level}`, pack.level) })),
    progress(done, all));
}

/** Show progress as text and as a bar. */
export function progress(done, all) {
  return el("div", { class: "pack-progress" },
    el("progress", { value: done, max: all, "aria-label": t("library.progress", { n: done, all }) }),
    el("span", { class: "muted", "aria-hidden": "true", text: t(done === all ? "library.complete" : "library.progress", { n: done, all }) }));
}

function collectionCard(collection, changed) {
  const times = solvedTimes();
  const done = Object.keys(times).filter((name) => name.startsWith(`${collection.id}#`)).length;
  const deleteButton = el("button", { type: "button", class: "plain", test: `delete-${collection.id}`, "aria-label": t("library.delete", { name: collection.name }), title: t("library.delete", { name: collection.name }), on: { click: () => deleteCollection(collection).then(changed).catch(reportError) } }, icon("close"));
  return el("article", { class: "card study pack", test: `collection-${collection.id}` },
    el("div", { class: "study-head" }, el("h2", {}, el("a", { href: routeTo("library", `collection=${collection.id}`), text: collection.name })), deleteButton),
    progress(Math.min(done, collection.count), collection.count));
}

/** @param {Server.PackRow | undefined} pack */
async function showPack(page, pack, about, signal) {
  if (!pack) return showShelves(page, about, null, signal);
  const { title } = about.puzzles.find((puzzle) => puzzle.name === pack.kind);
  const called = t("library.title", { title, pack: packTitle(pack) });
  const times = solvedTimes();
  const open = findUnsolved(pack.boards.length, (place) => pack.boards[place].name in times);
  const play = (name) => loadExample(pack.kind, name, signal).then(() => { location.hash = routeTo("play"); }).catch(reportError);
  const print = () => openBooklet({ about, title: called, boards: pack.boards.map((item) => ({ board: item.name, name: item.title, level: pack.level })) });
  const tiles = pack.boards.map((board) => tile({ ...board, called: board.title }, times[board.name], () => play(board.name)));
  replace(page, packHead({ called, done: countSolved(pack), all: pack.boards.length, play: () => play(pack.boards[Math.max(open, 0)].name), print, back: routeTo("library", `puzzle=${pack.kind}`) }),
    el("ol", { class: "tiles", test: "tiles" }, tiles.map((tile) => el("li", {}, tile.element))));
  const drawAll = async () => {
    for (const [place, one] of tiles.entries()) one.draw(await thumbnail(pack.boards[place].name, signal));
  };
  onTheme(() => drawAll().catch(reportError), signal);
  return drawAll();
}

/** Create the header of a pack or a collection. */
export function packHead({ called, done, all, play, print, back }) {
  return el("div", { class: "card" },
    el("a", { class: "back", href: back, text: t("library.back") }),
    el("div", { class: "study-head" }, el("h1", { text: called, test: "pack-title" }), progress(done, all)),
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", test: "pack-play", on: { click: play } }, icon("play"), el("span", { text: t(done === all ? "library.replay" : done ? "library.continue" : "library.play") })),
      el("button", { type: "button", test: "pack-print", on: { click: print } }, icon("rules"), el("span", { text: t("booklet.title") }))));
}

/** Create the tile of a board, with its best time if it is solved. */
export function tile({ called, rows, cols, note = "" }, time, chosen) {
  const small = el("span", { class: "thumbnail" });
  const element = el("button", { type: "button", class: "tile", title: note || null, on: { click: chosen } }, small,
    el("span", { class: "tile-name", text: called }),
    el("span", { class: "muted" }, `${rows}×${cols}`, time === undefined ? null : el("span", { class: "solved-time", text: t("library.time", { time: clockText(time) }) })));
  return { element, draw: (drawn) => replace(small, drawn) };
}
