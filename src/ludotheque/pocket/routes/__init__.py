"""The pages of this house, and what they ask: the paths are those of a site."""
