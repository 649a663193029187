"""The lesson of a game, as the learner sees it: pictures and tips, and what to choose. No table is needed."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tablee.core.game import Event
from tablee.core.lesson import Lesson, Played, ScriptedStep
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import CHANCE
from tablee.core.texts import Lang
from tablee.server.http.replays import StepEvent
from tablee.server.table.narrator import Narrator


class LessonMoment(msgspec.Struct):
    """What happened at once, and what the learner knows then."""

    events: tuple[StepEvent, ...]
    view: dict[str, Any]
    words: tuple[str, ...]
    """The view, line by line."""
    actors: tuple[int, ...]


class LessonPrompt(msgspec.Struct, omit_defaults=True):
    """What the learner may choose from, as at a table."""

    choices: dict[str, Any]
    words: tuple[str, ...] | None = None
    """Where the choices are a list: each of them in words."""


class LessonStep(msgspec.Struct, omit_defaults=True):
    """What happens, then a tip, and what the learner does."""

    key: str
    """The name of the tip, by which a table finds what it points at."""
    tip: str
    moments: tuple[LessonMoment, ...]
    """At least one: the first of the lesson is how it begins."""
    prompt: LessonPrompt | None = None
    """What the learner could choose from; nothing where there is nothing to choose."""
    action: dict[str, Any] | None = None
    """What the learner is to choose; nothing: the lesson goes on after the tip."""
    shown: bool = False
    """Whether it is shown from the start what to choose."""


class LessonInfo(msgspec.Struct):
    """The lesson of a game, in the reader's language."""

    game: str
    seat: int
    names: tuple[str, ...]
    steps: tuple[LessonStep, ...]


def lesson_told(lesson: Lesson, lang: Lang, learner: str = "") -> LessonInfo:
    """The whole lesson, played from its start; `learner`: what the learner is called."""
    players = [Player(learner if learner and seat == lesson.seat else name) for seat, name in enumerate(lesson.names)]
    narrator = Narrator(lesson.game, players, lang, lesson.seat)
    course = _Course(lesson, narrator)
    steps = tuple(course.step(step) for step in lesson.steps)
    return LessonInfo(lesson.game.name, lesson.seat, narrator.names, steps)


class _Course:
    """Plays a lesson and tells of it."""

    def __init__(self, lesson: Lesson, narrator: Narrator) -> None:
        self._seat = lesson.seat
        self._match = Match(lesson.game)
        self._narrator = narrator
        self._say = lesson.game.words.texts(narrator.lang)
        self._chosen: tuple[Played, ...] = ()

    def step(self, step: ScriptedStep) -> LessonStep:
        """What is played before a tip, and the tip."""
        moments = [self._moment(events) for events in self._played((*self._chosen, *step.played))]
        moments = moments[-1:] if step.skips else moments or [self._moment(())]
        action = None if step.choice is None else self._match.game.plain(step.choice)
        self._chosen = () if step.choice is None else ((self._seat, step.choice),)
        tip = self._say(f"lesson.{step.tip}")
        return LessonStep(step.tip, tip, tuple(moments), self._prompt(), action, step.shown)

    def _played(self, played: Iterable[Played]) -> Iterable[list[Event]]:
        """Plays on, and gives what happened: by a choice, and all that was drawn after it."""
        happened: list[Event] | None = None
        for seat, action in played:
            if happened is not None and seat != CHANCE:
                yield happened
                happened = None
            happened = [*(happened or ()), *self._match.play(seat, action)]
        if happened is not None:
            yield happened

    def _moment(self, events: Iterable[Event]) -> LessonMoment:
        match, game = self._match, self._match.game
        seen = [event for event in (event.seen_by(self._seat) for event in events) if event is not None]
        view = match.view(self._seat)
        return LessonMoment(
            tuple(StepEvent(game.plain(event), self._narrator.event(event)) for event in seen),
            game.plain(view),
            self._narrator.view(view),
            match.actors(),
        )

    def _prompt(self) -> LessonPrompt | None:
        game, match = self._match.game, self._match
        if self._seat not in match.actors() or len(match.legal(self._seat)) < 2:
            return None
        choices, words = match.choices(self._seat), None
        if choices["kind"] == "list":
            words = tuple(self._narrator.action(game.action(plain)) for plain in choices["actions"])
        return LessonPrompt(choices, words)
