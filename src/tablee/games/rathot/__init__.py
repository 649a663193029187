"""Rat Hot, by Michael Schacht (Queen Games, 2005)."""
