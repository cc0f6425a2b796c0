"""What stays when the window is closed: games left in the middle, saved games, settings.

All of it is in one folder, and every file is written whole or not at all.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from masume.core.plugins.registry import kind_of
from masume.core.puzzle.puzzle import Puzzle
from masume.core.system.files import whole_file, write_whole
from masume.errors import MasumeError
from masume.formats.plain import Board, write_board
from masume.play.session import Session, load_session

_SETTINGS, _GAMES, _UNDER_WAY = "settings.json", "games", "under-way"
_BOARDS = "boards"
_MOST_UNDER_WAY = 50  # games; the oldest are forgotten


def data_folder() -> Path:
    """Where a program keeps such things on this system."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "masume"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "masume"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "masume"


class GameStore:
    """The folder of the desktop game."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / "desktop"
        self._settings: dict[str, object] | None = None

    # Games that were left in the middle: one for each board

    def keep(self, session: Session) -> str:
        """Keep a game so that it can be continued; why it could not be kept, or nothing."""
        fault = self._save(session, self._place(_UNDER_WAY, session.puzzle))
        if not fault:
            for path in self._paths(_UNDER_WAY)[_MOST_UNDER_WAY:]:
                _remove(path)
        return fault

    def last(self) -> Session | None:
        """The game that was played last; None if there is none that can be read."""
        paths = self._paths(_UNDER_WAY)
        return next((session for path in paths if (session := _loaded(path)) is not None), None)

    def under_way(self, puzzle: Puzzle) -> Session | None:
        """The game that was left on a board."""
        return _loaded(self._place(_UNDER_WAY, puzzle))

    def drop(self, session: Session) -> None:
        """The game is over: there is nothing to continue."""
        _remove(self._place(_UNDER_WAY, session.puzzle))

    # Saved games: one for each board

    def save(self, session: Session) -> str:
        """Save a game for later; why it could not be saved, or nothing."""
        return self._save(session, self._place(_GAMES, session.puzzle))

    def saved(self, session: Session) -> Session | None:
        """What was saved for the board of a game."""
        return _loaded(self._place(_GAMES, session.puzzle))

    def games(self) -> list[Session]:
        """All saved games that can be read, the latest first."""
        return [session for path in self._paths(_GAMES) if (session := _loaded(path)) is not None]

    def _paths(self, folder: str) -> list[Path]:
        """The files of a folder, the latest first."""
        try:
            paths = (self.folder / folder).glob("*.json")
            return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
        except OSError:
            return []

    def _place(self, folder: str, puzzle: Puzzle) -> Path:
        text = write_board(Board(kind_of(puzzle), puzzle))
        return self.folder / folder / f"{sha256(text.encode()).hexdigest()[:20]}.json"

    def _save(self, session: Session, path: Path) -> str:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            session.save(path)
        except OSError as fault:
            return f"{path}: {(fault.strerror or str(fault)).lower()}"
        return ""

    # Boards that were taken away

    def export(self, name: str, data: bytes) -> Path:
        """Write a file, and tell where it is."""
        path = self.folder / _BOARDS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as out:
            out.write(data)
        return path

    # Settings

    def remembered(self, name: str, default: object) -> object:
        """A setting of the last time."""
        if self._settings is None:
            try:
                settings = json.loads((self.folder / _SETTINGS).read_text(encoding="utf-8"))
            except (OSError, ValueError):
                settings = {}
            self._settings = settings if isinstance(settings, dict) else {}
        return self._settings.get(name, default)

    def remember(self, name: str, value: str) -> None:
        """Keep a setting for the next time; if that fails, it is asked for again."""
        self.remembered(name, None)
        assert self._settings is not None
        self._settings[name] = value
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(self.folder / _SETTINGS, json.dumps(self._settings))


def _loaded(path: Path) -> Session | None:
    if not path.exists():
        return None
    try:
        session = load_session(path)
    except MasumeError:
        return None
    session.pause()
    return session


def _remove(path: Path) -> None:
    with suppress(OSError):  # it will be offered again, which does no harm
        path.unlink(missing_ok=True)
