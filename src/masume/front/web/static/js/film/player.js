// The playback controls of a film: play and pause, steps, speed and a slider.

import { choice, el, field, replace } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { t } from "../app/messages.js";

const SPEEDS = [1, 2, 5, 10, 25, 60, 200];

/** Create the controls. `length()` is the number of positions, which may grow until `isWhole()`; `moved(place)` shows one; `speed` is the first one, per second. */
export function createPlayer({ length, moved, isWhole = () => true, speed: usual = 10, signal, test = "film" }) {
  let place = 0;
  let playing = false;
  let due = null;

  const button = (name, sign, action) =>
    el("button", { type: "button", test: `${test}-${name}`, "aria-label": t(`watch.${name}`), title: t(`watch.${name}`), on: { click: action } }, icon(sign));
  const toggle = button("play", "play", playOrPause);
  const speed = choice(SPEEDS.map((n) => [n, t("watch.speed.text", { n })]), { test: `${test}-speed`, value: usual });
  const slider = el("input", { type: "range", min: 0, max: 0, value: 0, test: `${test}-scrubber`, "aria-label": t("watch.position"), on: { input: () => { setPlaying(false); go(Number(slider.value)); } } });
  const element = el("div", { class: "player", role: "group" },
    button("first", "first", () => jump(0)), button("back", "back", () => jump(place - 1)),
    toggle, button("forward", "forward", () => jump(place + 1)), button("last", "last", () => jump(length() - 1)),
    field(t("watch.speed"), speed), slider);
  signal.addEventListener("abort", () => clearTimeout(due));

  function go(next) {
    place = Math.max(0, Math.min(next, length() - 1));
    slider.value = String(place);
    if (length()) moved(place);
  }

  function jump(next) {
    setPlaying(false);
    go(next);
  }

  function isAtEnd() {
    return isWhole() && place >= length() - 1;
  }

  /** Toggle playback; at the end the film starts again. */
  function playOrPause() {
    if (!playing && isAtEnd() && length() > 1) go(0);
    setPlaying(!playing);
  }

  function setPlaying(next) {
    playing = next;
    replace(toggle, icon(playing ? "pause" : "play"));
    toggle.setAttribute("aria-label", t(playing ? "watch.pause" : "watch.play"));
    toggle.title = t(playing ? "watch.pause" : "watch.play");
    clearTimeout(due);
    if (playing) wait();
  }

  /** Return the positions per tick: above 60 per second, some are skipped. */
  function stride() {
    return Math.max(1, Math.round(Number(speed.value) / 60));
  }

  function wait() {
    due = setTimeout(advance, (1000 / Number(speed.value)) * stride());
  }

  /** Advance; at the end of a growing film, wait. */
  function advance() {
    if (place < length() - 1) go(place + stride());
    if (isAtEnd()) setPlaying(false);
    else wait();
  }

  return {
    element, go, jump, playOrPause,
    place: () => place,
    /** Set the speed by its position in the list, from 1. */
    setSpeed(n) {
      if (n >= 1 && n <= SPEEDS.length) speed.value = String(SPEEDS[n - 1]);
    },
    playing: () => playing,
    setPlaying,
    grown() {
      slider.max = String(Math.max(0, length() - 1));
    },
    reset() {
      setPlaying(false);
      place = 0;
      slider.max = slider.value = "0";
    },
  };
}
