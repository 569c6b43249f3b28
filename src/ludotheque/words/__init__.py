"""Words: a lexicon for each language, compiled from a free dictionary, versioned and hashed."""

from ludotheque.words.folding import fold
from ludotheque.words.house import HouseWords
from ludotheque.words.lexicon import Lexicon, lexicon

__all__ = ["HouseWords", "Lexicon", "fold", "lexicon"]
