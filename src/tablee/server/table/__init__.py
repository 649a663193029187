"""A table: a match with chairs, prompts, clocks and chat. Pure: no system time, no database, no network."""
