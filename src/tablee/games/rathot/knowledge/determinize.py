"""From a view back to a state."""

from tablee.games.rathot.knowledge.grid import grid
from tablee.games.rathot.knowledge.placement import first_turn, lay
from tablee.games.rathot.knowledge.view import RatHotView
from tablee.games.rathot.pieces import cards_of
from tablee.games.rathot.state import RatHotState


def determinize(view: RatHotView) -> RatHotState:
    """The one state that fits the view, rebuilt by laying the cards again in their order."""
    squares = grid(view.table_size)
    state = first_turn(squares, cards_of(view.deck))
    for place in view.laid:
        lay(state, squares, place, False)
    state.turn = view.turn
    state.to_draw = view.to_draw
    state.pile = sum(1 << card for card in view.pile)
    state.hand = view.hand
    state.aside = view.aside
    state.scores = list(view.scores)
    state.ending = view.ending
    return state
