"""What the kernel answers for a game that does not say otherwise."""

import pickle
from collections.abc import Mapping
from random import Random

import pytest
from rich.markup import escape
from rich.text import Text
from tests.core.toy import Done, Leave, Mood, Roll, Rolled, Take, Toy, ToyState, ToyView
from tests.toy_auction import ToyAuction

from tablee.core.chance import Random as Rng
from tablee.core.errors import BadData, Refusal
from tablee.core.game import Action
from tablee.core.seat import CHANCE, Seat

ANNE, BERNARD = Seat(0), Seat(1)
GAME = Toy()


def rolled(pips: int) -> ToyState:
    state = GAME.start()
    GAME.apply(state, CHANCE, Roll(pips))
    return state


def test_seats_go_clockwise_from_0() -> None:
    assert Toy(players=4).seats == (0, 1, 2, 3)


def test_an_action_is_legal_if_it_is_listed() -> None:
    state = rolled(3)
    assert GAME.is_legal(state, ANNE, Take())
    assert GAME.refusal(state, ANNE, Leave()) is None
    assert GAME.refusal(state, ANNE, Take(BERNARD)) == Refusal("not_possible")
    assert not GAME.is_legal(state, BERNARD, Take())


def test_choices_are_all_that_is_legal() -> None:
    assert GAME.choices(rolled(3), ANNE) == {
        "kind": "list",
        "actions": [{"type": "take", "friend": None}, {"type": "leave"}],
    }
    assert GAME.choices(rolled(3), BERNARD) == {"kind": "list", "actions": []}


def test_nobody_may_replace_a_choice_unless_the_game_says_so() -> None:
    assert GAME.may_replace(GAME.start()) == ()


def test_chance_owes_nothing_unless_the_game_says_so() -> None:
    game = ToyAuction()
    assert game.odds(game.start()) == {}


def test_nothing_is_counted_unless_the_game_says_so() -> None:
    assert GAME.tally(GAME.start()) == {}


def test_chance_is_drawn_by_its_odds() -> None:
    rng = Random(1)
    fair = {GAME.sample(GAME.start(), rng) for _ in range(200)}
    assert fair == {Roll(pips) for pips in range(1, 7)}
    loaded = Toy(sides=2, loaded=True)
    draws = [loaded.random_action(loaded.start(), CHANCE, rng) for _ in range(3000)]
    assert 1900 < draws.count(Roll(2)) < 2100


def test_a_random_action_is_any_that_is_legal() -> None:
    rng = Random(1)
    assert {GAME.random_action(rolled(1), ANNE, rng) for _ in range(50)} == {Take(), Leave()}


def test_an_event_shows_to_all_unless_it_says_otherwise() -> None:
    for reader in (ANNE, BERNARD, None):
        assert Done((1, 2)).seen_by(reader) == Done((1, 2))
    assert Rolled(ANNE, 3).seen_by(BERNARD) == Rolled(ANNE, None)


def test_states_are_equal_when_all_that_lies_there_is() -> None:
    assert rolled(3) == rolled(3)
    assert rolled(3) != rolled(4)
    assert rolled(3) != "a table"
    assert GAME.start() != ToyAuction().start()
    assert rolled(3).copy() == rolled(3)


def test_a_state_changes_and_so_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(rolled(3))


def test_a_state_shows_what_it_holds() -> None:
    assert repr(rolled(3)) == "ToyState(points=[0, 0], roll=3, turn=0)"


def test_options_as_plain_data() -> None:
    assert Toy(mood=Mood.WILD).options() == {
        "players": 2,
        "sides": 6,
        "loaded": False,
        "marks": [1, 2],
        "mood": "wild",
    }


def test_plain_data_and_back() -> None:
    assert GAME.plain(Roll(3)) == {"type": "roll", "pips": 3}
    assert GAME.action({"type": "roll", "pips": 3}) == Roll(3)
    assert GAME.action({"type": "take"}) == Take()
    assert GAME.action({"type": "take", "friend": 1}) == Take(BERNARD)
    assert GAME.plain(Rolled(ANNE, None)) == {"type": "rolled", "seat": 0, "pips": None}
    assert GAME.event({"type": "rolled", "seat": 0, "pips": None}) == Rolled(ANNE, None)
    view = GAME.view(rolled(3), ANNE)
    assert GAME.plain(view) == {"seat": 0, "turn": 0, "roll": 3, "points": [0, 0], "by_seat": {"0": 0, "1": 0}}
    assert GAME.view_from(GAME.plain(view)) == view
    assert isinstance(GAME.view_from(GAME.plain(view)), ToyView)


def test_an_event_is_not_an_action() -> None:
    with pytest.raises(BadData, match=r"There is no type “done”\. Allowed: roll, take, leave\."):
        GAME.action({"type": "done", "points": [1]})


def test_a_game_is_its_options() -> None:
    assert Toy(sides=8) == Toy(sides=8)
    assert Toy(sides=8) != Toy()
    assert pickle.loads(pickle.dumps(Toy(sides=8))) == Toy(sides=8)  # noqa: S301 - our own bytes


def test_what_a_game_memoises_stays_behind() -> None:
    game = Toy(players=4)
    assert len(game.seats) == 4
    assert "seats" in vars(game)
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own bytes
    assert again == game
    assert "seats" not in vars(again)


def test_words_that_need_no_drawing() -> None:
    words = GAME.words
    view = GAME.view(GAME.start(), None)
    assert words.board(view, ["Anne"], "en") == "\\[0] \\['Anne']"
    assert words.preview(view, Leave(), ["Anne"], "en") == ""
    assert words.texts("fr")("language") == "Français"


def test_names_that_were_escaped_for_a_drawing_are_not_escaped_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = GAME.words
    monkeypatch.setattr(type(words), "view", lambda _words, _view, names, _lang: f"[0] {', '.join(names)}")
    names = ["[bold]", "[Zoé]", "/[red] Bo", "\\[x]"]
    drawn = words.board(GAME.view(GAME.start(), None), [escape(name) for name in names], "en")
    assert Text.from_markup(drawn).plain == f"[0] {', '.join(names)}"


class Unlisted(Toy):
    """Its odds are too many to list."""

    def odds(self, state: ToyState) -> Mapping[Action, int]:
        return {}

    def sample(self, state: ToyState, rng: Rng) -> Action:
        return Roll(rng.randrange(6) + 1)


def test_a_game_that_lists_no_odds_is_drawn_in_its_own_way() -> None:
    assert Unlisted().ticket(Unlisted().start(), Random(1)) == Unlisted().sample(Unlisted().start(), Random(1))
