"""The former place of `masume.families.shading.logic`, for the one module that still asks here."""

from masume.families.shading.logic import Colours

__all__ = ["Colours"]
