"""What all sockets of the site have in common."""
