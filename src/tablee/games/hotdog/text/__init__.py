"""Hot-Dog in words, and words as bids."""

from tablee.games.hotdog.text.words import HotDogWords as HotDogWords
