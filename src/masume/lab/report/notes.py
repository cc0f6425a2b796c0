"""The end of a report: combinations not run, definitions, and how to repeat the study."""

from __future__ import annotations

from collections.abc import Iterator

from masume.errors import pluralise, shorten
from masume.lab.report.blocks import Block, Heading, Items, Table, Text, Verbatim
from masume.lab.report.words import join_words, title_of
from masume.lab.store import Store
from masume.lab.tasks import search_name

_MOST_REASONS = 60
_DEFINITIONS = (
    "Run: one search of one board, with a seed if the algorithm is random. Every run that was "
    "played counts in shares, medians and PAR2. Runs on one board are not independent, so "
    "intervals and tests are over boards.",
    "Played, cut off, skipped: a skipped run was not started, since the search had settled no "
    "smaller board; nothing is known of it. A run that was cut off (limit, killed) needs more than "
    "it had. Skipped runs are in no share, median or test unless stated.",
    "Settled: solved, with an answer that the referee accepts, or exhausted on a board without a "
    "solution. Not settled: limit (time, expansions or memory ran out), stuck (the search gave "
    "up), killed, died, error, wrong.",
    "Expanded: nodes whose successors were produced. Generated: successors produced, with "
    "duplicates and dead ends. Stored: maximum number of states held. Time: processor time from "
    "the board's text to the verdict, for every search alike. An expansion takes very different "
    "times in different spaces: compare both.",
    "Space: the formulation of the puzzle as a search problem, the last word of a search's name. A "
    "space that draws conclusions after each step needs few but expensive expansions.",
    "Median and quartiles: an unsettled run counts as larger than every settled one. So they can "
    "be compared between searches that settled different boards, unlike means over settled boards.",
    "PAR2: a mean in which each unsettled run counts as twice the limit. It depends on the limit.",
    "Best: most runs settled (skipped runs are not), then least PAR2 time. Expansions rank "
    "searches within one space only, since they are different work in other spaces. The best "
    "search is chosen on the boards that the claims are tested on, so claims about it are "
    "slightly optimistic; a study on fresh boards is not.",
    "Claims: an exact two-sided sign test over boards, which assumes only that boards were drawn "
    "independently. p is corrected for all claims of this report (Holm); below 0.05 a claim is "
    "called significant. Boards picked by hand say little about others.",
    "Effect: the probability that one search is better than another on a board, and the ratio of "
    "their PAR2. Both include unsettled runs, on the boards of the test: a ratio over boards that "
    "both settled would leave out the most informative ones.",
)


def untried_table(store: Store) -> Iterator[Block]:
    """Yield the combinations that cannot be run, by reason."""
    rows = store.query("""
        SELECT kind, reason, count(*), list([algorithm, heuristic, space]
               ORDER BY algorithm, heuristic, space)
        FROM not_tried GROUP BY kind, reason ORDER BY kind, count(*) DESC, reason
    """)
    if not rows:
        return
    yield Heading("Not applicable")
    many = sum(row[2] for row in rows)
    yield Text(f"{pluralise(many, 'combination')} of algorithm, heuristic and space cannot be run.")
    table_rows = [
        (
            title_of(kind),
            f"{count:,}",
            join_words([search_name(*names) for names in which], 6),
            shorten(reason, 240),
        )
        for kind, reason, count, which in rows[:_MOST_REASONS]
    ]
    yield Table(
        ("puzzle", "combinations", "examples", "reason"), table_rows, frozenset({"combinations"})
    )
    if len(rows) > _MOST_REASONS:
        yield Text(f"And {len(rows) - _MOST_REASONS:,} more reasons.", small=True)


def how_to_read(text: str) -> Iterator[Block]:
    """Yield the definitions, and the study with instructions to run it."""
    yield Heading("Definitions")
    yield Items(_DEFINITIONS)
    yield Heading("The study")
    if not text.strip():
        yield Text("The results do not contain their study.")
        return
    yield Text(
        "To repeat it, save this as study.toml and run: masume study run study.toml, then masume "
        "study report study.toml -o report.html. Boards and searches depend only on the seeds; "
        "times depend on the machine, and so do runs that a limit in seconds ends."
    )
    yield Verbatim(text)
