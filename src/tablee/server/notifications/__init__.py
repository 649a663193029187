"""Notifications: what is said, when it may be said, and the two ways it takes, web push and e-mail."""
