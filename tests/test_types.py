"""How much of the source has no types: a number that only falls."""

import re
from pathlib import Path

import masume

MOST = 33


def test_ever_fewer_values_are_of_any_type():
    """Whoever takes some out lowers MOST to what is left; nobody raises it."""
    sources = Path(masume.__file__).parent.rglob("*.py")
    texts = {path: path.read_text(encoding="utf-8") for path in sources}
    found = sum(len(re.findall(r"\bAny\b", text)) for text in texts.values())
    assert found <= MOST, f"{found} times Any, {MOST} at most: say what it is instead"
