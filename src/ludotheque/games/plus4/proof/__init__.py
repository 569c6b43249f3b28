"""What is solved, checked a second time by the plain rules; nothing of `solving` is imported."""
