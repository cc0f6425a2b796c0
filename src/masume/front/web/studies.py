"""The results of studies for the Lab: those in one folder, and nothing else.

A name is looked for among the files that are there; no path is ever made of it. What was read is
remembered until the file changes.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Literal
from urllib.parse import quote

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from masume.front.web import replies_studies as replies
from masume.front.web.answers import heeded
from masume.front.web.boards import Data
from masume.front.web.bodies import MOST_SECONDS
from masume.front.web.reply import ErrorReply, Responses
from masume.front.web.study_tasks import StudyReport
from masume.work.queue import WorkerQueue
from masume.work.worker import WorkerLate

_SUFFIX = ".duckdb"
_MOST_LISTED = 100  # each is opened once to be listed
_KEPT = 4  # reports, of some megabytes each
_CHUNK = 1 << 18
_FIGURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_FORMS = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
_UNREADABLE: Responses = {
    409: {
        "description": "the study is being run now, or its file cannot be read; `error` tells",
        "model": ErrorReply,
    }
}
_FAULTS: Responses = {
    404: {"description": "there is no study of this name", "model": ErrorReply},
    **_UNREADABLE,
}


@dataclass(frozen=True)
class _File:
    """A file of results, and what changes whenever it is written."""

    name: str
    path: Path
    stamp: tuple[int, ...]


class Studies:
    """The files of a folder; without a folder there are none."""

    def __init__(self, folder: Path | None, pool: WorkerQueue) -> None:
        self.folder = folder
        self._pool = pool
        self._rows: dict[str, tuple[_File, Data]] = {}
        self._reports: OrderedDict[str, tuple[_File, StudyReport]] = OrderedDict()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def files(self) -> list[_File]:
        """What is there, the newest first."""
        if self.folder is None:
            return []
        try:
            with os.scandir(self.folder) as entries:
                files = [_file(entry) for entry in entries if _is_meant(entry)]
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise HTTPException(409, f"the folder of studies cannot be read: {reason}") from None
        return sorted(files, key=lambda file: (-file.stamp[0], file.name))

    def file(self, name: str) -> _File:
        """The file of that name; or words that there is none."""
        for file in self.files():
            if file.name == name:
                return file
        raise HTTPException(404, f"there is no study {name[:80]!r} here")

    async def list(self, request: Request) -> Data:
        """All of them in short; those that have not changed are not opened again."""
        files = self.files()
        shown = files[:_MOST_LISTED]
        kept = {file.name: self._rows.get(file.name) for file in shown}
        self._rows = {name: one for name, one in kept.items() if one and one[0] in shown}
        fresh = [file for file in shown if file.name not in self._rows]
        rows = {name: row for name, (_, row) in self._rows.items()}
        if fresh:
            fresh_rows = await self._read(request, "studies", [file.path for file in fresh])
            assert isinstance(fresh_rows, list)
            for file, row in zip(fresh, fresh_rows, strict=True):
                rows[file.name] = row
                if row["state"] == "ready":
                    self._rows[file.name] = file, row
        every = [{"name": file.name, **rows[file.name]} for file in shown]
        return {
            "offered": self.folder is not None,
            "studies": sorted(every, key=lambda row: row["state"] == "broken"),
            "left_out": len(files) - len(shown),
        }

    async def report(
        self, request: Request, name: str, *, figures_only: bool = False
    ) -> StudyReport:
        """A report; whoever asks for the same one meanwhile waits for it.

        A partial one is made again, for its study may have ended, unless only its figures are asked
        for, which belong to the page that was made before.
        """
        file = self.file(name)
        async with self._locks[file.name]:
            kept = self._reports.get(name)
            stale = kept is not None and kept[1].is_partial and not figures_only
            if kept is None or kept[0] != file or stale:
                made = await self._read(request, "study-report", file.path, name)
                assert isinstance(made, StudyReport)
                self._reports[name] = file, made
            self._reports.move_to_end(name)
            report = self._reports[name][1]
            while len(self._reports) > _KEPT:
                self._reports.popitem(last=False)
        return report

    async def rows(self, request: Request, name: str, form: str) -> tuple[BinaryIO, int]:
        """The rows as an open file that is nowhere to be found any more, and its size."""
        file = self.file(name)
        try:
            with TemporaryDirectory(prefix="masume-") as folder:
                to = Path(folder) / f"rows.{form}"
                await self._read(request, "study-rows", file.path, to)
                handle = to.open("rb")
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise HTTPException(503, f"the file cannot be made here now: {reason}") from None
        return handle, os.fstat(handle.fileno()).st_size

    async def _read(self, request: Request, task: str, *args: object) -> object:
        try:
            return await heeded(request, self._pool.run(task, MOST_SECONDS, *args))
        except WorkerLate:
            limit = f"{MOST_SECONDS:.0f} seconds"
            text = f"this takes more than {limit}; masume study has no such limit"
            raise HTTPException(408, text) from None


def _is_meant(entry: os.DirEntry[str]) -> bool:
    """Files of results; no links, which may lead elsewhere, and no names that nobody can type."""
    name = entry.name
    is_named = name.endswith(_SUFFIX) and not name.startswith(".") and name.isprintable()
    return is_named and entry.is_file(follow_symlinks=False)


def _file(entry: os.DirEntry[str]) -> _File:
    path = Path(entry.path)
    log = path.with_name(f"{path.name}.wal")  # what is not folded in yet
    return _File(entry.name.removesuffix(_SUFFIX), path, (*_times(path), *_times(log)))


def _times(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def add_studies(app: FastAPI, pool: WorkerQueue, folder: Path | None) -> None:
    """The addresses of the Lab's second part."""
    studies = Studies(folder, pool)

    @app.get("/api/studies", response_model=replies.StudiesReply, responses=_UNREADABLE)
    async def studies_there_are(request: Request) -> Response:
        """The studies whose results are offered, in short: those of `masume web --studies FOLDER`.

        `state` is ready, running or broken; `left_out` counts files beyond those listed.
        """
        return JSONResponse(await studies.list(request))

    @app.get("/api/studies/{name}", response_model=replies.StudyReply, responses=_FAULTS)
    async def study(request: Request, name: str) -> Response:
        """The report of a study as a list of blocks.

        `type` is heading, text, note, items, table, figure or code. A figure's picture is at its
        `address`; the `order` of a cell is what a table is sorted by, null after all others.
        """
        report = await studies.report(request, name)
        return Response(report.shown, media_type="application/json")

    @app.get(
        "/api/studies/{name}/figures/{figure}.svg",
        response_class=Response,
        responses=_with("image/svg+xml"),
    )
    async def figure(request: Request, name: str, figure: str) -> Response:
        """A figure of the report."""
        report = await studies.report(request, name, figures_only=True)
        if figure not in report.figures:
            raise HTTPException(404, f"there is no figure {figure[:80]!r} in this report")
        headers = {"Content-Security-Policy": _FIGURE_POLICY}
        return Response(report.figures[figure], media_type="image/svg+xml", headers=headers)

    @app.get(
        "/api/studies/{name}/report.html", response_class=Response, responses=_with("text/html")
    )
    async def report(request: Request, name: str) -> Response:
        """The report as one page, to be kept; as `masume study report` writes it."""
        report = await studies.report(request, name)
        return Response(report.page, media_type="text/html", headers=_kept_as(f"{name}.html"))

    @app.get(
        "/api/studies/{name}/rows.{form}",
        response_class=Response,
        responses=_with("text/csv", _FORMS["parquet"]),
    )
    async def rows(request: Request, name: str, form: Literal["csv", "parquet"]) -> Response:
        """Every run with its result, as CSV or Parquet; as `masume study export` writes it."""
        handle, size = await studies.rows(request, name, form)
        headers = _kept_as(f"{name}.{form}") | {"Content-Length": str(size)}
        return StreamingResponse(_chunks(handle), media_type=_FORMS[form], headers=headers)


def _with(*kinds: str) -> Responses:
    return {200: {"content": {kind: {} for kind in kinds}}, **_FAULTS}


def _kept_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f"attachment; filename*=utf-8''{quote(name)}"}


def _chunks(handle: BinaryIO) -> Iterator[bytes]:
    with handle:
        while chunk := handle.read(_CHUNK):
            yield chunk
