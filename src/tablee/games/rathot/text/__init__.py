"""Rat Hot in words: the texts, the table drawn for a terminal, and typed lines."""

from tablee.games.rathot.text.words import RatHotWords as RatHotWords
