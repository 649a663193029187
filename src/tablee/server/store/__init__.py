"""The database of the house: one SQLite file, or PostgreSQL."""
