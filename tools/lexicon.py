"""Makes the lexicons that ship with the package.

    python -m tools.lexicon            # needs hunspell-fr-comprehensive, hunspell-en-us, wordfreq

French: Grammalecte's dictionary (Debian's hunspell-fr-comprehensive, MPL-2.0). English: SCOWL's
(Debian's hunspell-en-us). Frequencies: the package wordfreq, used here only. Proper nouns, single
letters, units, symbols and abbreviations are left out; what is left is folded.
"""

from __future__ import annotations

import lzma
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ludotheque.words.folding import fold
from ludotheque.words.lexicon import Lexicon
from tools.hunspell import Affixes, Entry, expand, read_affixes, read_entries

SOURCE = Path("/usr/share/hunspell")
DATA = Path(__file__).parent.parent / "src" / "ludotheque" / "words" / "data"
FILES = {"fr": ("fr", "hunspell-fr-comprehensive"), "en": ("en_US", "hunspell-en-us")}
NO_WORDS = ("po:npr", "po:prn", "po:patr", "po:sign", "po:ponc", "po:div", "po:sfx", "po:pfx")
# English lists many abbreviations of two letters; these are words.
TWO = """ad ah am an as at aw ax be by do eh em en ex go ha he hi ho id if in is it lo ma me mi my
no of oh on or ow ox pa pi re so to uh um up us we ye yo"""


def forms(lang: str) -> set[str]:
    """Every form of the dictionary that is a word, as it is spelt."""
    name, _ = FILES[lang]
    affixes = read_affixes(SOURCE / f"{name}.aff")
    found: set[str] = set()
    for entry in read_entries(SOURCE / f"{name}.dic", affixes):
        if _is_word(entry, affixes, lang):
            found.update(expand(entry, affixes))
    return {form for form in found if _is_spelt(form)}


def _is_word(entry: Entry, affixes: Affixes, lang: str) -> bool:
    """No proper noun, no unit or symbol, no piece of a compound."""
    special = {affixes.special.get(name) for name in ("KEEPCASE", "ONLYINCOMPOUND")}
    if lang == "fr":
        special.add(affixes.special.get("NOSUGGEST"))
    if entry.flags & special or any(note.startswith(NO_WORDS) for note in entry.notes):
        return False
    if lang == "en" and (len(entry.stem) < 3 or not set(entry.stem) & set("aeiouy")):
        return entry.stem in TWO or entry.stem in (
            "shh",
            "hmm",
            "brr",
            "pfft",
            "psst",
            "tsk",
            "nth",
        )
    return True


def _is_spelt(form: str) -> bool:
    folded = fold(form)
    return form == form.lower() and len(folded) > 1 and folded.isascii() and folded.isalpha()


def frequencies(lang: str, spelt: set[str]) -> dict[str, int]:
    """Ten times the Zipf frequency of each folded word: that of its most common spelling.

    The list knows a compound only by its parts, which may be far more common than the whole: it is
    taken to be a thousand times rarer than they are.
    """
    from wordfreq import tokenize, zipf_frequency  # noqa: PLC0415

    best: dict[str, int] = {}
    for form in spelt:
        folded = fold(form)
        known = zipf_frequency(form, lang) - (3 if len(tokenize(form, lang)) > 1 else 0)
        best[folded] = max(best.get(folded, 0), round(10 * known))
    return best


def main() -> None:
    """Writes both lexicons with where they come from."""
    DATA.mkdir(parents=True, exist_ok=True)
    lines = list(_provenance())
    DATA.joinpath("sources.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _provenance() -> Iterator[str]:
    for lang, (_, package) in FILES.items():
        spelt = forms(lang)
        common = frequencies(lang, spelt)
        words = sorted(common)
        _write(f"{lang}.words.xz", "\n".join(words).encode("ascii"))
        _write(f"{lang}.common.xz", bytes(common[word] for word in words))
        version = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", package],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        yield f"[{lang}]"
        yield f'package = "{package}"'
        yield f'version = "{version}"'
        yield f"words = {len(words)}"
        yield f'hash = "{Lexicon(lang, words).hash}"'
        print(lang, len(spelt), len(words))


def _write(name: str, data: bytes) -> None:
    DATA.joinpath(name).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
