"""Between the processes of a house: requests and sockets are passed on to the home of their table."""
