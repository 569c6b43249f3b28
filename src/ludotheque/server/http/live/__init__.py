"""What sockets have in common, and the smaller ones."""
