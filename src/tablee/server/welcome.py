"""The page at the door: that the house is open, and what is played in it."""

from html import escape

from litestar import MediaType, get

from tablee.core.registry import GAMES
from tablee.core.texts import catalogue
from tablee.server.asking import GivenLang

_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablée</title>
<h1>Tablée</h1>
<p>{open}</p>
<dl>
{games}
</dl>
<p><a href="/api/docs">{programs}</a></p>
</html>
"""


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def welcome(lang: GivenLang) -> str:
    say = catalogue("tablee.server", lang)
    texts = [kind.words.texts(lang) for kind in GAMES.values()]
    games = "\n".join(f"<dt>{escape(text('title'))}</dt><dd>{escape(text('tagline'))}</dd>" for text in texts)
    return _PAGE.format(
        lang=lang, open=escape(say("welcome.open")), games=games, programs=escape(say("welcome.programs"))
    )
