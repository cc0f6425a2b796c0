// A game: what the server last said of it, its clock, and the line of actions still to be sent.
// Actions are sent one after the other, each with the state that the one before has led to; so a
// quick hand is never ahead of the rules, which live on the server alone.

import { ask } from "./api.js";
import { createClock } from "./clock.js";
import { saveGame } from "./store.js";
import { complain } from "./status.js";
import { theme } from "./theme.js";

export function createGame(changed, signal) {
  const clock = createClock();
  let answer = null;
  let paused = false;
  let shared = false; // whether it came by a link
  let last = Promise.resolve();
  let line = 0; // actions of an earlier board are dropped

  function queue(work) {
    const mine = line;
    last = last.then(() => (mine === line ? work() : null)).catch(complain);
    return last;
  }

  async function send(body, before = answer) {
    const mine = line;
    const found = await ask("/api/session", { theme: theme(), name: "", state: null, board: null, action: null, ...body }, signal);
    if (mine !== line) return;
    answer = found;
    if (answer.finished) clock.stop();
    else if (!paused && !document.hidden) clock.start();
    save();
    changed(answer, before);
  }

  /** The state with the time that this page has counted. */
  function state() {
    return { ...answer.state, seconds: Number(clock.seconds().toFixed(3)) };
  }

  function save() {
    if (!answer) return;
    saveGame({ state: state(), paused, shared, finished: answer.finished, title: answer.title, when: Date.now() });
  }

  function open(body, seconds) {
    line += 1;
    last = Promise.resolve();
    answer = null;
    clock.set(seconds, false);
    return queue(() => send(body, null));
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      clock.stop();
      save();
    } else if (answer && !paused && !answer.finished) clock.start();
  }, { signal });
  addEventListener("pagehide", save, { signal });
  const saving = setInterval(save, 10_000); // a crash costs a few seconds of the clock at most
  signal.addEventListener("abort", () => {
    clearInterval(saving);
    save();
  });

  return {
    clock,
    state,
    answer: () => answer,
    paused: () => paused,
    /** When all that was done so far is on the board. */
    settled: () => last,
    begin(board, name) {
      paused = shared = false;
      return open({ board, name }, 0);
    },
    resume(saved, { isPaused = false, isShared = false } = {}) {
      [paused, shared] = [isPaused, isShared];
      return open({ state: saved, action: { do: "none" } }, saved.seconds ?? 0);
    },
    act: (action) => queue(() => (answer ? send({ state: state(), action }) : null)),
    /** Go on from another state of the same game, such as a hint that was taken. */
    adopt: (next) => queue(() => send({ state: { ...next, seconds: clock.seconds() }, action: { do: "none" } })),
    redraw: () => queue(() => (answer ? send({ state: state(), action: { do: "none" } }) : null)),
    pause(isPaused) {
      paused = isPaused;
      if (paused) clock.stop();
      else if (answer && !answer.finished) clock.start();
      save();
      if (answer) changed(answer, answer);
    },
  };
}
