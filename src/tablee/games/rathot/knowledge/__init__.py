"""What a seat knows in Rat Hot: everything but the order of the draw pile, which is not decided yet.

A view lists the cards in the order they were laid, and `determinize` lays them again. So how cards lie (grid.py) and
what a card laid changes (placement.py) belong here too; the rules, the texts and the bot use the same.
"""

from tablee.games.rathot.knowledge.determinize import determinize as determinize
from tablee.games.rathot.knowledge.view import RatHotView as RatHotView
from tablee.games.rathot.knowledge.view import SquareView as SquareView
from tablee.games.rathot.knowledge.view import view as view
