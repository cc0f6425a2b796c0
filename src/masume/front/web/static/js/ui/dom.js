// Helpers to build elements. Markup is never built from strings, so texts of boards and files cannot inject
// any; pictures are parsed as XML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element: `test` is its data-test, `on` its listeners, the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} given
 * @param {...any} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, given = {}, ...children) {
  return fill(document.createElement(tag), given, children);
}

/**
 * Create an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} given
 * @param {...any} children
 * @returns {any}
 */
export function svgEl(tag, given = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), given, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} given
 * @param {any[]} children
 */
function fill(element, { test, on = {}, text, ...attributes }, children) {
  if (test) element.setAttribute("data-test", test);
  if (text !== undefined) element.textContent = text;
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function setAttribute(element, name, value) {
  if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
    element[name] = value;
  } else if (value !== false && value !== null && value !== undefined) {
    element.setAttribute(name, value === true ? "" : value);
  }
}

/** Replace the children of an element. */
export function replace(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Parse an SVG; its size is left to the style sheet. */
export function picture(text) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (svg.localName !== "svg") return svgEl("svg");
  for (const script of svg.querySelectorAll("script, foreignObject")) script.remove();
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  return document.importNode(svg, true);
}

/** Create a labelled field. */
export function field(label, control, more = {}) {
  return el("label", { class: "field", ...more }, el("span", { text: label }), control);
}

/** Create a select; `options` are [value, text, title]. */
export function choice(options, given = {}) {
  const { value, ...rest } = given;
  const select = el("select", rest, options.map(option));
  if (value !== undefined && value !== null) select.value = value;
  return select;
}

/** @param {any[]} given */
export function option([value, text, title]) {
  return el("option", { value, title: title ?? null, text: text ?? value });
}

/** Create a labelled check box. */
export function checkbox(label, given = {}) {
  return el("label", { class: "checkbox" }, el("input", { type: "checkbox", ...given }), el("span", { text: label }));
}

/** Save a file on the user's computer. */
export function download(name, content, type = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
