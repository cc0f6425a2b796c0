// Markdown as elements: headings, paragraphs, lists, tables, code, bold and links. Anything else stays
// text; since no markup is built from strings, a file cannot inject any.

import { el } from "./dom.js";

/** @type {[string, RegExp][]} */
const BLOCKS = [
  ["fence", /^```/],
  ["heading", /^#{1,6}\s/],
  ["code", /^( {4}|\t)/],
  ["ul", /^[-*+]\s+/],
  ["ol", /^\d+[.)]\s+/],
  ["table", /^\|/],
];
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^()\s]+)\)|\\([\\`*_[\](){}#+.!|-])/g;

/** Return the elements of a text in Markdown; `# Title` becomes the heading of this level. */
export function markdown(text, level = 3) {
  return parseMarkdown(text).map((block) => element(block, level));
}

/** Return the blocks of a text, each with its kind and its content. */
export function parseMarkdown(text) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const blocks = [];
  for (let place = 0; place < lines.length;) {
    const line = lines[place];
    if (!line.trim()) {
      place += 1;
      continue;
    }
    const kind = kindOf(line);
    let end = place + 1;
    if (kind === "fence") while (end < lines.length && !lines[end].startsWith("```")) end += 1;
    else if (kind === "code") while (end < lines.length && (!lines[end].trim() || kindOf(lines[end]) === kind)) end += 1;
    else if (kind !== "heading") while (end < lines.length && belongs(lines[end], kind)) end += 1;
    blocks.push(read(kind, lines.slice(place, end)));
    place = kind === "fence" ? end + 1 : end;
  }
  return blocks;
}

function kindOf(line) {
  return BLOCKS.find(([, pattern]) => pattern.test(line))?.[0] ?? "p";
}

/** Return whether a line continues a paragraph, a list or a table. */
function belongs(line, kind) {
  if (!line.trim()) return false;
  const own = kindOf(line);
  return own === kind || (kind !== "table" && (own === "p" || own === "code"));
}

function read(kind, lines) {
  switch (kind) {
    case "fence": return { kind: "code", text: lines.slice(1).join("\n") };
    case "code": return { kind, text: lines.map((line) => line.replace(/^( {4}|\t)/, "")).join("\n").trimEnd() };
    case "heading": return { kind, level: lines[0].indexOf(" "), text: lines[0].replace(/^#+\s+|\s+#*$/g, "") };
    case "table": return { kind, rows: lines.filter((line) => !/^[|\s:-]+$/.test(line)).map((line) => line.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim())) };
    case "p": return { kind, text: lines.join("\n") };
  }
  const items = [];
  for (const line of lines) {
    if (kindOf(line) === kind) items.push(line.replace(/^([-*+]|\d+[.)])\s+/, ""));
    else items[items.length - 1] += `\n${line.trim()}`;
  }
  return { kind, items };
}

/** Return the parts of a line: texts, and [kind, text, address]. */
export function parseInline(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    const [, code, strong, label, address, sign] = found;
    if (code !== undefined) parts.push(["code", code]);
    else if (strong !== undefined) parts.push(["strong", strong]);
    else if (sign !== undefined) parts.push(sign);
    else parts.push(/^https?:\/\//.test(address) ? ["a", label, address] : label);
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function element(block, level) {
  switch (block.kind) {
    case "heading": return el(/** @type {"h1"} */ (`h${Math.min(6, block.level + level - 1)}`), {}, inline(block.text));
    case "code": return el("pre", {}, el("code", { text: block.text }));
    case "table": return el("table", {}, block.rows.map((row, number) => el("tr", {}, row.map((cell) => el(number ? "td" : "th", {}, inline(cell))))));
    case "p": return el("p", {}, inline(block.text));
    default: return el(block.kind, {}, block.items.map((item) => el("li", {}, inline(item))));
  }
}

function inline(text) {
  return parseInline(text).map((part) => {
    if (typeof part === "string") return part;
    const [kind, shown, address] = part;
    return kind === "a" ? el("a", { href: address, rel: "noopener", text: shown }) : el(/** @type {"code"} */ (kind), { text: shown });
  });
}
