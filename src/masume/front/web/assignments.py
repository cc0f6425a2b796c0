"""Operations of the Assignment page: open a bundle, and check a solution on its public boards.

In a page without a server, the solution runs in the page's own Python. On a server it runs in a
confined process; where the system cannot confine it, or where a bundle contains code that would
have to run in the server itself, the request is refused.
"""

from __future__ import annotations

import base64
import binascii
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated
from zipfile import BadZipFile, ZipFile

from annotated_types import MaxLen

from masume.core.system.files import atomic_file
from masume.draw.themes import theme_named
from masume.errors import BadOption, MasumeError, NotApplicable
from masume.front.assignment.recording import film_reel, record_run
from masume.front.film.pictures import picture
from masume.front.web.bodies import MAX_SECONDS, Name, Seconds, Text, Theme
from masume.front.web.records import EndLine, Record
from masume.teach.assignment import FILE, Assignment, Criterion, read_assignment
from masume.teach.judge import Case, CriterionResult, judge, judge_public
from masume.teach.submission import LocalSubmission, Submission

_MOST_FILES = 100
_MOST_BYTES = 2_000_000  # of an unpacked bundle
_MOST_FRAMES = 120
_FRAME_SIZE = 440  # pixels


class FileRow(Record):
    """A text file."""

    name: Name
    text: Text


class BundleBody(Record):
    """The files of a bundle, or a ZIP archive in base64."""

    files: Annotated[list[FileRow], MaxLen(_MOST_FILES)] | None = None
    archive: Text | None = None


class CriterionRow(Record):
    """A criterion; those on hidden boards are graded later."""

    name: str
    points: float
    hidden: bool


class BundleReply(Record):
    """An assignment as students get it."""

    title: str
    about: str
    readme: str
    file: str  # what is handed in
    source: str  # the stub
    files: list[FileRow]
    criteria: list[CriterionRow]


class CheckBundleBody(Record):
    """A bundle and a solution for it."""

    files: Annotated[list[FileRow], MaxLen(_MOST_FILES)]
    source: Text
    seconds: Seconds = MAX_SECONDS
    theme: Theme = "light"


class CaseRow(Record):
    """The verdict on one board."""

    board: str
    passed: bool
    text: str
    expected: str


class FilmFrameRow(Record):
    """A frame of a film."""

    svg: str
    caption: str


class VerdictLine(Record):
    """The verdict on a criterion, with a picture and a film of the first failing run."""

    name: str
    points: float
    earned: float
    cases: list[CaseRow]
    claims: list[str]
    error: str
    svg: str
    film: list[FilmFrameRow]


def open_bundle(body: BundleBody) -> BundleReply:
    """Read a bundle: its task, its stub and its criteria."""
    files = _unpack(body.archive) if body.archive is not None else body.files or []
    with _opened(files) as (folder, found):
        return BundleReply(
            title=found.title,
            about=found.about,
            readme=_text(folder / "README.md"),
            file=found.file,
            source=_text(folder / found.file),
            files=files,
            criteria=[
                CriterionRow(name=c.name, points=c.points, hidden=found.is_hidden(c))
                for c in found.criteria
            ],
        )


def check_bundle(body: CheckBundleBody) -> Iterator[VerdictLine | EndLine]:
    """Yield the verdict on each public criterion as soon as it is known."""
    with _opened(body.files) as (folder, found):
        _write(folder / found.file, body.source)
        for result in judge_public(found, lambda one: _judge(found, one, folder)):
            yield _verdict(result, f"{folder}/", body.theme)
    yield EndLine(end=True)


def _judge(found: Assignment, criterion: Criterion, folder: Path) -> CriterionResult:
    """Judge a criterion, in this process only if it is a browser's."""

    def judged(submission: Submission, begin: Callable[[float], None]) -> CriterionResult:
        return judge(found, criterion, submission, begin=begin, record=record_run)

    if sys.platform == "emscripten":
        return judged(LocalSubmission.of_file(folder / found.file), lambda seconds: None)
    from masume.teach.process import SubmissionProcess
    from masume.teach.submission import ProcessSubmission
    from masume.work.sandbox import has_container

    if found.support:
        raise NotApplicable("this bundle contains code of its own; use masume assignment check")
    megabytes = found.limits.megabytes or 0
    with SubmissionProcess(folder, found.file, megabytes) as process:
        process.begin(found.limits.seconds or 0)
        if not (has_container() or {"landlock", "seccomp"} <= {*process.measures}):
            raise NotApplicable(
                "this server cannot confine submissions; use masume assignment check"
            )
        return judged(ProcessSubmission(process), process.begin)


def _verdict(result: CriterionResult, folder: str, theme: Theme) -> VerdictLine:
    """Return a verdict with pictures; texts name files without their folder."""
    failure = result.first_failure
    return VerdictLine(
        name=result.name,
        points=result.points,
        earned=result.earned,
        cases=[_case_row(case, folder) for case in result.cases],
        claims=list(result.claims),
        error=result.error.replace(folder, ""),
        svg=failure.svg if failure else "",
        film=_frames(result.film, theme),
    )


def _case_row(case: Case, folder: str) -> CaseRow:
    text = case.text.replace(folder, "")
    return CaseRow(board=case.board, passed=case.passed, text=text, expected=case.expected)


def _frames(recorded: str, theme: Theme) -> list[FilmFrameRow]:
    """Return the first frames of a film; none if it ended before the first step."""
    if not recorded:
        return []
    reel = film_reel(recorded)
    frames = []
    for shot in reel.shots():
        svg = picture(reel, shot, theme_named(theme), _FRAME_SIZE).svg
        frames.append(FilmFrameRow(svg=svg, caption=shot.caption))
        if len(frames) == _MOST_FRAMES:
            break
    return frames


# Files


@contextmanager
def _opened(files: list[FileRow]) -> Iterator[tuple[Path, Assignment]]:
    """Provide a temporary folder with the files of a bundle, and its assignment."""
    with TemporaryDirectory(prefix="masume-") as name:
        folder = Path(name).resolve()
        try:
            for path, text in _beside_assignment(files):
                _write(folder / path, text)
            found = read_assignment(folder)
        except MasumeError as fault:
            raise BadOption(str(fault).replace(f"{folder}/", "")) from None
        except OSError as fault:  # a file in the place of a folder, or a name that is too long
            raise BadOption(f"the bundle cannot be unpacked: {fault.strerror}") from None
        yield folder, found


def _beside_assignment(files: list[FileRow]) -> Iterator[tuple[str, str]]:
    """Yield the files of the folder with assignment.toml, relative to it."""
    places = [file.name for file in files if Path(file.name).name == FILE]
    if not places:
        raise BadOption(f"the bundle has no {FILE}; open one from masume assignment release")
    root = min(places, key=len).removesuffix(FILE)
    for file in files:
        name = file.name.removeprefix(root)
        inside = file.name.startswith(root) and not name.startswith("/") and "\0" not in name
        if inside and ".." not in Path(name).parts:
            yield name, file.text


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path, durable=False) as file:
        file.write(text.encode("utf-8", errors="replace"))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _unpack(archive: str) -> list[FileRow]:
    """Return the text files of a ZIP archive in base64; raise BadOption if it is not one."""
    try:
        with ZipFile(io.BytesIO(base64.b64decode(archive, validate=True))) as opened:
            infos = [info for info in opened.infolist() if not info.is_dir()]
            if len(infos) > _MOST_FILES or sum(info.file_size for info in infos) > _MOST_BYTES:
                raise BadOption(f"the bundle is larger than {_MOST_BYTES:,} bytes")
            data = [(info.filename, opened.read(info)) for info in infos]
    except (binascii.Error, ValueError, BadZipFile, RuntimeError, NotImplementedError) as fault:
        if isinstance(fault, MasumeError):
            raise
        raise BadOption("the file is not a ZIP archive; open the bundle of a lecturer") from None
    return [FileRow(name=n, text=d.decode("utf-8", errors="replace")) for n, d in data]
