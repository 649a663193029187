"""The house: the tables in memory, the one way to change them, and what calls bots and watches clocks."""
