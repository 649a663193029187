"""La Courte Paille in the browser."""

import json
import re
from functools import partial
from random import Random

from tests.web.devices import Device, Devices
from tests.web.games.courtepaille.moves import play
from tests.web.moves import ASKED, play_on
from tests.web.test_secrets import everything, two_people

CARD = re.compile(r"(?:boy|captain|coco|cook|lookout|sailor|teller)-\d")
"""A card: there is one of each."""


def are_told(cards: set[str], visitor: Device) -> bool:
    told = json.dumps([(message["view"], message.get("events")) for message in visitor.told])
    return cards <= set(CARD.findall(told))


def test_no_card_is_in_the_page_that_the_seat_was_not_told(devices: Devices) -> None:
    ada, bo = two_people(devices, "courtepaille")
    seen = 0
    for turn in range(12):
        for visitor in (ada, bo):
            page = visitor.page
            page.locator("[data-state]").wait_for()
            shown = set(CARD.findall(everything(page)))
            visitor.until(partial(are_told, shown, visitor))
            seen += len(shown)
            if page.locator(ASKED).count():
                play_on(page, play, Random(turn), choices=1)
    assert seen
