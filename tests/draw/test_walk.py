"""Walks as documents: every step has its text, every chapter its picture."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from support import EXAMPLES, EXPLAINED

import masume
from masume.api.exact import vocabulary_of
from masume.core.drawing.scene import FAULT, MARKED, Rect
from masume.core.puzzle.words import NO_WORDS, NOTHING, BoardWords, Words
from masume.draw.overlay import ARM_COUNT, BARRIER, PART
from masume.draw.steps import step_scene
from masume.draw.themes import THEMES
from masume.draw.walk import FORMS, Story, chapters, document, verdict
from masume.families.shading.position import Shading
from masume.logic.chains import find_chain
from masume.logic.examples import examples
from masume.logic.explainer import Explainer
from masume.logic.step import Step
from masume.logic.step_picture import StepPicture, stage_pictures, steps_picture
from masume.logic.walks import grade_walk

SMALL = [b for b in EXAMPLES if b.kind.logic and b.puzzle.rows * b.puzzle.cols <= 64]
BOARDS = [board for kind in EXPLAINED for board in [b for b in SMALL if b.kind is kind][::6]]
DATA = Path(__file__).parents[1] / "data"
VOID = {"meta", "br", "hr", "img", "link"}


def story_of(puzzle, name="", position=None):
    walk = masume.explain(puzzle, position)
    known = frozenset(walk.explainer.known)
    grade = grade_walk(walk)
    end = verdict(grade.level, walk.taken, walk.finished, walk.reason)
    vocabulary, kind = walk.explainer.vocabulary, masume.kind_of(puzzle)
    return Story(kind, puzzle, vocabulary, name, walk.taken, known, end)


@pytest.fixture(scope="module", params=BOARDS, ids=lambda board: board.name)
def story(request):
    return story_of(request.param.puzzle, request.param.name)


@pytest.fixture(scope="module")
def text(story):
    return document(story, "html")


class Page(HTMLParser):
    """What a page consists of; fails if a tag is not closed as it was opened."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.texts, self.starts = [], [], {}, []
        self.ids, self.links = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "section" and "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"].removeprefix("#"))
        if tag == "ol":
            self.starts.append(int(dict(attrs)["start"]))
        if tag in ("li", "h1", "h2", "title"):
            self.texts.setdefault(tag, []).append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] in ("li", "h1", "h2", "title"):
            self.texts[self.open[-1]][-1] += data


def test_chapters_hold_all_steps_in_order(story):
    result = list(chapters(story))
    assert [step for chapter in result for step in chapter.steps] == list(story.steps)
    number, known = 1, set(story.known)
    for chapter in result:
        assert chapter.number == number
        number += len(chapter.steps)
        assert len({step.technique for step in chapter.steps}) == 1
        assert len(chapter.steps) == 1 or not chapter.steps[0].level
        literals = [literal for step in chapter.steps for literal in step.literals]
        shown = chapter.picture
        assert shown.before == story.vocabulary.position_of(sorted(known, key=abs))
        known.update(literals)
        assert shown.after == story.vocabulary.position_of(sorted(known, key=abs))
        about = {cell for literal in literals for cell in story.vocabulary.cells(abs(literal))}
        assert set(shown.cells) == about and not about & set(shown.grounds)
    if result and masume.solve(story.puzzle).unique:
        assert masume.check(story.puzzle, result[-1].picture.after) == []


@pytest.mark.long
def test_a_page_has_a_picture_for_each_chapter_and_one_before(story, text):
    page = Page(text)
    result = list(chapters(story))
    used = set(page.ids)
    stages = sum(len(chapter.stages) for chapter in result)
    pictures = 1 + len(result) + stages + len(used)
    assert page.tags.count("figure") == page.tags.count("svg") == pictures
    assert set(page.links) == used  # those of techniques
    assert page.texts.get("li", []) == [step.text for step in story.steps]
    assert page.starts == [chapter.number for chapter in result]
    headings = len(page.texts.get("h2", []))
    assert page.tags.count("section") == headings - bool(used) == len(result) + len(used)
    assert page.texts["h1"] == page.texts["title"][:1]  # the pictures have titles, too
    assert story.kind.title in page.texts["h1"][0] and story.name in page.texts["h1"][0]


def test_shapes_of_a_page_are_written_out_once(story, text):
    names = re.findall(r'id="(s\d+)"', text)
    assert len(set(names)) == len(names) and set(re.findall(r'href="#(s\d+)"', text)) <= set(names)
    if len(story.steps) > 5:
        assert text.count("<use") > len(story.steps)


def test_what_is_new_is_fainter_and_what_would_be_cut_off_is_shaded():
    (board,) = (board for board in masume.load_all(DATA / "hashi.txt") if board.name == "tatham-23")
    result = list(chapters(story_of(board.puzzle)))
    roles = [
        {item.role for item in step_scene(board.puzzle, each.picture).items} for each in result
    ]
    assert all(MARKED in some and any(role.is_new for role in some) for some in roles)
    shaded = [PART in some for some in roles]
    assert shaded == [any(step.part for step in each.steps) for each in result] and any(shaded)


def test_letters_and_discs_that_only_look_different_stay_as_they_were():
    puzzle = masume.load("hitori/first")
    before, after = Shading(), Shading(black=frozenset({0}))
    scene = step_scene(puzzle, StepPicture("", before, after, cells=(0,)))
    new = [type(item) for item in scene.items if item.role.is_new]
    assert new == [Rect]


def drawn(puzzle, shown, role):
    return [item for item in step_scene(puzzle, shown).items if item.role == role]


def test_a_wall_is_a_line_through_its_cells_and_shades_what_it_shuts_off():
    puzzle = masume.load("kuromasu\n. . . .\n. . . .\n. . . 9\n. . . .")
    blank = masume.kind_of(puzzle).start(puzzle)
    ring, corner = (1, 6, 9, 4), (2, 7)
    (line,) = drawn(puzzle, StepPicture("", blank, blank, walls=(ring,)), BARRIER)
    assert line.closed and line.points == ((1.5, 0.5), (2.5, 1.5), (1.5, 2.5), (0.5, 1.5))
    (line,) = drawn(puzzle, StepPicture("", blank, blank, walls=(corner,)), BARRIER)
    assert not line.closed and line.points == ((2.5, 0.0), (2.5, 0.5), (3.5, 1.5), (4.0, 1.5))
    # The ring shuts off the corner, too.
    step = Step(
        "", "", 0, (-2,), (7, 10, 5), (), NOTHING, walls=(ring,), words=BoardWords(NO_WORDS, puzzle)
    )
    assert steps_picture(vocabulary_of(puzzle), (7, 10, 5), [step]).part == (0, 5)
    step = replace(step, literals=(-3,), given=(8,), walls=(corner,))
    assert steps_picture(vocabulary_of(puzzle), (8,), [step]).part == (3,)


def test_an_argument_has_a_picture_for_each_sentence_on_the_board_as_it_would_be():
    walk = Explainer(masume.load("hitori\n1 2 1\n2 3 3\n3 1 2"))
    result = next(chain for lit in sorted(walk.goal, key=abs) if (chain := find_chain(walk, -lit)))
    step = Step("", "", 4, (-result.supposed,), (), (), NOTHING, stages=result.stages(walk))
    pictures = stage_pictures(walk.vocabulary, (), step)
    assert [picture.text for picture in pictures] == [stage.text for stage in step.stages]
    supposed = next(n for n, picture in enumerate(pictures) if picture.text.startswith("Suppose"))
    marks = [set(walk.vocabulary.literals(picture.after)) for picture in pictures]
    assert all(result.supposed in some for some in marks[supposed:])
    assert all(earlier <= later for earlier, later in pairwise(marks))
    assert {picture.before for picture in pictures} == {pictures[0].before}
    assert pictures[-1].broken and drawn(walk.puzzle, pictures[-1], FAULT)
    advice = step.stages[-2].number
    assert [number for number, _ in pictures[-1].order][-1:] == [advice] * bool(advice)


@pytest.mark.parametrize("form", ["md", "txt"])
def test_a_text_tells_every_step(story, form):
    text = document(story, form)
    assert text.endswith("\n") and not text.endswith("\n\n\n")
    lines = text.splitlines()
    for number, step in enumerate(story.steps, start=1):
        tag = f"[{step.technique}] " if form == "txt" else ""
        first, *more = step.text.splitlines()
        at = lines.index(f"{number}. {tag}{first}")
        assert lines[at + 1 : at + 1 + len(more)] == [f"   {line}" for line in more]
    assert story.verdict in lines and story.name in lines[0]
    if form == "md":
        assert text.count("```text") == len(list(chapters(story))) + 1
        assert text.count("```") == 2 * text.count("```text")
        for step in story.steps:
            assert any(line.startswith(f"| {step.technique} |") for line in lines)


def test_an_argument_is_drawn_with_what_it_supposes():
    """The cell in question has its supposed colour, and numbered cells are not blank."""
    (example,) = examples(masume.kinds()["kuromasu"], {"numbers-in-a-chain"})
    shown = example.picture
    assert set(shown.cells) <= shown.supposed.black & shown.after.white
    numbered = {cell for _, cell in shown.order}
    assert numbered and numbered <= shown.supposed.cells - shown.after.cells


def test_what_a_number_sees_is_drawn_with_counts():
    (example,) = examples(masume.kinds()["kuromasu"], {"number-must-reach"})
    assert [arm.text for arm in example.picture.arms] == ["1", "1", "+1"]
    scene = step_scene(example.puzzle, example.picture)
    drawn = {item.text for item in scene.items if item.role == ARM_COUNT}
    assert drawn == {"1", "+1"}


def test_sections_carry_what_the_stepper_shows(story, text):
    steps = re.findall(r'<section class="step" .*? data-level="(\d)" data-available="(\d+)"', text)
    found = list(chapters(story))
    assert [int(level) for level, _ in steps] == [c.steps[0].level for c in found]
    assert all(int(available) >= 1 for _, available in steps)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_it(theme):
    story = story_of(masume.load("hitori/first"))
    result = Page(document(replace(story, steps=story.steps[:2]), "html", theme))
    assert result.tags.count("figure") >= 3


def said(puzzle, text):
    """Words that write this text for every phrase."""
    words = Words({})
    words.text = lambda board, phrase: text
    return BoardWords(words, puzzle)


def test_what_someone_has_called_a_board_is_no_markup():
    odd = '<script>alert("1")</script> & <b>'
    story = story_of(masume.load("hitori/first"), odd)
    story = replace(story, verdict="1 < 2 & 3 > 2")
    step = replace(
        story.steps[0], title="a < b", folded=(), words=said(story.puzzle, "<i>so & so</i>")
    )
    story = replace(story, steps=[step, *story.steps[1:]])
    text = document(story, "html")
    page = Page(text)
    assert "script" not in page.tags and "b" not in page.tags and "i" not in page.tags
    assert odd in page.texts["h1"][0] and odd in page.texts["title"][0]
    assert page.texts["li"][0] == "<i>so & so</i>"
    assert "1 &lt; 2 &amp; 3 &gt; 2" in text


@pytest.mark.parametrize("form", FORMS)
def test_a_story_without_steps_is_the_board_alone(form):
    """A board without a solution, and one that is finished already."""
    hopeless = story_of(masume.load("hitori\n1 1 1 1"))
    assert not hopeless.steps and "there is no solution" in hopeless.verdict
    puzzle = masume.load("hitori/first")
    answer = masume.forced(puzzle).position
    done = story_of(puzzle, position=answer)
    assert not done.steps and done.verdict == "easy: 0 steps."
    for story in (hopeless, done):
        text = document(story, form)
        assert story.verdict in text
        if form == "html":
            assert Page(text).tags.count("figure") == 1
        else:
            assert "technique" not in text


def test_a_story_goes_on_from_marks():
    puzzle = masume.load("hitori/first")
    advice = masume.hint(puzzle)
    story = story_of(puzzle, position=advice.after)
    assert story.known
    lines = document(story, "txt").splitlines()
    picture = masume.picture(puzzle, advice.after).splitlines()
    assert [line.rstrip() for line in lines[1 : 1 + len(picture)]] == [
        line.rstrip() for line in picture
    ]


def test_verdicts():
    walk = list(masume.explain(masume.load("hitori/first")))
    assert verdict("", [], False, "there is no solution").startswith("Not finished after 0 steps")
    assert verdict("", walk[:1], True, "the board has several solutions").startswith("1 step; ")
    text = verdict("easy", walk, True, "")
    assert text.startswith(f"easy: {len(walk)} steps") and "\n" not in text
