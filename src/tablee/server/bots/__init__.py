"""Worker processes for the bots of the house."""
