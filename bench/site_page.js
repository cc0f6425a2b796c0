// Runs inside the pages that bench/site.py opens: measures what a visitor waits for, and reports it.

const t0 = 0; // performance.now() counts from the navigation
const found = {};
const base = new URL("static/js/", location.href);
const { request, requestStream } = await import(new URL("data/api.js", base));
const { isSite } = await import(new URL("app/edition.js", base));

const until = async (test) => {
  for (;;) {
    const value = test();
    if (value) return value;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const cell = await until(() => document.querySelector('[data-test="board"] svg') && document.querySelector('[data-test="cell-0"]'));
found.board = performance.now() - t0;
const [paint] = performance.getEntriesByType("paint").filter((one) => one.name === "first-contentful-paint");
found.paint = paint?.startTime ?? null;

// The first mark, as a hand makes it.
const drawn = document.querySelector(".pending-marks");
const box = cell.getBoundingClientRect();
const at = { bubbles: true, cancelable: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, pointerId: 1, isPrimary: true, pointerType: "mouse", button: 0, buttons: 1 };
cell.dispatchEvent(new PointerEvent("pointerdown", at));
cell.dispatchEvent(new PointerEvent("pointerup", { ...at, buttons: 0 }));
await until(() => drawn.childElementCount > 0);
found.mark = performance.now() - t0;

if (isSite()) await (await import(new URL("data/local-server.js", base))).ready;
found.ready = performance.now() - t0;

async function timed(count, work) {
  const times = [];
  for (let turn = 0; turn < count; turn++) {
    const began = performance.now();
    await work(turn);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1], most: times.at(-1) };
}

const text = async (name) => (await request("/api/load", { text: name, kind: null })).boards[0].board;
const { about } = { about: await request("/api/about") };
const example = (kind) => about.puzzles.find((one) => one.name === kind).examples;
const tenByTen = example("kuromasu").find((one) => one.rows === 10) ?? example("kuromasu").at(-1);
const board = await text(tenByTen.name);
const opened = await request("/api/session", { board });
await request("/api/solve", { board }); // the second worker, where there is one, is there from then on
found.move = await timed(20, (turn) => request("/api/session", { state: opened.state, action: { do: "touch", cell: turn } }));
found.hint = await timed(10, () => request("/api/hint", { state: opened.state }));
found.solve = await timed(10, () => request("/api/solve", { board }));
found.generate = await timed(5, async (seed) => {
  for await (const row of requestStream("/api/generate", { puzzle: "kuromasu", rows: 10, cols: 10, seed })) void row;
});
const small = await text("kuromasu/br-5x5-2");
let last;
for await (const row of requestStream("/api/search", { board: small, algorithm: "depth_first", space: "shade", seconds: 10 })) last = row;
found.expansions = last.expanded / last.seconds;
// The next visit begins with this game as it is kept, and finds the cell as this one did.
const undo = await until(() => document.querySelector('[data-test="undo"]:not([disabled])'));
undo.click();
await until(() => undo.disabled);
await new Promise((resolve) => setTimeout(resolve, 500));
await fetch("report", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(found) });
location.reload(); // the second visit
