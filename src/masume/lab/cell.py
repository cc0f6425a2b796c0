"""The former place of guarded calls, for the one module that still asks here (lab/run.py)."""

from masume.work.limited import Answer
from masume.work.threads import GuardedCall as Request

__all__ = ["Answer", "Request"]
