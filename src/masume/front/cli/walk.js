// The script of an exported explanation: one step at a time, and cell names linked with the pictures. Without it, and
// on paper, the page shows all steps.

const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("section.step")]);
const LEVEL_NAMES = ["easy", "medium", "hard", "expert", "extreme"];

if (sections.length > 1) {
  const stepper = createStepper({
    show: (place) => sections.forEach((section, n) => { section.hidden = n !== place; }),
    texts: { slider: "Step", back: "Previous step (←)", forward: "Next step (→)", chart: "Bars: level of each step. Line: number of steps available there." },
  });
  const all = el("button", { type: "button", class: "all", text: "Show all steps" });
  all.addEventListener("click", () => {
    const isOpen = stepper.element.hidden = !stepper.element.hidden;
    document.body.classList.toggle("stepping", !isOpen);
    all.textContent = isOpen ? "Show one step at a time" : "Show all steps";
    if (isOpen) for (const section of sections) section.hidden = false;
    else stepper.go(0);
  });
  sections[0].before(stepper.element, el("p", { class: "all-row" }, all));
  document.body.classList.add("stepping");
  stepper.setSteps(sections.map(({ dataset }) => ({
    level: Number(dataset.level), available: Number(dataset.available),
    title: `${dataset.steps}: ${LEVEL_NAMES[Number(dataset.level)]}, ${dataset.available} available`,
  })));
  stepper.go(0);
}
for (const text of document.querySelectorAll("li, .sentence, figcaption")) wrapNames(text);
for (const section of document.querySelectorAll("section")) linkCells(section, Number(document.body.dataset.cell));
