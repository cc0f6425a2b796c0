// A game: what the server last said of it, its clock, and the line of actions still to be sent.
// Actions are sent one after the other, each on what the one before has led to; so a quick hand is
// never ahead of the rules, which live on the server alone. The server tells what has changed since
// the answer that it is told by its version. If it knows that answer no longer, it gets the state
// and tells everything: whatever is lost on the way, what is shown is right.

import { ask } from "../data/api.js";
import { createClock } from "./clock.js";
import { patched } from "../data/patch.js";
import { GAMES, saveGame, savedGame } from "../data/storage.js";
import { complain, tell } from "../app/status.js";
import { theme } from "../app/theme.js";
import { t } from "../app/messages.js";

const MOST_TOGETHER = 500; // actions in a request
let warned = false; // that nothing is kept; once is enough

/**
 * `changed(answer, before, difference)` shows a game, as a whole if there is no difference; `busy(isBusy)`
 * hears whether actions are still under way.
 */
export function createGame(changed, busy, signal) {
  const clock = createClock();
  /** @type {Server.GameView | null} */
  let answer = null;
  let version = null; // of the answer
  let paused = false;
  let shared = false; // whether it came by a link
  let last = Promise.resolve();
  let fault = null; // why it could not be opened
  let line = 0; // actions of an earlier board are dropped
  let waiting = []; // actions that the next request takes along

  function queue(work) {
    const mine = line;
    busy(true);
    const here = last.then(() => (mine === line ? work() : null)).catch(complain);
    last = here;
    here.then(() => last === here && busy(false));
    return here;
  }

  async function send(body, before = answer) {
    const mine = line;
    const [old, seen] = [answer, version];
    version = null; // what goes wrong is mended by a whole answer
    const asked = { theme: theme(), name: "", state: null, board: null, action: null, seen, seconds: clock.seconds(), ...body };
    let reply = await ask("/api/play", asked, signal);
    if (!reply.version) reply = await ask("/api/play", { ...asked, seen: null, state: state() }, signal);
    if (mine !== line) return;
    answer = reply.whole ?? patched(old, reply.changed);
    version = reply.version;
    if (answer.finished) clock.stop();
    else if (!paused && !document.hidden) clock.start();
    save();
    changed(answer, before, reply.changed);
  }

  /** The state with the time that this page has counted. */
  function state() {
    return { ...answer.state, seconds: Number(clock.seconds().toFixed(3)) };
  }

  /** The state, unless the server may know it by its version. */
  function known() {
    return version ? {} : { state: state() };
  }

  function save() {
    if (!answer) return;
    const kept = saveGame({ state: state(), paused, shared, finished: answer.finished, title: answer.title, when: Date.now() });
    if (!kept && !warned && answer.can_undo) {
      warned = true;
      tell(t("status.unsaved"), { fault: true });
    }
  }

  /** Another page has played on: go on from there, or this one would overwrite it some day. */
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
  const saving = setInterval(() => document.hidden || save(), 10_000); // a crash costs a few seconds of the clock at most
  signal.addEventListener("abort", () => {
    clearInterval(saving);
    save();
  });

  return {
    clock,
    state,
    answer: () => answer,
    paused: () => paused,
    /** Whether what was to be opened is no game at all; else it may be worth another try. */
    isNoGame: () => fault?.status === 400 || fault?.status === 422,
    /** Why it could not be opened, if so. */
    fault: () => fault,
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
    /** Do something; what comes before the last request is answered goes with the next one. */
    act(action) {
      waiting.push(action);
      return queue(() => {
        const together = waiting.splice(0, MOST_TOGETHER);
        return answer && together.length ? send({ action: together, ...known() }) : null;
      });
    },
    /** Go on from another state of the same game, such as a hint that was taken. */
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

/** Whether two states of a game have the same moves on the board and beside it. */
function isSame(one, other) {
  return one.at === other.at && one.trials.length === other.trials.length && JSON.stringify(one.moves) === JSON.stringify(other.moves);
}
