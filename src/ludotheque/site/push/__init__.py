"""Messages to people who are not looking: who has asked for which, what is said, and sending it."""
