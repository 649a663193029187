"""The book of the house: what ended matches say about players, and how strong that makes them. Pure: the store reads
and writes the rows."""
