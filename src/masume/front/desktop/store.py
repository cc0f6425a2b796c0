"""Persistent data of the desktop app: unfinished games, saved games and settings.

All files are in one folder and are written atomically.
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
from masume.core.system.files import write_atomically
from masume.errors import MasumeError
from masume.formats.plain import Board, write_board
from masume.play.session import Session, load_session

_SETTINGS, _GAMES, _UNFINISHED = "settings.json", "games", "under-way"
_MOST_UNFINISHED = 50  # older games are deleted


def data_folder() -> Path:
    """Return the platform's folder for application data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "masume"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "masume"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "masume"


class GameStore:
    """The data folder of the desktop app."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / "desktop"
        self._settings: dict[str, object] | None = None

    # Unfinished games: one per board

    def autosave(self, session: Session) -> str:
        """Save a game to continue it later; return the error message, or ""."""
        fault = self._write_game(session, self._path(_UNFINISHED, session.puzzle))
        if not fault:
            for path in self._paths(_UNFINISHED)[_MOST_UNFINISHED:]:
                _remove(path)
        return fault

    def last_game(self) -> Session | None:
        """Return the most recent unfinished game, or None."""
        paths = self._paths(_UNFINISHED)
        return next((session for path in paths if (session := _read_game(path)) is not None), None)

    def unfinished(self, puzzle: Puzzle) -> Session | None:
        """Return the unfinished game of a board, or None."""
        return _read_game(self._path(_UNFINISHED, puzzle))

    def discard(self, session: Session) -> None:
        """Delete the unfinished game of a board."""
        _remove(self._path(_UNFINISHED, session.puzzle))

    # Saved games: one per board

    def save(self, session: Session) -> str:
        """Save a game; return the error message, or ""."""
        return self._write_game(session, self._path(_GAMES, session.puzzle))

    def saved(self, session: Session) -> Session | None:
        """Return the saved game of the same board, or None."""
        return _read_game(self._path(_GAMES, session.puzzle))

    def games(self) -> list[Session]:
        """Return all readable saved games, the latest first."""
        return [
            session for path in self._paths(_GAMES) if (session := _read_game(path)) is not None
        ]

    def _paths(self, folder: str) -> list[Path]:
        """Return the files of a folder, the latest first."""
        try:
            paths = (self.folder / folder).glob("*.json")
            return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)
        except OSError:
            return []

    def _path(self, folder: str, puzzle: Puzzle) -> Path:
        text = write_board(Board(kind_of(puzzle), puzzle))
        return self.folder / folder / f"{sha256(text.encode()).hexdigest()[:20]}.json"

    def _write_game(self, session: Session, path: Path) -> str:
        """Write a game to `path`, creating its folder; return the error message, or ""."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            session.save(path)
        except OSError as fault:
            return f"{path}: {(fault.strerror or str(fault)).lower()}"
        return ""

    # Settings

    def get_setting(self, name: str, default: object) -> object:
        """Return a stored setting."""
        if self._settings is None:
            try:
                settings = json.loads((self.folder / _SETTINGS).read_text(encoding="utf-8"))
            except (OSError, ValueError):
                settings = {}
            self._settings = settings if isinstance(settings, dict) else {}
        return self._settings.get(name, default)

    def set_setting(self, name: str, value: str) -> None:
        """Store a setting; ignore errors."""
        self.get_setting(name, None)
        assert self._settings is not None
        self._settings[name] = value
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self.folder / _SETTINGS, json.dumps(self._settings))


def _read_game(path: Path) -> Session | None:
    """Return the saved game of a file, or None if it is missing or unreadable."""
    if not path.exists():
        return None
    try:
        session = load_session(path)
    except MasumeError:
        return None
    session.pause()
    return session


def _remove(path: Path) -> None:
    with suppress(OSError):  # harmless: the game is offered again
        path.unlink(missing_ok=True)
