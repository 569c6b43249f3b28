"""Push messages to guests who are away: subscriptions, texts and sending."""
