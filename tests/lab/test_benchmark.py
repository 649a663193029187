"""The frozen benchmark and the figures of the cards."""

import pytest
from tests.lab.encoded_games import ENCODED, IN_TURN, every_encoded

import tablee
from tablee.lab.benchmark import MATCHES, level_agent, random_agent, run
from tablee.lab.card import card, random_play


@pytest.mark.parametrize("name", IN_TURN)
def test_a_result_can_be_repeated(name: str) -> None:
    first = run(name, level_agent("plongeur"), [1])
    assert run(name, level_agent("plongeur"), [1]) == first
    assert first.matches == 1
    assert 0 <= first.interval.low <= first.share <= first.interval.high <= 1


def test_an_agent_sees_what_is_legal() -> None:
    seats: set[int] = set()
    choose = random_agent(1)

    def agent(env, observation):  # type: ignore[no-untyped-def]
        seats.add(env.seat)
        return choose(env, observation)

    players = tablee.game(IN_TURN[0]).players
    assert run(IN_TURN[0], agent, range(players)).matches == players
    assert seats == set(range(players))
    assert MATCHES % 2 == 0


@every_encoded
def test_figures_of_random_play_can_be_repeated(name: str) -> None:
    game = tablee.game(name)
    assert card(game).id.startswith(f"tablee/{name}-v")
    played = random_play(game, 2, 5)
    assert random_play(game, 2, 5) == played
    assert random_play(game, 2, 6) != played
    assert played.decisions.count == 2
    assert 0 < played.information_sets <= played.decisions.total == played.legal.count
    assert ENCODED
