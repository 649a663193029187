"""The house: the server that people and programs play on."""
