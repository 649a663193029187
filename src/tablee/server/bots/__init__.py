"""The processes in which the bots of the house choose."""
