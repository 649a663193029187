"""Running a house: logs, metrics, shutdown, maintenance."""
