"""The rules of La Courte Paille, in the order of rules.md."""

from tablee.games.courtepaille.rules.earlier import CourtePailleOne as CourtePailleOne
from tablee.games.courtepaille.rules.game import CourtePaille as CourtePaille
