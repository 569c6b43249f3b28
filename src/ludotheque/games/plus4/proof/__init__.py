"""Checks what `solving` has stored by the plain rules, with none of its code."""
