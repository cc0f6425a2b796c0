// Editable Python blocks, run in the page of a site. A block sees the names that the blocks above it define.

const APP = new URL("../../static/js/", import.meta.url); // the app's modules
const PATIENCE = 400; // ms before the progress message appears

let loaded = null;

/** Return the function that runs Python; the app's modules need the two regions for messages. */
function python() {
  loaded ??= load();
  return loaded;
}

async function load() {
  for (const id of ["status", "live"]) {
    const region = document.createElement("div");
    region.id = id;
    region.className = "of-the-app";
    document.body.append(region);
  }
  await (await import(new URL("app/messages.js", APP).href)).loadMessages();
  return (await import(new URL("data/local-server.js", APP).href)).runPython;
}

/** Return the code of a block; of a doctest only the input lines. */
function codeOf(text) {
  const lines = text.replaceAll("\u00a0", " ").trimEnd().split("\n");
  if (!lines[0].startsWith(">>> ")) return lines.join("\n");
  return lines.filter((line) => /^(>>>|\.\.\.)( |$)/.test(line)).map((line) => line.slice(4)).join("\n");
}

/** Return code that first runs the blocks above silently, then this block. */
function withEarlier(earlier, code) {
  if (!earlier.length) return code;
  return [
    "import contextlib as _quiet, io as _io",
    "with _quiet.redirect_stdout(_io.StringIO()):",
    `    exec(compile(${JSON.stringify(earlier.join("\n"))}, "the blocks above", "exec"), globals())`,
    code,
  ].join("\n");
}

function createOutput(part) {
  if (part.svg !== undefined) {
    const picture = document.createElement("img");
    picture.className = "board";
    picture.alt = "The board that the code draws";
    picture.src = `data:image/svg+xml,${encodeURIComponent(part.svg)}`;
    return picture;
  }
  const lines = document.createElement("pre");
  lines.className = part.error === undefined ? "run-text" : "run-error";
  lines.textContent = part.error ?? part.text;
  return lines;
}

function makeRunnable(block, blocks) {
  const code = block.querySelector("pre > code");
  const original = codeOf(code.textContent);
  if (original !== code.textContent.trimEnd()) code.textContent = original;
  const colours = code.innerHTML; // with syntax highlighting
  code.setAttribute("contenteditable", "plaintext-only");
  code.setAttribute("role", "textbox");
  code.setAttribute("aria-multiline", "true");
  code.setAttribute("aria-label", "Python code: change it and run it");
  code.spellcheck = false;

  const run = document.createElement("button");
  const reset = document.createElement("button");
  run.type = reset.type = "button";
  run.className = reset.className = "md-button";
  run.dataset.test = "run";
  run.textContent = "Run";
  reset.textContent = "Reset";
  reset.hidden = true;
  const output = document.createElement("div");
  output.className = "run-output";
  output.dataset.test = "run-output";
  output.setAttribute("role", "status");
  const bar = document.createElement("div");
  bar.className = "run-bar";
  bar.append(run, reset);
  block.append(bar, output);

  let busy = null;
  async function start() {
    busy = new AbortController();
    run.textContent = "Stop";
    const notice = createOutput({ text: loaded ? "Running…" : "Loading Python…" });
    const wait = setTimeout(() => output.prepend(notice), PATIENCE);
    output.replaceChildren();
    const earlier = blocks.slice(0, blocks.indexOf(block)).map((one) => codeOf(one.querySelector("pre > code").innerText));
    try {
      const runPython = await python();
      for await (const part of runPython(withEarlier(earlier, codeOf(code.innerText)), busy.signal)) {
        output.append(createOutput(part));
      }
    } catch (fault) {
      if (!busy.signal.aborted) output.append(createOutput({ error: String(fault.message ?? fault) }));
    }
    clearTimeout(wait);
    notice.remove();
    busy = null;
    run.textContent = "Run";
  }

  run.addEventListener("click", () => (busy ? busy.abort() : start()));
  reset.addEventListener("click", () => {
    code.innerHTML = colours;
    reset.hidden = true;
    output.replaceChildren();
  });
  code.addEventListener("input", () => { reset.hidden = false; });
  code.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !busy) {
      event.preventDefault();
      start();
    }
    event.stopPropagation(); // the theme handles keys too
  });
}

if (document.documentElement.dataset.edition === "site") {
  const blocks = [...document.querySelectorAll(".language-python.highlight")];
  for (const block of blocks) makeRunnable(block, blocks);
}
