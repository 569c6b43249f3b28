"""People at the site: presence at tables, open tables, invitations and reactions."""
