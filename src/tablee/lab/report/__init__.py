"""A report on a game: many matches, figures with their intervals, charts."""
