// What the browser keeps between visits. A full or forbidden store must not stop a game, so
// faults are swallowed here, and reading gives what was asked for or nothing.

const PREFIX = "masume.";
const MOST_GAMES = 30;

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// A game that came by a link is `shared`; it stands beside one's own game on the same board.

/** Keep a game, the newest first; when there is no room the oldest ones go. */
export function saveGame(game) {
  let games = [game, ...savedGames().filter((one) => !isSame(one, game.state.board, game.shared))];
  games = games.slice(0, MOST_GAMES);
  while (!write("games", games) && games.length > 1) games.pop();
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

function isSame(game, board, shared) {
  return game.state.board === board && Boolean(game.shared) === Boolean(shared);
}
