"""La Courte Paille in words: shown, typed and drawn for a terminal."""

from tablee.games.courtepaille.text.words import CourtePailleWords as CourtePailleWords
