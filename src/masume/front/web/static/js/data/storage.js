// Storage of the browser between visits. If it is full or disabled, values are kept while the page is
// open, and the caller is told.

const PREFIX = "masume.";
const MAX_GAMES = 30;
export const GAMES = `${PREFIX}games`; // watched by other pages
const fallback = new Map(); // what could not be stored

export function read(name) {
  if (fallback.has(name)) return fallback.get(name);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    fallback.delete(name);
    return true;
  } catch {
    fallback.set(name, value);
    return false;
  }
}

// Games that were opened from a link are `shared` and stored beside one's own game on the same board.

/** Store a game as the newest, dropping the oldest ones if space runs out; return false if none could be stored. */
export function saveGame(game) {
  const others = savedGames().filter((item) => !isSame(item, game.state.board, game.shared));
  const games = [game, ...others].slice(0, MAX_GAMES);
  for (let count = games.length; count > 0; count--) {
    if (write("games", games.slice(0, count))) return true;
  }
  fallback.set("games", games);
  return false;
}

/** Return the stored games, the newest first. */
export function savedGames() {
  const games = read("games");
  return Array.isArray(games) ? games.filter((game) => game?.state?.board) : [];
}

/** Return the stored game on a board, or null. */
export function savedGame(board, shared = false) {
  return savedGames().find((item) => isSame(item, board, shared)) ?? null;
}

/** Store the time of a solved board if it is the best; return whether it is. */
export function saveTime(name, seconds) {
  const times = solvedTimes();
  if (times[name] <= seconds) return false;
  write("solved", { ...times, [name]: seconds });
  return true;
}

/** Return the best times by board name. */
export function solvedTimes() {
  return read("solved") ?? {};
}

/** Store the time of the board of a day that was solved on this day. */
export function saveDay(day, seconds) {
  write("days", { [day]: seconds, ...solvedDays() });
}

/** Return the times of the boards of the day that were solved on their day. */
export function solvedDays() {
  return read("days") ?? {};
}

function isSame(game, board, shared) {
  return game.state.board === board && Boolean(game.shared) === Boolean(shared);
}
