// The tools beside a board: undo and redo, trials, help, options and the clock.

import { request } from "../data/api.js";
import { el, field, replace, svgEl, checkbox } from "../ui/dom.js";
import { isFeedbackOn, setFeedback } from "../ui/feedback.js";
import { icon } from "../ui/icons.js";
import { packGame } from "../data/game-link.js";
import { openShortcuts, openRules, openDialog } from "../ui/dialog.js";
import { reportError, announce, showMessage } from "../app/status.js";
import { read, write } from "../data/storage.js";
import { clockText, t } from "../app/messages.js";
import { routeTo } from "../app/routes.js";

const TRIALS = 3; // line styles; deeper trials repeat them
const ADDRESSES = "puzz.link"; // the format whose boards are links

export function createTools({ about, game, help, board, signal }) {
  const act = (what) => () => game.act({ do: what });
  const tool = (name, sign, action, more = {}) =>
    el("button", { type: "button", test: name, title: t(`tool.${name}.title`), on: { click: action }, ...more },
      icon(sign), el("span", { text: t(`tool.${name}`) }));

  const undo = tool("undo", "undo", act("undo"));
  const redo = tool("redo", "redo", act("redo"));
  const hint = tool("hint", "hint", help.hint);
  const restart = tool("restart", "restart", act("restart"));
  const trial = tool("trial", "trial", act("begin-trial"));
  const keep = tool("keep", "check", act("keep-trial"));
  const drop = tool("discard", "close", act("drop-trial"));
  const trying = el("p", { class: "trial-bar", test: "trials", hidden: true }, el("span", { class: "trials" }), keep, drop);
  const auto = checkbox(t("tool.auto"), { test: "auto", on: { change: setOptions } });
  const rulers = checkbox(t("tool.coordinates"), { test: "coordinates", checked: read("rulers") !== false, on: { change: showCoordinates } });
  const drawn = checkbox(t("tool.touch"), { test: "draw-by-touch", checked: read("drawn") === true, on: { change: setTouchDrawing } });
  drawn.hidden = !matchMedia("(any-pointer: coarse)").matches; // a mouse always draws
  const live = checkbox(t("tool.errors"), { test: "show-errors", on: { change: setOptions } });

  const sounds = checkbox(t("tool.feedback"), { test: "feedback", checked: isFeedbackOn(), on: { change: () => setFeedback(box(sounds).checked) } });

  const extra = el("div", { class: "more-tools card", id: "more-tools", test: "more-tools", role: "group", "aria-label": t("tools.more"), hidden: true, on: { click: closeAfter } },
    tool("why", "why", help.why), trial, tool("analyse", "help", help.ask), tool("solve", "solve", help.solve), restart,
    tool("share", "share", () => share().catch(reportError)), tool("rules", "rules", showRules), tool("keys", "keys", openShortcuts),
    el("div", { class: "switches" }, auto, live, rulers, drawn, sounds));
  const more = tool("more", "more", () => showMore(extra.hidden), { "aria-expanded": "false", "aria-controls": "more-tools" });
  const element = el("div", { class: "tools" },
    el("div", { class: "toolbar", role: "group", "aria-label": t("tools.label") }, undo, redo, hint, tool("check", "check", help.check), more),
    trying, extra);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || extra.hidden) return;
    showMore(false);
    more.focus();
  });
  showCoordinates();
  setTouchDrawing();

  const time = el("span", { class: "time", test: "time", role: "timer" });
  const pause = el("button", { type: "button", class: "plain", test: "pause", on: { click: () => setPaused(!game.paused()) } });
  const clock = el("div", { class: "clock" }, time, pause);
  const ticking = setInterval(showTime, 250);
  signal.addEventListener("abort", () => clearInterval(ticking));

  const commands = {
    Backspace: act("undo"), u: act("undo"), y: act("redo"), h: help.hint, w: help.why, t: act("begin-trial"),
    k: act("keep-trial"), d: act("drop-trial"), c: help.check, a: help.ask, p: () => setPaused(!game.paused()), "?": openShortcuts,
  };

  function showMore(isShown) {
    extra.hidden = !isShown;
    more.setAttribute("aria-expanded", String(isShown));
  }

  /** Close the further tools after one of them was chosen; switches stay in view. */
  function closeAfter(event) {
    if (event.target.closest("button")) showMore(false);
  }

  function setTouchDrawing() {
    write("drawn", box(drawn).checked);
    board.setTouchDrawing(box(drawn).checked);
  }

  function showCoordinates() {
    write("rulers", box(rulers).checked);
    board.showCoordinates(box(rulers).checked);
  }

  function setOptions() {
    game.act({ do: "set", auto: box(auto).checked, checking: box(live).checked });
  }

  function showRules() {
    const puzzle = about.puzzles.find((puzzle) => puzzle.name === game.answer()?.kind);
    if (puzzle) openRules(puzzle);
  }

  async function share() {
    await game.settled();
    if (!game.answer()) return;
    const { origin, pathname } = location;
    const link = origin + pathname + routeTo("play", `g=${await packGame(game.state())}`);
    let isCopied = true;
    await navigator.clipboard.writeText(link).catch(() => { isCopied = false; }); // the clipboard may be disabled
    if (isCopied) {
      showMessage(t("share.copied"));
      announce(t("share.copied"));
    }
    const publicLink = isLocalHost(location.hostname) ? await findPublicLink() : null;
    if (publicLink || !isCopied) showLinks(link, publicLink);
    element.dataset.link = link;
  }

  /** Return the public link of the board, or null. */
  async function findPublicLink() {
    const { kind, state } = game.answer();
    const known = about.puzzles.find((puzzle) => puzzle.name === kind)?.formats ?? [];
    if (!known.includes(ADDRESSES)) return null;
    return (await request("/api/convert", { board: state.board, to: ADDRESSES }, signal)).text.trim();
  }

  function showLinks(link, publicLink) {
    const input = (test, value, label) => el("input", { readonly: true, value, test, name: test, "aria-label": label, on: { focus: (event) => event.target.select() } });
    const here = t(publicLink ? "share.local" : "share.about");
    openDialog(t("share.title"), [
      publicLink ? field(t("share.public"), input("share-others", publicLink, t("share.public"))) : null,
      field(here, input("share-link", link, here)),
    ].filter(Boolean), { test: "share-sheet" });
  }

  function setPaused(paused) {
    if (paused && game.answer()?.finished) return; // its clock does not run
    game.pause(paused);
    if (!paused) board.setCursor(board.cursor());
  }

  function showTime() {
    time.textContent = clockText(game.clock.seconds());
  }

  /** Show the number of marks of a trial, in its line style. */
  function trialText(count, place) {
    const stroke = svgEl("svg", { class: `trial trial-${(place % TRIALS) + 1}`, viewBox: "0 0 30 8", "aria-hidden": "true" }, svgEl("line", { x1: 2, x2: 28, y1: 4, y2: 4 }));
    return el("span", { test: `trial-${place + 1}` }, stroke, t("play.trial", { n: count, level: place + 1 }));
  }

  function show({ can_undo, can_redo, trial_marks, state, finished }) {
    undo.disabled = restart.disabled = !can_undo;
    redo.disabled = !can_redo;
    hint.classList.toggle("primary", !finished); // then it is Next
    trying.hidden = !trial_marks.length;
    replace(trying.firstElementChild, trial_marks.map(trialText));
    box(auto).checked = state.auto;
    box(live).checked = state.checking;
    const name = game.paused() ? "resume" : "pause";
    replace(pause, icon(game.paused() ? "play" : "pause"));
    pause.setAttribute("aria-label", t(`clock.${name}`));
    pause.disabled = finished;
    showTime();
  }

  return {
    element, clock, show,
    resume: () => setPaused(false),
    /** Run the command of a key; return whether there is one. */
    command(key) {
      const action = commands[key] ?? commands[key.toLowerCase()];
      if (action && (key === "?" || game.answer())) action();
      return Boolean(action);
    },
  };
}

/** Return whether a host name means this computer, which others cannot reach by it. */
function isLocalHost(host) {
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

function box(label) {
  return label.querySelector("input");
}
