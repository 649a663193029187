"""What notifications say, in the language of whoever gets them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablee.core.registry import GAMES
from tablee.core.texts import Lang, catalogue
from tablee.server.store.notification_choices import Kind


@dataclass(frozen=True)
class News:
    """One thing that somebody is told. It holds nothing that a spectator of the table would not know."""

    kind: Kind
    path: str
    """The page of the house where it goes on."""
    game: str | None = None
    names: Sequence[str] = ()
    """The others at the table."""
    by: str = ""
    """Who asks."""
    details: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True)
class MessageText:
    title: str
    body: str
    path: str


def words_for(news: Sequence[News], lang: Lang) -> MessageText:
    """One message for all of it: the thing itself, or a digest of several."""
    said = [_one(each, lang) for each in news]
    if len(said) == 1:
        return said[0]
    say = catalogue("tablee.server", lang)
    lines = [f"{one.title} – {one.body}" if one.body else one.title for one in said]
    paths = {one.path for one in said}
    return MessageText(
        say("notifications.several", count=len(said)), "\n".join(lines), paths.pop() if len(paths) == 1 else "/my"
    )


def _one(news: News, lang: Lang) -> MessageText:
    say = catalogue("tablee.server", lang)
    details = {**news.details, "game": _title(news.game, lang), "by": news.by}
    body = say("notifications.with", names=say.listed(news.names)) if news.names else ""
    if f"notifications.{news.kind}_body" in say:
        body = say(f"notifications.{news.kind}_body")
    return MessageText(say(f"notifications.{news.kind}", **details), body, news.path)


def _title(game: str | None, lang: Lang) -> str:
    if game is None or game not in GAMES:
        return "Tablée"
    say = GAMES[game].words.texts(lang)
    return say("title") if "title" in say else game
