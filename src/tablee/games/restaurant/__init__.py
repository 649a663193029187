"""Restaurant, by Roland Siegers (Flying Turtle, 1987)."""
