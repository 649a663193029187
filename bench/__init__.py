"""Speed, measured side by side in one run. `make bench` prints it; nothing here is a test."""
