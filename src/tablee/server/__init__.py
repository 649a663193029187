"""The house: tables over the network. It loses nothing and tells no secrets."""
