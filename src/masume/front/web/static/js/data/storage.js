// What the browser keeps between visits. A full or forbidden store must not stop a game: what it
// does not take is kept as long as the page is open, and whoever writes is told.

const PREFIX = "masume.";
const MOST_GAMES = 30;
export const GAMES = `${PREFIX}games`; // where the games are, for pages that watch each other
const onlyHere = new Map(); // what the store has not taken

export function read(name) {
  if (onlyHere.has(name)) return onlyHere.get(name);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    onlyHere.delete(name);
    return true;
  } catch {
    onlyHere.set(name, value);
    return false;
  }
}

// A game that came by a link is `shared`; it stands beside one's own game on the same board.

/** Keep a game, the newest first; when there is no room the oldest ones go. False if none is kept. */
export function saveGame(game) {
  const others = savedGames().filter((one) => !isSame(one, game.state.board, game.shared));
  const games = [game, ...others].slice(0, MOST_GAMES);
  for (let count = games.length; count > 0; count--) {
    if (write("games", games.slice(0, count))) return true;
  }
  onlyHere.set("games", games);
  return false;
}

/** The games that were kept, the newest first. */
export function savedGames() {
  const games = read("games");
  return Array.isArray(games) ? games.filter((one) => one?.state?.board) : [];
}

/** The game that was played on a board, if it was kept. */
export function savedGame(board, shared = false) {
  return savedGames().find((one) => isSame(one, board, shared)) ?? null;
}

/** Keep the best time of a board that was solved; whether this one is it. */
export function saveSolved(name, seconds) {
  const times = solvedTimes();
  if (times[name] <= seconds) return false;
  write("solved", { ...times, [name]: seconds });
  return true;
}

/** Best times by the names of examples. */
export function solvedTimes() {
  return read("solved") ?? {};
}

function isSame(game, board, shared) {
  return game.state.board === board && Boolean(game.shared) === Boolean(shared);
}
