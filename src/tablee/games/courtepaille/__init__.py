"""La Courte Paille, by Frédéric Moyersoen (Asmodee / Darwin Project, 2003)."""
