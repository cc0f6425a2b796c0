"""The scene of a Hitori board: numbers stay readable in black cells."""

from __future__ import annotations

from masume.families.shading.view import scene

__all__ = ["scene"]
