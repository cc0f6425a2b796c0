// The clock of a game; the server keeps none, so the page sends the seconds.

export function createClock(now = () => performance.now()) {
  let spent = 0;
  let since = null; // start of the current period, or null

  const seconds = () => spent + (since === null ? 0 : (now() - since) / 1000);

  return {
    seconds,
    running: () => since !== null,
    set(value, runs) {
      spent = value;
      since = runs ? now() : null;
    },
    stop() {
      spent = seconds();
      since = null;
    },
    start() {
      if (since === null) since = now();
    },
  };
}
