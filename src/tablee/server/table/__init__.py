"""A table: a match with chairs, prompts, clocks and chat. Pure: no clock, no database, no network."""
