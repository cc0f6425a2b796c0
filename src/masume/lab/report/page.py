"""Format a report as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from masume.errors import sanitise
from masume.lab.report.blocks import (
    Block,
    Figure,
    Heading,
    Items,
    Note,
    Table,
    Text,
    Value,
    Verbatim,
    lines,
)

_STYLE = """
:root { color-scheme: light dark; --ink: #1c1d20; --soft: #5b5f66; --line: #d9dbdf; --back: #fff;
  --head: #f4f5f7; --care: #fff6dd; --care-line: #c79a1b; --fault: #fdeaea; --fault-line: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e7ea; --soft: #a5a9b1; --line: #3d4047;
  --back: #17181b; --head: #222428; --care: #342c14; --fault: #3b1d1b; --fault-line: #f2776d; } }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--back);
  max-width: 84rem; margin: 2.5rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 2.8rem 0 .6rem; padding-top: .8rem;
  border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.9rem 0 .5rem; }
p, li { max-width: 46rem; overflow-wrap: break-word; } ul { padding-left: 1.2rem; }
.small { font-size: .85rem; color: var(--soft); }
nav { font-size: .92rem; margin: 1.2rem 0; } nav a { margin-right: 1.1rem; }
a { color: inherit; text-underline-offset: .15em; }
.note { border-left: 4px solid var(--care-line); background: var(--care); padding: .5rem .8rem;
  max-width: 46rem; margin: .8rem 0; }
.loud { border-color: var(--fault-line); background: var(--fault); font-weight: 600; }
.wide { overflow-x: auto; margin: .8rem 0; max-width: 100%; }
table { border-collapse: collapse; font-size: .86rem; line-height: 1.35;
  font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .32rem .6rem;
  border-bottom: 1px solid var(--line); }
th { background: var(--head); font-weight: 600; vertical-align: bottom; }
td small { display: block; color: var(--soft); font-size: .9em; }
.n { text-align: right; white-space: nowrap; } th.n { white-space: normal; }
.sort td:first-child { min-width: 12rem; } .sort td:last-child { min-width: 7rem; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:hover, th button:focus-visible { text-decoration: underline; }
th[aria-sort=ascending] button::after { content: " ↑"; }
th[aria-sort=descending] button::after { content: " ↓"; }
figure { margin: 1rem 0; } figure div { overflow-x: auto; background: #fff; border-radius: 4px; }
figure svg { display: block; min-width: 34rem; max-width: 100%; height: auto; margin: 0 auto; }
figcaption { font-size: .85rem; color: var(--soft); max-width: 46rem; margin-top: .4rem; }
pre { font-size: .8rem; line-height: 1.45; background: var(--head); padding: .8rem;
  overflow-x: auto; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --line: #bbb; --back: #fff;
    --head: #f2f2f2; --care: #fff; --fault: #fff; --fault-line: #000; --care-line: #000; }
  @page { size: A4; margin: 14mm 12mm; }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; } nav { display: none; }
  table { font-size: 7pt; width: 100%; } th, td { padding: .15rem .25rem; }
  .n { white-space: normal; }
  .sort td { min-width: 0 !important; } .wide, figure div, pre { overflow: visible; }
  pre { white-space: pre-wrap; font-size: 7pt; } figure svg { min-width: 0; }
  h2, h3 { break-after: avoid; } tr, figure, .note { break-inside: avoid; }
  thead { display: table-header-group; }
}
""".strip()

# Optional: sorts a table after a click on a column head.
_SCRIPT = """
for (const head of document.querySelectorAll("table.sort th")) {
  const button = document.createElement("button");
  button.textContent = head.textContent;
  head.replaceChildren(button);
  button.addEventListener("click", () => {
    const table = head.closest("table"), body = table.tBodies[0];
    const down = head.getAttribute("aria-sort") === "ascending";
    const key = row => row.cells[head.cellIndex].dataset.order
      ?? row.cells[head.cellIndex].textContent;
    const order = (a, b) => isNaN(key(a)) || isNaN(key(b))
      ? key(a).localeCompare(key(b)) : key(a) - key(b);
    const rows = [...body.rows].sort((a, b) => down ? order(b, a) : order(a, b));
    body.append(...rows);
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  });
}
""".strip()


def page(blocks: Sequence[Block], title: str) -> str:
    """Return the page."""
    heads = [block.text for block in blocks if isinstance(block, Heading) and block.level == 2]
    places = {text: f"part-{number}" for number, text in enumerate(heads, 1)}
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_escape(title)}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n"
        f"<h1>{_escape(title)}</h1>"
    ]
    links = "\n".join(f'<a href="#{places[text]}">{_escape(text)}</a>' for text in heads)
    # The table of contents follows the introduction.
    first = next((i for i, block in enumerate(blocks) if isinstance(block, Heading)), len(blocks))
    parts += [_block(block, places) for block in blocks[:first]]
    if len(heads) > 1:
        parts.append(f'<nav aria-label="Parts">\n{links}\n</nav>')
    parts += [_block(block, places) for block in blocks[first:]]
    if any(isinstance(block, Table) and block.sortable for block in blocks):
        parts.append(f"<script>\n{_SCRIPT}\n</script>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _block(block: Block, places: dict[str, str]) -> str:
    """Return a block as HTML; `places` are the anchors of headings."""
    match block:
        case Heading(text, level):
            place = f' id="{places[text]}"' if level == 2 else ""
            return f"<h{level}{place}>{_escape(text)}</h{level}>"
        case Text(text, small):
            return f"<p{' class=small' * small}>{_escape(text)}</p>"
        case Note(text, loud):
            return f'<p class="note{" loud" * loud}" role="note">{_escape(text)}</p>'
        case Items(texts):
            return "<ul>\n" + "\n".join(f"<li>{_escape(text)}</li>" for text in texts) + "\n</ul>"
        case Table():
            return _table(block)
        case Figure(_, _, svg, caption):
            caption_html = f"<figcaption>{_escape(caption)}</figcaption>"
            return f"<figure>\n<div>{svg}</div>\n{caption_html}\n</figure>"
        case Verbatim(text):
            return f"<pre>{escape(chr(10).join(lines(text)))}</pre>"


def _table(table: Table) -> str:
    """Return a table as HTML."""
    right = [' class="n"' if name in table.numbers else "" for name in table.head]
    head = "".join(
        f"<th{kind}>{_escape(name)}</th>" for kind, name in zip(right, table.head, strict=True)
    )
    rows = "\n".join(_row(row, right) for row in table.rows)
    return (
        f'<div class="wide" tabindex="0">\n<table{" class=sort" * table.sortable}>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>"
    )


def _row(row: Iterable[str | Value], right: Sequence[str]) -> str:
    """Return a table row as HTML."""
    cells = []
    for kind, cell in zip(right, row, strict=True):
        if isinstance(cell, Value):
            more = f"<small>{_escape(cell.more)}</small>" if cell.more else ""
            cells.append(f'<td{kind} data-order="{cell.order!r}">{_escape(cell.text)}{more}</td>')
        else:
            cells.append(f"<td{kind}>{_escape(cell)}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _escape(text: str) -> str:
    return escape(sanitise(text))
