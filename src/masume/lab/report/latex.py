"""Format a report as LaTeX: tables as longtables, plots by pgfplots from CSV files beside it.

Each table and plot is self-contained, so it can be copied into a paper.
"""

from __future__ import annotations

import csv
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import zip_longest

from masume.errors import sanitise
from masume.lab.figure import line_styles
from masume.lab.report.blocks import (
    Block,
    Figure,
    Heading,
    Items,
    Note,
    Panel,
    Table,
    Text,
    Value,
    Verbatim,
    lines,
)

_HEAD = r"""% Names may hold any letter: lualatex and xelatex set them all, pdflatex has ? for some.
\documentclass[a4paper,10pt]{article}
\usepackage[margin=18mm,landscape]{geometry}
\usepackage{iftex}
\ifPDFTeX\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}\usepackage{textcomp}\fi
\usepackage{booktabs,longtable,array,pgfplots}
\pgfplotsset{compat=1.16, every axis/.append style={width=0.46\linewidth, height=6cm,
  legend style={font=\tiny, at={(0.5,-0.25)}, anchor=north, draw=none}, grid=major,
  tick label style={font=\scriptsize}, label style={font=\small}}}
\newcommand{\letter}[1]{\ifPDFTeX ?\else #1\fi}
\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}
"""
# Characters that plain fonts lack or that are special in TeX.
_SIGNS = {
    **{sign: f"\\{sign}" for sign in "{}$&%#_"},
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "×": r"$\times$",
    "−": "$-$",
    "–": "--",
    "…": r"\dots{}",
    "∞": r"$\infty$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "²": r"\textsuperscript{2}",
    "µ": r"$\mu$",
    "“": "``",
    "”": "''",
    "’": "'",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_SIGN = re.compile("|".join(re.escape(sign) for sign in _SIGNS) + r"|[^\x00-\u017f]")
# The widths of a page and of a column gap in letters, and of a letter in points.
_ROOM, _GAP, _LETTER = 200, 1.7, 3.7
_TITLE = 14  # letters of a column's title in a line
_LEAST = 10  # letters of a column of text
_MARKS = {"o": "*", "s": "square*", "^": "triangle*", "D": "diamond*", "v": "triangle*"}
_DASHES = {"-": "solid", "--": "dashed", "-.": "dashdotted", ":": "dotted"}


def named_blocks(blocks: Sequence[Block]) -> list[tuple[str, Block]]:
    """Return each block with its file name, or ""; tables are named by their heading."""
    pairs: list[tuple[str, Block]] = []
    heading, count = "report", 0
    for block in blocks:
        name = ""
        if isinstance(block, Heading):
            heading = block.text
        elif isinstance(block, Table):
            count += 1
            name = f"table-{count:02}-{_slug(heading)}"
        elif isinstance(block, Figure):
            name = block.name
        pairs.append((name, block))
    return pairs


def csv_files(blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of a CSV file for each table and each panel."""
    for name, block in named_blocks(blocks):
        if isinstance(block, Table):
            yield f"{name}.csv", _csv_text(table_rows(block))
        elif isinstance(block, Figure):
            for number, panel in enumerate(block.panels, 1):
                yield f"{name}-{number}.csv", _csv_text(panel_rows(panel))


def table_rows(table: Table) -> Iterator[list[object]]:
    """Yield the rows of a table; columns of values become three: text, number and detail."""
    counted = [
        column
        for column in range(len(table.head))
        if any(isinstance(row[column], Value) for row in table.rows)
    ]
    yield [
        title
        for column, name in enumerate(table.head)
        for title in ([name, f"{name}: number", f"{name}: more"] if column in counted else [name])
    ]
    for row in table.rows:
        cells: list[object] = []
        for column, cell in enumerate(row):
            if isinstance(cell, Value):
                cells += [cell.text, repr(float(cell.order)), cell.more]
            else:
                cells += [cell, "", ""] if column in counted else [cell]
        yield cells


def panel_rows(panel: Panel) -> Iterator[list[object]]:
    """Yield the points of a panel, two columns for each line: x0, y0, x1, y1 …"""
    yield [f"{axis}{number}" for number in range(len(panel.series)) for axis in "xy"]
    points = zip_longest(*(series.points for series in panel.series), fillvalue=("nan", "nan"))
    for row in points:
        yield [value for point in row for value in point]


def _csv_text(rows: Iterator[list[object]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def latex(blocks: Sequence[Block], title: str, folder: str) -> str:
    """Return the document, which reads its CSV files from a folder of this name."""
    colours = "\n".join(
        rf"\definecolor{{line{number}}}{{HTML}}{{{look.colour.removeprefix('#')}}}"
        for number, look in enumerate(line_styles(7))
    )
    parts = [
        _HEAD + colours,
        rf"\title{{{_escape(title)}}}\date{{}}",
        r"\begin{document}\maketitle",
    ]
    parts += [part for name, block in named_blocks(blocks) for part in _block(block, name, folder)]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


def _block(block: Block, name: str, folder: str) -> Iterator[str]:
    """Yield the LaTeX source of a block."""
    match block:
        case Heading(text, level):
            yield rf"\{'sub' * (level - 2)}section*{{{_escape(text)}}}"
        case Text(text, small):
            yield rf"{{\small {_escape(text)}}}" if small else _escape(text)
        case Note(text, loud):
            yield rf"\textbf{{{'Fault' if loud else 'Note'}:}} {_escape(text)}"
        case Items(texts):
            items = "\n".join(rf"\item {_escape(text)}" for text in texts)
            yield f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
        case Table():
            yield _table(block)
        case Figure():
            yield _figure(block, name, folder)
        case Verbatim(text):
            escaped = "\n".join(lines(text)).replace(r"\end{verbatim}", r"\end {verbatim}")
            yield f"{{\\footnotesize\\begin{{verbatim}}\n{escaped}\n\\end{{verbatim}}}}"


def _table(table: Table) -> str:
    """Return a table as a longtable."""
    columns = "".join(_columns(table))
    head = " & ".join(
        _stack_lines(_wrap_title(name), title=True, right=name in table.numbers)
        for name in table.head
    )
    rows = "\n".join(
        " & ".join(
            _stack_lines([cell.text, cell.more], right=True)
            if isinstance(cell, Value)
            else _escape(cell)
            for cell in row
        )
        + (r" \\[2pt]" if any(isinstance(cell, Value) and cell.more for cell in row) else r" \\")
        for row in table.rows
    )
    return (
        f"{{\\scriptsize\\setlength{{\\tabcolsep}}{{3pt}}\n\\begin{{longtable}}{{{columns}}}\n"
        f"\\toprule\n{head} \\\\ \\midrule\\endhead\n{rows}\n"
        "\\bottomrule\n\\end{longtable}}"
    )


def _columns(table: Table) -> Iterator[str]:
    """Yield column types; if the table is too wide, columns of text share the remaining width."""
    widths = [1.1 * max(map(len, _wrap_title(name))) for name in table.head]  # in letters
    for row in table.rows:
        for at, cell in enumerate(row):
            lines = (cell.text, cell.more) if isinstance(cell, Value) else (cell,)
            widths[at] = max(widths[at], *map(len, lines))
    of_text = [at for at, name in enumerate(table.head) if name not in table.numbers]
    room = _ROOM - _GAP * len(widths) - sum(widths) + sum(widths[at] for at in of_text)
    broken: dict[int, float] = {}
    for number, at in enumerate(sorted(of_text, key=lambda at: widths[at])):
        share = max(_LEAST, room / (len(of_text) - number))
        room -= min(widths[at], share)
        if widths[at] > share:
            broken[at] = share
    for at in range(len(widths)):
        if at in broken:
            yield rf">{{\raggedright\arraybackslash}}p{{{broken[at] * _LETTER:.0f}pt}}"
        else:
            yield "l" if at in of_text else "r"


def _wrap_title(title: str) -> list[str]:
    return textwrap.wrap(title, _TITLE) or [""]


def _stack_lines(lines: Sequence[str], *, right: bool, title: bool = False) -> str:
    """Stack lines in a cell, aligned at the first line, or at the last one of a title."""
    styled = [rf"\textbf{{{_escape(line)}}}" if title else _escape(line) for line in lines if line]
    if len(styled) < 2:
        return "".join(styled)
    at, to = "b" if title else "t", "r" if right else "l"
    inside = r"\\".join(styled)
    return rf"\begin{{tabular}}[{at}]{{@{{}}{to}@{{}}}}{inside}\end{{tabular}}"


def _figure(figure: Figure, name: str, folder: str) -> str:
    """Return the panels of a figure as pictures with a caption."""
    plots = [
        _axis(panel, f"{folder}/{name}-{number}.csv")
        for number, panel in enumerate(figure.panels, 1)
    ]
    drawn = "\n\\hfill\n".join(
        f"\\begin{{tikzpicture}}\n{axis}\n\\end{{tikzpicture}}" for axis in plots
    )
    return f"{drawn}\n\n{{\\small {_escape(figure.caption)}}}"


def _axis(panel: Panel, file: str) -> str:
    """Return a panel as a pgfplots axis that reads its points from a CSV file."""
    options = {
        "xlabel": f"{{{_escape(panel.x_title)}}}",
        "ylabel": f"{{{_escape(panel.y_title)}}}",
        "xmode": "log" if panel.x_log else "normal",
        "ymode": "log" if panel.y_log else "normal",
        "legend columns": "2",
    }
    for axis, ticks in (("x", panel.x_ticks), ("y", panel.y_ticks)):
        if ticks:
            options[f"{axis}tick"] = f"{{{','.join(f'{place:.6g}' for place, _ in ticks)}}}"
            labels = ",".join(f"{{{_escape(label)}}}" for _, label in ticks)
            options[f"{axis}ticklabels"] = f"{{{labels}}}"
    source = [f"\\begin{{axis}}[{_options(options)}]"]
    for number, series in enumerate(panel.series):
        style = {
            "color": f"line{series.colour % 7}",
            "mark": _MARKS.get(series.marker, "none"),
            "mark size": "1pt",
        }
        flags = [_DASHES.get(series.dash, "only marks")]
        flags += ["const plot"] if series.steps else []
        flags += [] if series.label else ["forget plot"]
        columns = f"x=x{number}, y=y{number}, col sep=comma"
        shown = ", ".join([_options(style), *flags])
        source.append(f"\\addplot+[{shown}] table [{columns}] {{{file}}};")
        if series.label:
            source.append(f"\\addlegendentry{{{_escape(series.label)}}}")
    return "\n".join([*source, r"\end{axis}"])


def _options(given: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in given.items())


def _escape(text: str) -> str:
    r"""Escape text for TeX.

    >>> _escape("astar + black_needed, 50 % of {all}")
    'astar + black\\_needed, 50 \\% of \\{all\\}'
    """
    line = sanitise(" ".join(text.split("\n")))
    return _SIGN.sub(lambda sign: _SIGNS.get(sign[0]) or rf"\letter{{{sign[0]}}}", line)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "table"
