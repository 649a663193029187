"""Players that are programs. They see a view, never a state."""
