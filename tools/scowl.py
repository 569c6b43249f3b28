"""Reads SCOWL, the English lists by kind of word and by how many dictionaries have them.

`/usr/share/dict/scowl` (Debian's package scowl) has files such as `british-words.60`. The kind
*abbreviations* has those that are no normal words besides; *upper* and *proper-names* have what
begins with a capital. Up to 70 a word is in most dictionaries, up to 80 in those of word games.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path("/usr/share/dict/scowl")
# British and American, with the spellings that are as good (variant_1) or accepted (variant_2).
SPELLINGS = ("english", "american", "british", "british_z", "variant_1", "variant_2",
             "british_variant_1", "british_variant_2")  # fmt: skip


def scowl(*kinds: str, most: int) -> set[str]:
    """Returns the words of these kinds up to a size, without possessives of nouns."""
    found: set[str] = set()
    for kind in kinds:
        for spelling in SPELLINGS:
            for file in sorted(FOLDER.glob(f"{spelling}-{kind}.*")):
                if int(file.suffix[1:]) <= most:
                    found.update(_words_of(file, possessives=kind == "contractions"))
    return found


def hackers_words() -> set[str]:
    """Returns the words of people who work with computers."""
    return set(_words_of(FOLDER / "special-hacker.50", possessives=False))


def _words_of(file: Path, *, possessives: bool) -> list[str]:
    words = file.read_text("utf-8").split()
    return [word for word in words if possessives or not word.endswith(("'s", "s'"))]
