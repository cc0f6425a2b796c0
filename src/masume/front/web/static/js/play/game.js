// A game: the last answer of the server, the clock, and the queue of actions.
// Actions are sent one after the other, so that each is based on the result of the one before; the rules
// are on the server only. The server sends the difference from the answer whose version it is told. If it
// does not know that answer, the page sends the state and receives the whole game, so nothing can be lost.

import { request } from "../data/api.js";
import { currentBoard } from "../app/current-board.js";
import { createClock } from "./clock.js";
import { applyDifference } from "../data/patch.js";
import { GAMES, saveGame, savedGame } from "../data/storage.js";
import { reportError, showMessage } from "../app/status.js";
import { theme } from "../app/theme.js";
import { t } from "../app/messages.js";

const MOST_TOGETHER = 500; // actions per request
let warned = false; // whether the storage warning was shown

/**
 * Create a game. `changed(answer, before, difference)` shows it (as a whole without a difference); `busy(isBusy)` is
 * called when actions start and finish.
 */
export function createGame(changed, busy, signal) {
  const clock = createClock();
  /** @type {Server.GameView | null} */
  let answer = null;
  let version = null; // of the answer
  let paused = false;
  let shared = false; // opened from a link
  let last = Promise.resolve();
  let fault = null; // why it could not be opened
  let line = 0; // incremented by `open`; actions of earlier boards are dropped
  let waiting = []; // actions for the next request

  function queue(work) {
    const mine = line;
    busy(true);
    const here = last.then(() => (mine === line ? work() : null)).catch(reportError);
    last = here;
    here.then(() => last === here && busy(false));
    return here;
  }

  async function send(body, before = answer) {
    const mine = line;
    const [old, seen] = [answer, version];
    version = null; // after an error, the next answer is a whole one
    const asked = { theme: theme(), name: "", state: null, board: null, action: null, seen, seconds: clock.seconds(), ...body };
    let reply = await request("/api/play", asked, signal);
    if (!reply.version) reply = await request("/api/play", { ...asked, seen: null, state: state() }, signal);
    if (mine !== line) return;
    answer = reply.whole ?? applyDifference(old, reply.changed);
    version = reply.version;
    if (answer.finished) clock.stop();
    else if (!paused && !document.hidden) clock.start();
    save();
    changed(answer, before, reply.changed);
  }

  /** Return the state with the time of this page. */
  function state() {
    return { ...answer.state, seconds: Number(clock.seconds().toFixed(3)) };
  }

  /** Return the state for a request, unless the server may know it by its version. */
  function known() {
    return version ? {} : { state: state() };
  }

  function save() {
    if (!answer) return;
    const desk = currentBoard()?.board === answer.state.board ? currentBoard() : null; // its name and place in a pack
    const kept = saveGame({ state: state(), desk, paused, shared, finished: answer.finished, title: answer.title, when: Date.now() });
    if (!kept && !warned && answer.can_undo) {
      warned = true;
      showMessage(t("status.unsaved"), { fault: true });
    }
  }

  /** Continue from the moves made in another page, which would otherwise be overwritten. */
  function follow(event) {
    if (event.key !== GAMES || !answer) return;
    const other = savedGame(answer.state.board, shared)?.state;
    if (!other || isSame(other, answer.state)) return;
    queue(() => {
      clock.set(other.seconds, clock.running());
      return send({ state: other, action: { do: "none" } });
    });
  }

  function open(body, seconds) {
    line += 1;
    waiting = [];
    last = Promise.resolve();
    answer = version = fault = null;
    clock.set(seconds, false);
    return queue(() => send(body, null).catch((reason) => {
      fault = reason;
      throw reason;
    }));
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      clock.stop();
      save();
    } else if (answer && !paused && !answer.finished) clock.start();
  }, { signal });
  addEventListener("pagehide", save, { signal });
  addEventListener("storage", follow, { signal });
  const saving = setInterval(() => document.hidden || save(), 10_000); // a crash loses at most 10 s of the clock
  signal.addEventListener("abort", () => {
    clearInterval(saving);
    save();
  });

  return {
    clock,
    state,
    answer: () => answer,
    paused: () => paused,
    /** Return whether the server rejected the game; other errors may be temporary. */
    isNoGame: () => fault?.status === 400 || fault?.status === 422,
    /** Return the error with which opening failed, or null. */
    fault: () => fault,
    /** Return a promise that resolves when all actions so far are done. */
    settled: () => last,
    begin(board, name) {
      paused = shared = false;
      return open({ board, name }, 0);
    },
    resume(saved, { isPaused = false, isShared = false } = {}) {
      [paused, shared] = [isPaused, isShared];
      return open({ state: saved, action: { do: "none" } }, saved.seconds ?? 0);
    },
    /** Perform an action; actions made during a request are sent together with the next one. */
    act(action) {
      waiting.push(action);
      return queue(() => {
        const together = waiting.splice(0, MOST_TOGETHER);
        return answer && together.length ? send({ action: together, ...known() }) : null;
      });
    },
    /** Continue from another state of the same game, such as an applied hint. */
    adopt: (next) => queue(() => send({ state: { ...next, seconds: clock.seconds() }, action: { do: "none" } })),
    redraw: () => queue(() => (answer ? send({ action: { do: "none" }, ...known() }) : null)),
    pause(isPaused) {
      paused = isPaused;
      if (paused) clock.stop();
      else if (answer && !answer.finished) clock.start();
      save();
      if (answer) changed(answer, answer, { fields: {} });
    },
  };
}

/** Return whether two states have the same moves and trials. */
function isSame(one, other) {
  return one.at === other.at && one.trials.length === other.trials.length && JSON.stringify(one.moves) === JSON.stringify(other.moves);
}
