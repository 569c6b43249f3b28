"""Tables: events, commands and views, without network or database; shared by site and pocket."""
