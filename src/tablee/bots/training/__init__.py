"""Small networks that bots learn by playing against themselves."""
