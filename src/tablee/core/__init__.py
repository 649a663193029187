"""The kernel of the engines: games, matches, records, texts. It knows no particular game."""
