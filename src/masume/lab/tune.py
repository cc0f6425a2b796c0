"""study tune: choose an algorithm's options on some boards, and judge the choice on others.

Optuna proposes the options and ends proposals early that do worse than the best one on the boards
seen so far (its pruner by Wilcoxon's test is made for such races). It is an extra: masume has no
tuner of its own. What comes out is a study of the boards that were held out, with the usual options
beside the chosen ones, so the verdict is that of any report.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING

from masume.api.searches import adopt_all, resolve_search
from masume.core.plugins.registry import kind_named
from masume.core.search.events import Status
from masume.core.search.spec import OptionValue, format_spec, parse_spec
from masume.core.system.extras import require
from masume.errors import BadOption, NotApplicable
from masume.lab.planning import planned
from masume.lab.run import making_request, outcome_of, request
from masume.lab.study import Study, a_number, a_whole, checked_table, how_many, readers_of
from masume.lab.tasks import StudyBoard, boards_to_make, given_boards
from masume.work.batches import Lost, Pool, work_through
from masume.work.threads import guarded

if TYPE_CHECKING:
    from optuna.trial import Trial

_GOOD = (Status.SOLVED.value, Status.EXHAUSTED.value)
_FRESH = 1000  # seeds of the verdict begin here: none of them was seen while tuning
_LEAST = 2  # boards to tune on, and to judge by


@dataclass(frozen=True)
class Wish:
    """What is to be tuned, and how long."""

    algorithm: str
    options: Mapping[str, tuple[OptionValue, ...]]  # two numbers are a range, words are a choice
    space: str = ""
    heuristic: str = ""
    trials: int = 30
    train: float = 0.5  # share of the boards
    seeds: int = 3
    seed: int = 0


@dataclass(frozen=True)
class Tuned:
    """What was chosen on the training boards, and the study that judges it on the others."""

    usual: str
    chosen: str
    trials: int
    ended_early: int
    train: tuple[str, ...]  # names of boards
    held_out: tuple[str, ...]
    study: str  # TOML


def wish_of(study: Study) -> Wish:
    """The table [tune] of a study."""
    if not study.tune:
        raise BadOption("there is no [tune]; it names an algorithm and ranges of its options")
    values = checked_table("[tune]", study.tune, _TUNE)
    if "algorithm" not in values or "options" not in values:
        raise BadOption("[tune] needs algorithm = … and options = {name = [from, to]}")
    return Wish(**values)


def tune(study: Study, pool: Pool, tell: Callable[[str], None] = lambda _: None) -> Tuned:
    """Race proposals on the training boards; the study of the held-out ones is not run yet."""
    require("tune")
    import optuna

    wish = wish_of(study)
    boards = [*given_boards(study), *_made(study, pool)]
    train, held_out = split(boards, wish)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with warnings.catch_warnings():  # that the pruner may change, which the versions provide for
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        pruner = optuna.pruners.WilcoxonPruner(p_threshold=0.1)
    race = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=wish.seed), pruner=pruner)
    usual = _usual(wish, train[0].kind, study.folder)
    for number in range(wish.trials):
        trial = race.ask()
        proposed = _proposed(trial, wish)
        values: list[float] = []
        for step, board in enumerate(train):
            values.append(_penalised(study, wish, proposed, board, pool))
            trial.report(values[-1], step)
            if step >= 1 and trial.should_prune():
                break
        early = len(values) < len(train)
        trial.set_user_attr("spec", proposed)
        if early:
            race.tell(trial, state=optuna.trial.TrialState.PRUNED)
        else:
            race.tell(trial, fmean(values))
        ending = f"ended after {len(values)} boards" if early else f"PAR2 {fmean(values):g}"
        tell(f"{number + 1} of {wish.trials}: {proposed}: {ending}")
    best = replace(wish, algorithm=race.best_trial.user_attrs["spec"])
    chosen = _usual(best, train[0].kind, study.folder)
    return Tuned(
        usual,
        chosen,
        wish.trials,
        sum(one.state is optuna.trial.TrialState.PRUNED for one in race.trials),
        tuple(one.name for one in train),
        tuple(one.name for one in held_out),
        judging(study, wish, (usual, chosen), held_out),
    )


def split(boards: Sequence[StudyBoard], wish: Wish) -> tuple[list[StudyBoard], list[StudyBoard]]:
    """Boards to tune on and boards to judge by, drawn by the seed; of each size a part."""
    several = list({board.id: board for board in boards}.values())
    kinds = sorted({board.kind for board in several})
    if len(kinds) != 1:
        raise NotApplicable(f"tune one puzzle at a time, not {' and '.join(kinds) or 'none'}")
    Random(wish.seed).shuffle(several)
    several.sort(key=lambda board: board.rows * board.cols)  # keeps the order within a size
    sizes: dict[int, list[StudyBoard]] = {}
    for board in several:
        sizes.setdefault(board.rows * board.cols, []).append(board)
    train = [b for one in sizes.values() for b in one[: round(wish.train * len(one))]]
    held_out = [board for board in several if board not in train]
    if min(len(train), len(held_out)) < _LEAST:
        raise NotApplicable(
            f"{len(several)} boards are too few to tune on some and to judge by others"
        )
    Random(wish.seed).shuffle(train)  # or the race would be run on small boards alone
    return train, held_out


def judging(
    study: Study, wish: Wish, algorithms: Sequence[str], boards: Sequence[StudyBoard]
) -> str:
    """The study that sets the chosen options against the usual ones on boards never seen."""
    seeds = list(range(_FRESH, _FRESH + max(wish.seeds, 5)))
    lines = [
        f"title = {json.dumps(f'{study.title}: tuned', ensure_ascii=False)}",
        "about = " + json.dumps(f"{wish.algorithm}, tuned on other boards than these."),
        "[[boards]]",
        f"texts = {json.dumps([_with_name(board) for board in boards], ensure_ascii=False)}",
        "[[searches]]",
        f"algorithms = {json.dumps(list(dict.fromkeys(algorithms)))}",
        *([f"spaces = [{json.dumps(wish.space)}]"] if wish.space else []),
        *([f"heuristics = [{json.dumps(wish.heuristic)}]"] if wish.heuristic else []),
        f"seeds = {seeds}",
        "[limits]",
        *(f"{name} = {most}" for name, most in asdict(study.limits).items() if most is not None),
    ]
    return "\n".join(lines) + "\n"


def _with_name(board: StudyBoard) -> str:
    first, _, rest = board.text.partition("\n")
    grade = f"difficulty: {board.difficulty}\n" if board.difficulty else ""
    return f"{first}\nname: {board.name}\n{grade}{rest}"


def _made(study: Study, pool: Pool) -> Iterator[StudyBoard]:
    wanted = map(making_request, boards_to_make(study))
    boards = {}
    for asked, answer in work_through(guarded, wanted, pool=pool, chunk=1):
        if not isinstance(answer, Lost) and isinstance(answer.result, StudyBoard):
            boards[asked.item.key] = answer.result
    for one in boards_to_make(study):
        if one.key in boards:
            yield boards[one.key]


def _usual(wish: Wish, kind: str, folder: Path) -> str:
    """The algorithm as it is named, checked; every option that is to be tuned must be one."""
    adopt_all(wish.algorithm, wish.space, wish.heuristic, folder=folder)
    space, heuristic = wish.space or None, wish.heuristic or None
    search = resolve_search(kind_named(kind), wish.algorithm, space=space, heuristic=heuristic)
    search.algorithm.resolve_options({name: several[0] for name, several in wish.options.items()})
    return search.algorithm_spec


def _proposed(trial: Trial, wish: Wish) -> str:
    spec = parse_spec(wish.algorithm)
    kept = [(name, value) for name, value in spec.options if name not in wish.options]
    point = [(name, str(_drawn(trial, name, several))) for name, several in wish.options.items()]
    return format_spec(spec.name, [*kept, *point])


def _drawn(trial: Trial, name: str, several: tuple[OptionValue, ...]) -> OptionValue:
    """A number of a range, on a logarithmic scale if it spans a factor of ten; or a word."""
    low, high = several[0], several[-1]
    if len(several) == 2 and all(type(one) in (int, float) for one in several):
        assert isinstance(low, int | float) and isinstance(high, int | float)
        log = low > 0 and high >= 10 * low
        if type(low) is int and type(high) is int:
            return trial.suggest_int(name, low, high, log=log)
        return float(f"{trial.suggest_float(name, low, high, log=log):.4g}")
    return trial.suggest_categorical(name, several)


def _penalised(study: Study, wish: Wish, spec: str, board: StudyBoard, pool: Pool) -> float:
    """The mean of the seeds on a board: expansions if they are limited, otherwise time."""
    one = replace(
        study.searches[0],
        algorithms=(spec,),
        spaces=(wish.space,) if wish.space else ("all",),
        heuristics=(wish.heuristic,) if wish.heuristic else (),
        puzzles=("all",),
        seeds=tuple(range(wish.seeds)),
        repetitions=1,
    )
    tasks, not_tried = planned(replace(study, searches=(one,), traces=False), [board])
    if not tasks:
        raise NotApplicable(not_tried[0].reason if not_tried else "nothing can be run")
    limit, spent = study.limits, []
    requests = map(request, islice(tasks, wish.seeds))
    for _, answer in work_through(guarded, requests, pool=pool, chunk=1):
        outcome = None if isinstance(answer, Lost) else outcome_of(answer)
        used = None
        if outcome is not None and outcome.status in _GOOD:
            used = outcome.expanded if limit.nodes else outcome.seconds
        spent.append(2.0 * (limit.nodes or limit.seconds or 1.0) if used is None else float(used))
    return fmean(spent)


def _options(value: object) -> dict[str, tuple[object, ...]]:
    if not isinstance(value, dict) or not value:
        raise ValueError("a table like {hot = [0.1, 5.0]}")
    for several in value.values():
        if not isinstance(several, list) or len(several) < 2:
            raise ValueError("a table of ranges [from, to] or of choices")
    return {name: tuple(several) for name, several in value.items()}


def _share(value: object) -> float:
    number = a_number(value)
    if not number < 1:
        raise ValueError("a share between 0 and 1")
    return number


_TUNE = readers_of(
    fields(Wish), options=_options, trials=how_many, train=_share, seeds=how_many, seed=a_whole
)
