"""The results of studies for the Lab, from the files of one folder.

Names are looked up among the files in the folder and never used as paths. Results are cached until
the file changes.
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
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from masume.front.web.answers import Responses, cancel_on_disconnect, json_response
from masume.front.web.bodies import MAX_SECONDS
from masume.front.web.records import ErrorReply
from masume.front.web.study_tasks import StudiesReply, StudyReport, StudyRow
from masume.work.queue import WorkerQueue
from masume.work.worker import WorkerTimeout

_SUFFIX = ".jsonl"
_MAX_LISTED = 100  # files opened for the list
_MAX_REPORTS = 4  # in memory, some megabytes each
_CHUNK = 1 << 18
_REPORT_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"
}
_FORMS = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
_UNREADABLE_RESPONSE: Responses = {
    409: {
        "description": "the study is running, or its file cannot be read; `error` says which",
        "model": ErrorReply,
    }
}
_ERROR_RESPONSES: Responses = {
    404: {"description": "no study has this name", "model": ErrorReply},
    **_UNREADABLE_RESPONSE,
}


@dataclass(frozen=True)
class _File:
    """A file of results, with a stamp that changes when it is written."""

    name: str
    path: Path
    stamp: tuple[int, ...]


class Studies:
    """The studies of a folder; empty without a folder."""

    def __init__(self, folder: Path | None, pool: WorkerQueue) -> None:
        self.folder = folder
        self._pool = pool
        self._rows: dict[str, tuple[_File, StudyRow]] = {}
        self._reports: OrderedDict[str, tuple[_File, StudyReport]] = OrderedDict()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def files(self) -> list[_File]:
        """Return the files of results, newest first."""
        if self.folder is None:
            return []
        try:
            with os.scandir(self.folder) as entries:
                files = [_file(entry) for entry in entries if _is_study_file(entry)]
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise HTTPException(
                409, f"the folder of studies cannot be read: {reason}; check --studies"
            ) from None
        return sorted(files, key=lambda file: (-file.stamp[0], file.name))

    def file(self, name: str) -> _File:
        """Return the file with a name; raise HTTPException if there is none."""
        for file in self.files():
            if file.name == name:
                return file
        raise HTTPException(404, f"no study is named {name[:80]!r}; choose one from /api/studies")

    async def list(self, request: Request) -> StudiesReply:
        """List all studies; unchanged files are not opened again."""
        files = self.files()
        shown = files[:_MAX_LISTED]
        self._rows = {name: pair for name, pair in self._rows.items() if pair[0] in shown}
        fresh = [file for file in shown if file.name not in self._rows]
        rows = {name: row for name, (_, row) in self._rows.items()}
        if fresh:
            fresh_rows = await self._read(request, "studies", [file.path for file in fresh])
            assert isinstance(fresh_rows, list)
            for file, row in zip(fresh, fresh_rows, strict=True):
                rows[file.name] = row
                if row.state == "ready":
                    self._rows[file.name] = file, row
        return StudiesReply(
            enabled=self.folder is not None,
            studies=sorted(
                (rows[file.name] for file in shown), key=lambda row: row.state == "broken"
            ),
            left_out=len(files) - len(shown),
        )

    async def report(self, request: Request, name: str) -> StudyReport:
        """Return a report; concurrent requests for the same one share the work.

        A partial report is made again, as its study may have ended.
        """
        file = self.file(name)
        async with self._locks[file.name]:
            read_file, report = self._reports.get(name, (None, None))
            if report is None or read_file != file or report.is_partial:
                result = await self._read(request, "study-report", file.path)
                assert isinstance(result, StudyReport)
                report = result
            self._reports[name] = file, report
            self._reports.move_to_end(name)
            while len(self._reports) > _MAX_REPORTS:
                self._reports.popitem(last=False)
        return report

    async def rows(self, request: Request, name: str, form: str) -> tuple[BinaryIO, int]:
        """Return the rows as an open, already unlinked temporary file, and its size."""
        file = self.file(name)
        try:
            with TemporaryDirectory(prefix="masume-") as folder:
                to = Path(folder) / f"rows.{form}"
                await self._read(request, "study-rows", file.path, to)
                handle = to.open("rb")
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise HTTPException(
                503, f"the file cannot be written: {reason}; free disk space and try again"
            ) from None
        return handle, os.fstat(handle.fileno()).st_size

    async def _read(self, request: Request, task: str, *args: object) -> object:
        """Run a task on a worker within the time limit."""
        try:
            return await cancel_on_disconnect(request, self._pool.run(task, MAX_SECONDS, *args))
        except WorkerTimeout:
            limit = f"the limit of {MAX_SECONDS:.0f} seconds was reached"
            text = f"{limit}; use masume study on the command line"
            raise HTTPException(408, text) from None


def _is_study_file(entry: os.DirEntry[str]) -> bool:
    """Return whether a folder entry is a file of results with a printable name; links are not."""
    name = entry.name
    is_named = name.endswith(_SUFFIX) and not name.startswith(".") and name.isprintable()
    return is_named and entry.is_file(follow_symlinks=False)


def _file(entry: os.DirEntry[str]) -> _File:
    path = Path(entry.path)
    return _File(entry.name.removesuffix(_SUFFIX), path, _times(path))


def _times(path: Path) -> tuple[int, int]:
    """Return the modification time and size of a file; zeros if it does not exist."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def add_studies(app: FastAPI, pool: WorkerQueue, folder: Path | None) -> None:
    """Add the routes of the Lab's studies."""
    studies = Studies(folder, pool)

    @app.get("/api/studies", response_model=StudiesReply, responses=_UNREADABLE_RESPONSE)
    async def list_studies(request: Request) -> Response:
        """Return the studies in the folder given with `masume web --studies FOLDER`.

        `state` is ready, running or broken; `left_out` counts files beyond those listed.
        """
        return json_response(await studies.list(request))

    @app.get(
        "/api/studies/{name}/report.html", response_class=Response, responses=_with("text/html")
    )
    async def report(request: Request, name: str) -> Response:
        """Return the report as one page, as `masume study report` writes it."""
        report = await studies.report(request, name)
        return Response(report.page, media_type="text/html", headers=_REPORT_HEADERS)

    @app.get(
        "/api/studies/{name}/rows.{form}",
        response_class=Response,
        responses=_with("text/csv", _FORMS["parquet"]),
    )
    async def rows(request: Request, name: str, form: Literal["csv", "parquet"]) -> Response:
        """Every run with its result, as CSV or Parquet; as `masume study export` writes it."""
        handle, size = await studies.rows(request, name, form)
        headers = _attachment(f"{name}.{form}") | {"Content-Length": str(size)}
        return StreamingResponse(_chunks(handle), media_type=_FORMS[form], headers=headers)


def _with(*kinds: str) -> Responses:
    return {200: {"content": {kind: {} for kind in kinds}}, **_ERROR_RESPONSES}


def _attachment(name: str) -> dict[str, str]:
    return {"Content-Disposition": f"attachment; filename*=utf-8''{quote(name)}"}


def _chunks(handle: BinaryIO) -> Iterator[bytes]:
    with handle:
        while chunk := handle.read(_CHUNK):
            yield chunk
