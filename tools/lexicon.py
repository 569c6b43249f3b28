"""Makes the lexicons that ship with the package.

    python -m tools.lexicon            # needs the packages of PACKAGES, and wordfreq

French: Grammalecte's dictionary (Debian's hunspell-fr-comprehensive, MPL-2.0). English: SCOWL's
(Debian's hunspell-en-us, and wbritish-large for British spellings). Compounds: `tools.compounds`.
Frequencies: the package wordfreq, used only here; a word that is not written in one piece has none.
Proper nouns, single letters, units, symbols and abbreviations are left out; the rest is folded.
"""

from __future__ import annotations

import lzma
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ludotheque.words.folding import fold
from ludotheque.words.lexicon import Lexicon
from tools.compounds import compounds
from tools.hunspell import Affixes, Entry, expand, read_affixes, read_entries

SOURCE = Path("/usr/share/hunspell")
DATA = Path(__file__).parent.parent / "src" / "ludotheque" / "words" / "data"
BRITISH = Path("/usr/share/dict/british-english-large")
FILES = {"fr": "fr", "en": "en_US"}
PACKAGES = {
    "fr": ("hunspell-fr-comprehensive", "dict-freedict-fra-deu"),
    "en": ("hunspell-en-us", "wbritish-large", "wordnet-base"),
}
NO_WORDS = ("po:npr", "po:prn", "po:patr", "po:sign", "po:ponc", "po:div", "po:sfx", "po:pfx")
# The English list has many abbreviations of two letters or without a vowel. Of those stems, only
# these are words.
TWO = frozenset(
    """ad ah am an at aw ax be by do eh em en ex go ha he hi ho id if in it lo ma me mi
my no of oh on or ow ox pa pi re so to uh um up we ye yo shh hmm brr pfft psst tsk""".split()
)
# Of the forms that it derives from single letters, only these are words.
FROM_ONE = frozenset(
    """as is us her hers hens dens pens wens wings dings pings led lest per coned
cones defer proms rems uni unis nth""".split()
)
ABBREVIATIONS = {
    "en": frozenset("""abl abr acc adj adv agr alg alk amt amu arb arr att aud avg avn bal cen cir
cit civ cyl deg dep der dir div doz dpi emf enc enl exc exr fac fec fem fol fut fwy gaz gov hwy ign
inc ind int isl liq loq obb obj opp ord org qto qty rel rte sci seq sym syn tel typ uhf ult usu val
var viz vol awol bdrm bldg blvd chapt conc conf conj contr coth csch decd dept desc distr fath fourb
ftps goey hdqrs insp intr lept lgth lith mfrs oped pred prev proc pron prox pwns rcpt recd rept resp
shpt shtg ster stree tbsp tnpk univ wkly""".split()),
    "fr": frozenset("cf ln pt pts vs".split()),
}  # fmt: skip
# Rare words, but in running text nearly always *can't*, *she's* and so on without the apostrophe.
FORGOTTEN_APOSTROPHES = frozenset(
    "cant wont shes whats hows whys wheres whens heres someones".split()
)
# Valid words that bots should not say, since children play, too.
COARSE = {
    "en": re.compile(
        r".*(fuck|cunt|bullshit|arsehole|asshole).*|cocksuckers?|(dick|dickhead|dyke|fag|kike|gook)s?"
        r"|(bastard|bitch|blowjob|bollock|dildo|faggot|nigga|nigger|piss|porn|shit|slut|twat|wank"
        r"|whore).*|(rape|rapist|retard|spic|tit)s?|raped|raping|retarded|cum(s|ming)?"
        r"|puss(y|ies)|trann(y|ies)"
    ),
    "fr": re.compile(
        r"(bougnoul|branl|chiott|connar|connass|conner|couillon|emmerd|encul|foutr|foutu|gouine|merd"
        r"|negre|niqu|porno|salaud|youpin).*|(bite|bordel|conne|couille|cul|pede|put(ain|e)|viol(eur)?)s?"
        r"|chi(e|er|es)|chiante?s?|cons?|salop(e|ard|erie)s?"
    ),
}
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})")
_NO_NUMERAL = frozenset(["mi", "mix", "dix", "vil", "dm"])


def forms(lang: str) -> set[str]:
    """Returns the forms of the dictionary that are words, as they are spelt."""
    name = FILES[lang]
    affixes = read_affixes(SOURCE / f"{name}.aff")
    found: set[str] = set()
    for entry in read_entries(SOURCE / f"{name}.dic", affixes):
        if _is_word(entry, affixes, lang):
            found.update(_forms_of(entry, affixes, lang))
    return {form for form in found if _is_spelt(form) and not _is_short_for(form, lang)}


def british() -> set[str]:
    """Returns the words of the British list without abbreviations, as they are spelt."""
    lines = BRITISH.read_text("utf-8").splitlines()
    # Most words that are shorter are abbreviations.
    whole = {word for word in lines if len(word) > 3 and "'" not in word}
    return {word for word in whole | {"axe"} if _is_spelt(word) and not _is_short_for(word, "en")}


def _forms_of(entry: Entry, affixes: Affixes, lang: str) -> Iterator[str]:
    """Returns the forms of an entry; of a single letter in English, only those that are words."""
    letter = lang == "en" and len(entry.stem) == 1
    return (form for form in expand(entry, affixes) if not letter or form in FROM_ONE)


def _is_short_for(form: str, lang: str) -> bool:
    """Whether a form is an abbreviation or, in English, a Roman numeral."""
    numeral = lang == "en" and _ROMAN.fullmatch(form) and form not in _NO_NUMERAL
    return form in ABBREVIATIONS[lang] or bool(numeral)


def _is_word(entry: Entry, affixes: Affixes, lang: str) -> bool:
    """Whether an entry is a word: no proper noun, unit, symbol or part of a compound."""
    special = {affixes.special.get(name) for name in ("KEEPCASE", "ONLYINCOMPOUND")}
    if lang == "fr":
        special.add(affixes.special.get("NOSUGGEST"))
    if entry.flags & special or any(note.startswith(NO_WORDS) for note in entry.notes):
        return False
    if lang == "en" and (len(entry.stem) < 3 or not set(entry.stem) & set("aeiouy")):
        return entry.stem in TWO or len(entry.stem) == 1
    return True


def _is_spelt(form: str) -> bool:
    folded = fold(form)
    return form == form.lower() and len(folded) > 1 and folded.isascii() and folded.isalpha()


def frequencies(lang: str, spelt: set[str]) -> dict[str, int]:
    """Returns ten times the Zipf frequency of each folded word, by its most common spelling.

    Words that are always written with a space, a hyphen or an apostrophe get 0. So do coarse words:
    players can use them, but a search for common words does not find them.
    """
    from wordfreq import zipf_frequency  # noqa: PLC0415

    best: dict[str, int] = {}
    for form in spelt:
        folded = fold(form)
        known = round(10 * zipf_frequency(form, lang)) if _can_be_said(form, lang) else 0
        best[folded] = max(best.get(folded, 0), known)
    return best


def _can_be_said(form: str, lang: str) -> bool:
    """Whether people recognise a word in plain capitals, and it is not coarse."""
    apostrophe = lang == "en" and form in FORGOTTEN_APOSTROPHES
    return form.isalpha() and not apostrophe and not COARSE[lang].fullmatch(fold(form).lower())


def main() -> None:
    """Writes both lexicons, and their sources."""
    DATA.mkdir(parents=True, exist_ok=True)
    lines = list(_written())
    DATA.joinpath("sources.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _written() -> Iterator[str]:
    """Writes the files of each language; yields the lines that give their sources."""
    for lang, packages in PACKAGES.items():
        simple = forms(lang) | (british() if lang == "en" else set())
        spelt = simple | compounds(lang, simple)
        common = frequencies(lang, spelt)
        single = {fold(word) for word in simple}
        words = sorted(common)
        joined = [word for word in words if word not in single]
        _write(f"{lang}.words.xz", "\n".join(sorted(single)).encode("ascii"))
        _write(f"{lang}.compounds.xz", "\n".join(joined).encode("ascii"))
        _write(f"{lang}.common.xz", bytes(common[word] for word in words))
        yield f"[{lang}]"
        yield f"packages = [{', '.join(_with_version(package) for package in packages)}]"
        yield f"words = {len(words)}"
        yield f"compounds = {len(joined)}"
        yield f'hash = "{Lexicon(lang, words).hash}"'
        print(lang, len(spelt), len(words), len(joined))


def _with_version(package: str) -> str:
    query = ["dpkg-query", "-W", "-f", "${Package} ${Version}", package]
    return f'"{subprocess.run(query, capture_output=True, text=True, check=True).stdout}"'


def _write(name: str, data: bytes) -> None:
    DATA.joinpath(name).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
