"""CP-23, CP-24: cards leave the game from the menu, too, and all that lies on the table is shuffled again."""

import pytest
from tests.games.courtepaille.scene import ANNE, Scene, eat, pack, table

from tablee.games.courtepaille.pieces import ALL, CARDS_OF, Character
from tablee.games.courtepaille.rules import CourtePaille


def with_a_new_menu() -> Scene:
    """The last day was turned up, after a new menu was laid (CP-08)."""
    here = table(
        CourtePaille(players=2, advanced=True),
        ["boy-1 cook-9", "boy-2 cook-7"],
        week="cook-1 captain-1",
        face_down="captain-2",
        menu="sailor-1 sailor-2 sailor-3",
    )
    here.choose("boy-1", "boy-2")
    here.take("sailor-1", "sailor-2")
    here.draw("captain-3 captain-4 teller-1 teller-2 coco-1")
    assert here.next == ANNE
    return here


@pytest.mark.rule("CP-08", "CP-23", "CP-24")
@pytest.mark.parametrize("character", ["captain", "boy", "teller", "lookout"])
def test_all_that_lay_on_the_table_is_shuffled_but_what_left_the_game(character: str) -> None:
    here = with_a_new_menu()
    assert here.menu == {"captain-3", "captain-4", "teller-1", "teller-2", "coco-1"}
    here.play(ANNE, eat(character))
    left = CARDS_OF[Character(character)]
    assert here.state.gone == left
    assert here.menu == here.discard == set()
    assert here.week == []
    hands = pack("sailor-1 cook-9 sailor-2 cook-7")
    assert here.state.pile == ALL ^ left ^ hands
    assert here.game.conserved(here.state) == here.game.conserved(here.game.start())
