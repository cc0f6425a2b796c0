"""Tune the options of an algorithm on some boards of a study, and evaluate them on the others.

Optuna proposes options, and its Wilcoxon pruner stops proposals that are worse than the best one on
the boards so far. The result is a study of the held-out boards that compares the default with the
chosen options, so the verdict is that of an ordinary report.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
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
from masume.core.text.toml_table import (
    read_count,
    read_integer,
    read_positive,
    read_table,
    readers_of,
)
from masume.errors import BadOption, NotApplicable
from masume.lab.drive import generate_boards
from masume.lab.judged import run_judged, task_call
from masume.lab.planning import plan_runs
from masume.lab.study import Study
from masume.lab.tasks import StudyBoard, board_requests, given_boards
from masume.work.batches import Lost, Pool, work_through

if TYPE_CHECKING:
    from optuna import Study as OptunaStudy
    from optuna.trial import Trial

_GOOD = (Status.SOLVED.value, Status.EXHAUSTED.value)
_FIRST_SEED = 1000  # of the evaluation; tuning uses smaller seeds
_LEAST = 2  # boards of each part


@dataclass(frozen=True)
class TuneRequest:
    """The table [tune] of a study."""

    algorithm: str
    options: Mapping[str, tuple[OptionValue, ...]]  # two numbers: a range; else choices
    space: str = ""
    heuristic: str = ""
    trials: int = 30
    train: float = 0.5  # share of the boards
    seeds: int = 3
    seed: int = 0


@dataclass(frozen=True)
class TuneResult:
    """The options chosen on the training boards, and the study that evaluates them."""

    usual: str
    chosen: str
    trials: int
    ended_early: int
    train: tuple[str, ...]  # names of boards
    held_out: tuple[str, ...]
    study: str  # TOML


def tune_request(study: Study) -> TuneRequest:
    """Return the table [tune] of a study; raise BadOption if it is missing or incomplete."""
    if not study.tune:
        raise BadOption("no [tune] table; add one with an algorithm and ranges of its options")
    values = read_table("[tune]", study.tune, _TUNE)
    if "algorithm" not in values or "options" not in values:
        raise BadOption("[tune] needs algorithm = … and options = {name = [from, to]}")
    return TuneRequest(**values)


def tune(study: Study, pool: Pool, report: Callable[[str], None] = lambda _: None) -> TuneResult:
    """Choose the options on the training boards; the evaluation is returned, but not run."""
    require("tune")
    import optuna

    tuning = tune_request(study)
    made = {request.key: board for request, board in generate_boards(board_requests(study), pool)}
    generated = (made[request.key] for request in board_requests(study))
    boards = [board for board in generated if isinstance(board, StudyBoard)]
    train, held_out = split([*given_boards(study), *boards], tuning)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with warnings.catch_warnings():  # the pruner is experimental; its version is pinned
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        pruner = optuna.pruners.WilcoxonPruner(p_threshold=0.1)
    race = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=tuning.seed), pruner=pruner)
    usual = _checked_spec(tuning, train[0].kind, study.folder)
    for number in range(tuning.trials):
        told = _try_proposal(race, study, tuning, train, pool)
        report(f"{number + 1} of {tuning.trials}: {told}")
    best = replace(tuning, algorithm=race.best_trial.user_attrs["spec"])
    chosen = _checked_spec(best, train[0].kind, study.folder)
    return TuneResult(
        usual,
        chosen,
        tuning.trials,
        sum(trial.state is optuna.trial.TrialState.PRUNED for trial in race.trials),
        tuple(board.name for board in train),
        tuple(board.name for board in held_out),
        held_out_study(study, tuning, (usual, chosen), held_out),
    )


def _try_proposal(
    race: OptunaStudy,
    study: Study,
    tuning: TuneRequest,
    train: Sequence[StudyBoard],
    pool: Pool,
) -> str:
    """Run the next proposal on the training boards until it is pruned; return how that ended."""
    import optuna

    trial = race.ask()
    proposed = _propose_spec(trial, tuning)
    trial.set_user_attr("spec", proposed)
    values: list[float] = []
    for step, board in enumerate(train):
        values.append(_mean_penalised(study, tuning, proposed, board, pool))
        trial.report(values[-1], step)
        if step >= 1 and trial.should_prune():
            break
    if len(values) < len(train):
        race.tell(trial, state=optuna.trial.TrialState.PRUNED)
        return f"{proposed}: ended after {len(values)} boards"
    race.tell(trial, fmean(values))
    return f"{proposed}: PAR2 {fmean(values):g}"


def split(
    boards: Sequence[StudyBoard], tuning: TuneRequest
) -> tuple[list[StudyBoard], list[StudyBoard]]:
    """Split the boards of each size at random into training and held-out boards.

    Raise NotApplicable if there are several puzzles or too few boards.
    """
    unique = list({board.id: board for board in boards}.values())
    kinds = sorted({board.kind for board in unique})
    if len(kinds) != 1:
        raise NotApplicable(f"tune one puzzle at a time, not {' and '.join(kinds) or 'none'}")
    Random(tuning.seed).shuffle(unique)
    unique.sort(key=lambda board: board.rows * board.cols)  # stable: random within a size
    sizes: dict[int, list[StudyBoard]] = {}
    for board in unique:
        sizes.setdefault(board.rows * board.cols, []).append(board)
    train = [
        board
        for of_size in sizes.values()
        for board in of_size[: round(tuning.train * len(of_size))]
    ]
    held_out = [board for board in unique if board not in train]
    if min(len(train), len(held_out)) < _LEAST:
        raise NotApplicable(
            f"{len(unique)} boards are too few for training and evaluation; add boards"
        )
    Random(tuning.seed).shuffle(train)  # otherwise small boards alone would decide early
    return train, held_out


def held_out_study(
    study: Study, tuning: TuneRequest, algorithms: Sequence[str], boards: Sequence[StudyBoard]
) -> str:
    """Return the study (TOML) that compares the algorithms on the held-out boards."""
    seeds = list(range(_FIRST_SEED, _FIRST_SEED + max(tuning.seeds, 5)))
    lines = [
        f"title = {json.dumps(f'{study.title}: tuned', ensure_ascii=False)}",
        "about = " + json.dumps(f"{tuning.algorithm}, tuned on other boards than these."),
        "[[boards]]",
        f"texts = {json.dumps([_with_name(board) for board in boards], ensure_ascii=False)}",
        "[[searches]]",
        f"algorithms = {json.dumps(list(dict.fromkeys(algorithms)))}",
        *([f"spaces = [{json.dumps(tuning.space)}]"] if tuning.space else []),
        *([f"heuristics = [{json.dumps(tuning.heuristic)}]"] if tuning.heuristic else []),
        f"seeds = {seeds}",
        "[limits]",
        *(f"{name} = {most}" for name, most in asdict(study.limits).items() if most is not None),
    ]
    return "\n".join(lines) + "\n"


def _with_name(board: StudyBoard) -> str:
    first, _, body = board.text.partition("\n")
    grade = f"difficulty: {board.difficulty}\n" if board.difficulty else ""
    return f"{first}\nname: {board.name}\n{grade}{body}"


def _checked_spec(tuning: TuneRequest, kind: str, folder: Path) -> str:
    """Return the normalised algorithm name, after checking its options and those to be tuned."""
    adopt_all(tuning.algorithm, tuning.space, tuning.heuristic, folder=folder)
    space, heuristic = tuning.space or None, tuning.heuristic or None
    search = resolve_search(kind_named(kind), tuning.algorithm, space=space, heuristic=heuristic)
    search.algorithm.resolve_options({name: values[0] for name, values in tuning.options.items()})
    return search.algorithm_spec


def _propose_spec(trial: Trial, tuning: TuneRequest) -> str:
    spec = parse_spec(tuning.algorithm)
    kept = [(name, value) for name, value in spec.options if name not in tuning.options]
    point = [
        (name, str(_suggest_value(trial, name, values))) for name, values in tuning.options.items()
    ]
    return format_spec(spec.name, [*kept, *point])


def _suggest_value(trial: Trial, name: str, values: tuple[OptionValue, ...]) -> OptionValue:
    """Suggest a value; ranges over a factor of ten or more have a logarithmic scale."""
    low, high = values[0], values[-1]
    if len(values) == 2 and all(type(value) in (int, float) for value in values):
        assert isinstance(low, int | float) and isinstance(high, int | float)
        log = low > 0 and high >= 10 * low
        if type(low) is int and type(high) is int:
            return trial.suggest_int(name, low, high, log=log)
        return float(f"{trial.suggest_float(name, low, high, log=log):.4g}")
    return trial.suggest_categorical(name, values)


def _mean_penalised(
    study: Study, tuning: TuneRequest, spec: str, board: StudyBoard, pool: Pool
) -> float:
    """Return the mean PAR2 over the seeds: expansions if they are limited, else seconds."""
    searches = replace(
        study.searches[0],
        algorithms=(spec,),
        spaces=(tuning.space,) if tuning.space else ("all",),
        heuristics=(tuning.heuristic,) if tuning.heuristic else (),
        puzzles=("all",),
        seeds=tuple(range(tuning.seeds)),
        repetitions=1,
    )
    tasks, not_tried = plan_runs(replace(study, searches=(searches,), traces=False), [board])
    if not tasks:
        raise NotApplicable(not_tried[0].reason if not_tried else "nothing can be run")
    limit, spent = study.limits, []
    requests = map(task_call, islice(tasks, tuning.seeds))
    for _, answer in work_through(run_judged, requests, pool=pool, chunk=1):
        outcome = None if isinstance(answer, Lost) else answer.outcome
        used = None
        if outcome is not None and outcome.status in _GOOD:
            used = outcome.expanded if limit.nodes else outcome.seconds
        spent.append(2.0 * (limit.nodes or limit.seconds or 1.0) if used is None else float(used))
    return fmean(spent)


def _read_options(value: object) -> dict[str, tuple[object, ...]]:
    if not isinstance(value, dict) or not value:
        raise ValueError("a table like {hot = [0.1, 5.0]}")
    for values in value.values():
        if not isinstance(values, list) or len(values) < 2:
            raise ValueError("a table of ranges [from, to] or of choices")
    return {name: tuple(values) for name, values in value.items()}


def _read_share(value: object) -> float:
    number = read_positive(value)
    if not number < 1:
        raise ValueError("a share between 0 and 1")
    return number


_TUNE = readers_of(
    fields(TuneRequest),
    options=_read_options,
    trials=read_count,
    train=_read_share,
    seeds=read_count,
    seed=read_integer,
)
