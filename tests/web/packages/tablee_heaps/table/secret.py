"""Not a part of the table: the house serves nothing but what a browser needs."""
