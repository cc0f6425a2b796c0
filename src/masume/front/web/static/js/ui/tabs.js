// Tabs. Arrow keys are left to the panels' own controls (such as a film); Tab moves between the tabs.

import { el } from "./dom.js";

/** Create tabs of `panels` [name, title, element]; `changed` is called when another one is shown. */
export function createTabs(panels, { test, label, changed = () => {} }) {
  let current = panels[0][0];
  const buttons = panels.map(([name, title, panel]) => {
    const button = el("button", { type: "button", role: "tab", class: "plain", test: `${test}-${name}`, id: `${test}-tab-${name}`, "aria-controls": `${test}-panel-${name}`, text: title, on: { click: () => show(name) } });
    panel.id = `${test}-panel-${name}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", button.id);
    return button;
  });
  const element = el("section", { class: "card tabs" }, el("div", { role: "tablist", class: "tablist", "aria-label": label }, buttons), panels.map(([, , panel]) => panel));

  function show(name) {
    const isOther = current !== name;
    current = name;
    panels.forEach(([own, , panel], at) => {
      panel.hidden = own !== name;
      buttons[at].setAttribute("aria-selected", String(own === name));
    });
    if (isOther) changed();
  }

  show(panels[0][0]);
  return { element, show, current: () => current };
}
