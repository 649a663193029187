"""Hot-Dog, by Wolfgang Kramer and Richard Ulrich (Amigo, 1996)."""
