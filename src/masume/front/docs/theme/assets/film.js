// Films in the documentation: turns the picture into a player with buttons and a slider, and highlights
// the executed lines of pseudocode. Frames are drawn in advance, in both themes; without this script
// the last one is shown.

const PLAY_MS = 700; // ms per frame

const scheme = () => (document.body.dataset.mdColorScheme === "slate" ? "dark" : "light");

function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

async function createPlayer(place) {
  const load = async () => (await fetch(`${place.dataset.film}-${scheme()}.json`)).json();
  let frames = await load();
  let at = 0;
  let playing = 0;
  const code = document.querySelectorAll(".pseudocode li");
  const picture = make("img", { className: "board", alt: "" });
  const line = make("p", { className: "film-line" });
  line.setAttribute("role", "status");
  const slider = make("input", { type: "range", min: "0", max: String(frames.length - 1), value: "0" });
  slider.setAttribute("aria-label", "Step");
  const button = (text, label, act) => {
    const made = make("button", { type: "button", textContent: text, title: label, onclick: act, className: "md-button" });
    made.setAttribute("aria-label", label);
    return made;
  };
  const play = button("▶", "Play", () => (playing ? pause() : start()));

  function show(next) {
    at = Math.max(0, Math.min(frames.length - 1, next));
    picture.src = `data:image/svg+xml,${encodeURIComponent(frames[at].svg)}`;
    picture.alt = frames[at].text;
    line.textContent = frames[at].text;
    slider.value = String(at);
    for (const [number, one] of code.entries()) {
      if (frames[at].lines.includes(number)) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    if (at === frames.length - 1) pause();
  }

  function start() {
    if (at === frames.length - 1) show(0);
    playing = setInterval(() => show(at + 1), PLAY_MS);
    play.textContent = "❚❚";
    play.setAttribute("aria-label", "Pause");
  }

  function pause() {
    clearInterval(playing);
    playing = 0;
    play.textContent = "▶";
    play.setAttribute("aria-label", "Play");
  }

  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
  const step = (by) => () => { pause(); show(at + by); };
  const keys = make("div", { className: "film-keys" },
    button("◀", "Previous step", step(-1)), play, button("▶❘", "Next step", step(1)), slider);
  place.replaceChildren(picture, line, keys);
  show(0);
  new MutationObserver(async () => { frames = await load(); show(at); })
    .observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
}

for (const place of document.querySelectorAll(".film")) {
  createPlayer(place).catch(() => {}); // opened as a file: the picture stays
}
