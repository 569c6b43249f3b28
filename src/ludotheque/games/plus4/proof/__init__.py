"""Checks what `solving` has stored, with the plain rules and none of its code."""
