"""Who knows what.

What everybody can tell about hidden cards (public.py), what one seat knows (view.py), and the states that a view leaves
possible (determinize.py, sampler.py).
"""

from tablee.games.courtepaille.knowledge.determinize import determinize as determinize
from tablee.games.courtepaille.knowledge.view import CourtePailleView as CourtePailleView
from tablee.games.courtepaille.knowledge.view import revealed as revealed
from tablee.games.courtepaille.knowledge.view import view as view
