// The time of a game. The server keeps no clock, so this one tells it the seconds.

export function createClock(now = () => performance.now()) {
  let spent = 0;
  let since = null; // when it began to run, if it runs

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
