"""Bots against each other: matches, ratings, a file of results, a chart."""
