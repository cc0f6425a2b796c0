// Lecture mode: full screen, stops, a question before each step, and speaker notes.

import { choice, el, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { valuesText } from "../film/node-text.js";
import { announce } from "../app/status.js";
import { nextStop, orderOf, question, STOPS } from "./lecture-stops.js";
import { read, write } from "../data/storage.js";
import { t } from "../app/messages.js";

/**
 * Create the lecture controls. `film()` is the current film, `about()` the key of its notes, `point(id)` highlights a node.
 * @param {{ stage: HTMLElement, player: any, film: () => any, about: () => string, point: (id: number | null) => void, signal: AbortSignal }} given
 */
export function createLecture({ stage, player, film, about, point, signal }) {
  const button = (name, sign, action) => el("button", { type: "button", test: `lecture-${name}`, title: t(`lecture.${name}.title`), on: { click: action } }, icon(sign), el("span", { text: t(`lecture.${name}`) }));
  const stops = choice(STOPS.map((name) => [name, t(`lecture.stop.${name}`)]), { test: "lecture-stops", on: { change: () => { depth.hidden = stops.value !== "depth"; } } });
  const depth = el("input", { type: "number", min: 0, value: 5, test: "lecture-depth", "aria-label": t("lecture.depth"), hidden: true });
  const asks = el("input", { type: "checkbox", test: "lecture-asks", on: { change: () => { drop(); returnFocus(asks); } } });
  const score = el("span", { class: "muted", test: "lecture-score" });
  const quiz = el("div", { class: "quiz", test: "lecture-quiz", hidden: true });
  const notes = el("textarea", { test: "lecture-notes", rows: 1, placeholder: t("lecture.notes.title"), "aria-label": t("lecture.notes.title"), on: { input: keepNote } });
  const bar = el("div", { class: "lecture-bar" },
    button("screen", "screen", toggle), el("label", { class: "row" }, el("span", { text: t("lecture.stops") }), stops), depth, button("run", "last", run),
    el("label", { class: "checkbox" }, asks, el("span", { text: t("lecture.quiz") })), score, notes, button("notes", "rules", openNotes));
  const element = el("section", { class: "card lecture", test: "lecture" }, bar, quiz);
  let asked = null; // {right, choices, place} of the open question
  let judged = null; // the position at which a verdict is shown
  let [right, all] = [0, 0];
  let beside = null; // the window with speaker notes

  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement) setLarge(false); }, { signal });
  signal.addEventListener("abort", () => { if (document.fullscreenElement) document.exitFullscreen(); });

  function isLarge() {
    return stage.classList.contains("lecture-mode");
  }

  function setLarge(large) {
    stage.classList.toggle("lecture-mode", large);
  }

  /** Toggle full screen; where that is not allowed, the stage fills the window. */
  function toggle() {
    const large = !isLarge();
    setLarge(large);
    if (large) stage.requestFullscreen?.().then(() => { if (!isLarge()) document.exitFullscreen(); }).catch(() => {}); // was left again before it was granted
    else if (document.fullscreenElement) document.exitFullscreen();
    stage.focus({ preventScroll: true });
  }

  /** Return the keyboard focus to the film. */
  function returnFocus(control) {
    control.blur();
    stage.focus({ preventScroll: true });
  }

  /** Go to the next stop of the chosen kind. */
  function run() {
    const place = nextStop(film(), player.place(), stops.value, Number(depth.value));
    drop();
    if (place === null) announce(t("lecture.no-stop"));
    else player.jump(place);
    stage.focus({ preventScroll: true });
  }

  /** Ask before the next step; return whether there was a question. */
  function ask() {
    const posed = asks.checked ? question(film(), player.place()) : null;
    if (!posed) return false;
    asked = { ...posed, place: player.place() };
    judged = null;
    quiz.hidden = false;
    replace(quiz, el("p", { text: t("lecture.question") }), el("div", { class: "row" }, posed.choices.map(({ id, tied }, at) =>
      el("button", { type: "button", test: `lecture-choice-${at}`, "data-right": String(id === posed.right), on: { click: () => answer(id), mouseenter: () => point(id), focus: () => point(id) } },
        el("kbd", { text: "abcd"[at] }), el("span", { text: optionText(film(), id, tied) })))));
    return true;
  }

  function answer(id) {
    if (!asked) return;
    const was = asked;
    const isRight = id === was.right;
    all += 1;
    if (isRight) right += 1;
    asked = null;
    score.textContent = t("lecture.score", { right, all });
    const verdict = t(isRight ? "lecture.right" : "lecture.wrong", { node: optionText(film(), was.right) });
    judged = was.place + 1;
    replace(quiz, el("p", { class: isRight ? "right" : "wrong", test: "lecture-verdict", text: verdict }));
    announce(verdict);
    player.jump(judged);
    stage.focus({ preventScroll: true });
  }

  function drop() {
    asked = judged = null;
    quiz.hidden = true;
  }

  function keepNote() {
    const all = read("notes") ?? {};
    const step = film()?.frames[player.place()]?.step;
    if (step === undefined) return;
    const own = { ...(all[about()] ?? {}), [step]: notes.value };
    if (!notes.value) delete own[step];
    write("notes", { ...all, [about()]: own });
    showNotes();
  }

  /** Open the notes in a window for the speaker's own screen. */
  function openNotes() {
    beside = open("", "masume-notes", "width=520,height=360");
    showNotes();
  }

  function showNotes() {
    const now = film()?.frames[player.place()];
    if (!beside || beside.closed || !now) return;
    const next = question(film(), player.place());
    const body = beside.document.body;
    const line = (text) => body.appendChild(Object.assign(beside.document.createElement("p"), { textContent: text }));
    beside.document.title = t("lecture.notes.title");
    body.replaceChildren();
    line(t("lecture.notes.step", { step: now.step }));
    if (notes.value) line(notes.value);
    if (next) line(t("lecture.notes.next", { node: optionText(film(), next.right) }));
  }

  return {
    element,
    /** Discard the question and the verdict, for another film. */
    reset: drop,
    /** Show another frame. */
    show(place) {
      if ((asked?.place ?? judged ?? place) !== place) drop();
      if (document.activeElement !== notes) notes.value = (read("notes") ?? {})[about()]?.[film().frames[place].step] ?? "";
      showNotes();
    },
    /** Handle a key; return whether it was one of a lecture. */
    key(event) {
      const { key } = event;
      if (key === "ArrowRight" && !event.shiftKey && !asked && !player.playing()) return ask();
      const chosen = asked && key.length === 1 ? "abcd".indexOf(key.toLowerCase()) : -1;
      if (chosen >= 0 && chosen < asked.choices.length) answer(asked.choices[chosen].id);
      else if (key === "l") toggle();
      else if (key === "n") run();
      else if (key === "q") asks.click();
      else if (key === "Escape" && isLarge()) toggle();
      else return false;
      return true;
    },
  };
}

/** Describe a node by its move, its sort keys, and the number of nodes with equal keys. */
function optionText(film, id, tied = 0) {
  const { nodes } = film;
  const depth = t("lecture.option.depth", { n: nodes.path(id).length - 1 });
  const values = { priority: [valuesText(nodes, id)], layers: [depth, valuesText(nodes, id)] }[orderOf(film)] ?? [depth];
  if (tied) values.push(t("narrate.tied", { n: tied }));
  return `${nodes.move[id] ?? t("tree.root")} (${values.join(" · ")})`;
}
