"""The tables in memory, the one way to change them, and the scheduler of bots and clocks."""
