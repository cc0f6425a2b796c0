"""The end of a report: what was not tried, what the words mean, how to do it again."""

from __future__ import annotations

from collections.abc import Iterator

from masume.errors import pluralise, shorten
from masume.lab.report.blocks import Block, Heading, Items, Table, Text, Verbatim
from masume.lab.report.words import join_words, title_of
from masume.lab.store import Store
from masume.lab.tasks import search_name

_MOST_REASONS = 60
_WORDS = (
    "Run: one search of a board, with a seed if it is random. Every run that was played counts in "
    "shares, medians and PAR2. Runs on one board are no independent evidence, so intervals and "
    "tests are over boards.",
    "Played, cut off, skipped: a run that was skipped (nothing smaller had been settled, so it was "
    "not tried) tells nothing; one that was cut off (limit, killed) needs more than it had. "
    "Skipped runs are in no share, median or test, unless it says so.",
    "Settled: solved, with an answer that the referee accepts, or exhausted on a board without a "
    "solution. Not settled: limit (time, expansions or memory ran out), stuck (the search gave "
    "up), killed, died, error, wrong.",
    "Expanded: nodes whose successors were produced. Generated: successors produced, duplicates "
    "and dead ends included. Stored: most states held at once. Time: of the processor, "
    "from the board's text to the verdict, for every search alike. One expansion costs very "
    "different times in different spaces: compare both.",
    "Space: how the puzzle is put to the search, the last word of a search's name. A space that "
    "draws conclusions after each step needs few expansions, but dear ones.",
    "Median and quartiles: a run that was not settled counts as larger than every settled one. So "
    "they can be compared between searches that settled different boards of those played, "
    "which a mean over settled boards cannot.",
    "PAR2: a mean in which each unsettled run counts as twice the limit. It depends on the limit "
    "that was chosen.",
    "Best: most runs settled (what was skipped is not), then least PAR2 time. Expansions rank "
    "searches within one space only, for in another one they are other work. Which search is best "
    "was found on the same boards that the claims are tested on, so the claims about it are a "
    "little too kind to it; a study on fresh boards would show.",
    "Claims: an exact sign test over boards, two-sided. It assumes that boards were drawn "
    "independently and nothing else. p is corrected for all claims of this report together (Holm), "
    "and below 0.05 a claim is called significant. Boards that were picked by hand say little "
    "about others.",
    "Effect: the chance that one search does better than another on a board, and the ratio of "
    "their PAR2. Both are over the boards that the test is over, with unsettled runs among them: a "
    "ratio over boards that both settled would leave out those that tell most.",
)


def not_tried(store: Store) -> Iterator[Block]:
    """Combinations that make no sense, by reason."""
    rows = store.ask("""
        SELECT kind, reason, count(*), list([algorithm, heuristic, space]
               ORDER BY algorithm, heuristic, space)
        FROM not_tried GROUP BY kind, reason ORDER BY kind, count(*) DESC, reason
    """)
    if not rows:
        return
    yield Heading("What was not tried, and why")
    many = sum(row[2] for row in rows)
    yield Text(f"{pluralise(many, 'combination')} of algorithm, heuristic and space cannot work.")
    table_rows = [
        (
            title_of(kind),
            f"{count:,}",
            join_words([search_name(*names) for names in which], 6),
            shorten(reason, 240),
        )
        for kind, reason, count, which in rows[:_MOST_REASONS]
    ]
    yield Table(("puzzle", "how many", "which", "why"), table_rows, frozenset({"how many"}))
    if len(rows) > _MOST_REASONS:
        yield Text(f"And {len(rows) - _MOST_REASONS:,} more reasons.", small=True)


def how_to_read(text: str) -> Iterator[Block]:
    """What the words mean, the study itself, and how to run it again."""
    yield Heading("How to read this")
    yield Items(_WORDS)
    yield Heading("The study")
    if not text.strip():
        yield Text("The results do not say which study they belong to.")
        return
    yield Text(
        "Save this as study.toml, then: masume study run study.toml, and masume study report "
        "study.toml -o report.html. Boards and searches depend on the seeds alone and come out the "
        "same; times depend on the machine, and so do runs that a limit in seconds ends."
    )
    yield Verbatim(text)
