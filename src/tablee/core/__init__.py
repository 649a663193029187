"""The vocabulary of the engines. It knows no game."""
