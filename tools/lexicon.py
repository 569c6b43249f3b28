"""Makes the lexicons that ship with the package.

    python -m tools.lexicon            # needs the packages of PACKAGES, and wordfreq
    python -m tools.lexicon sample     # judges the words of tests/words/sample.toml

French: Grammalecte's dictionary (Debian's hunspell-fr-comprehensive, MPL-2.0). English: SCOWL
(Debian's scowl): what most dictionaries have, with plurals and short words of larger ones.
Compounds: `tools.compounds`. Frequencies: the package wordfreq, used only here; a word that is not
written in one piece has none. Everything is folded.

No words are single letters, symbols, abbreviations and acronyms: what is read out in full or letter
by letter (*janv*, *fig*, *dept*, *asap*), unless dictionaries have it as a noun or a verb (*app*,
*radar*). French: the notes of the dictionary, and `ABBREVIATIONS`. English: SCOWL keeps them apart,
`CLIPPED` lists those that are words, and of two letters or without a vowel only `SHORT` are words.
Proper nouns are no words either, but they are written down: to announce one costs no turn.
"""

from __future__ import annotations

import lzma
import re
import subprocess
import sys
from collections.abc import Container, Iterator
from pathlib import Path

from ludotheque.words.folding import fold
from ludotheque.words.lexicon import Lexicon
from tools.compounds import compounds
from tools.hunspell import Affixes, Entry, expand, read_affixes, read_entries
from tools.sample import judged
from tools.scowl import hackers_words, scowl

HUNSPELL = Path("/usr/share/hunspell")
DATA = Path(__file__).parent.parent / "src" / "ludotheque" / "words" / "data"
PACKAGES = {
    "fr": ("hunspell-fr-comprehensive", "dict-freedict-fra-*"),
    "en": ("scowl", "wordnet-base"),
}
NAMES = ("po:npr", "po:prn", "po:patr")
NO_WORDS = (*NAMES, "po:sign", "po:ponc", "po:div", "po:sfx", "po:pfx")
USUAL, LARGE = 70, 80  # sizes of SCOWL: in most dictionaries, and in those of word games
FEW_LETTERS = 4  # up to so many letters, English words of large dictionaries count
# English words of two letters or without a vowel; the lists have many abbreviations beside them.
SHORT = frozenset(
    """aa ab ad ae ag ah ai al am an ar as at aw ax ay ba be bi bo by ch da de di do ea ed ee
ef eh el em en er es et ex fa fe fy gi go gu ha he hi hm ho id if in io is it ja jo ka ki ko
ky la li lo ma me mi mm mo mu my na ne no nu ny ob od oe of oh oi om on oo op or os ou ow ox
oy pa pe pi po qi re sh si so st ta te ti to ug uh um un up ur us ut we wo xi xu ya ye yo yu
za zo brr brrr crwth crwths cwm cwms cwtch grr grrr hmm hmmm mmm nth pfft phpht pht psst pst
shh shhh tsk tsks tsktsk tsktsks tss zzz""".split()
)
# English words that SCOWL has only as abbreviations or not among normal words.
CLIPPED = frozenset(
    """abs admin alt app bio bloatware bot bro bros col copyleft cos cruft crufty cum dag def
diff dol dom droid dup eff fam foobar grep grepped grepping greps herp hon hyp intro jus lang
lat lav lex ling lint linted linting litho mach mag maths max med mem modded modding mol mon
morph nav neg newline newlines nom nos overclock overclocked overclocking pam para pend phon
plat pref prelim prem prob prog psi rad rec regexp regexps rem res sec segfault segfaults sem
sig snarky soph stat superuser superusers supp tarball tarballs tech tox trans tron vel vert
vocab xor""".split()
)
ABBREVIATIONS = {
    "en": frozenset("""aeq amu awol chapt coth csc csch dkl dkls fourb goey gre hhd howeer lept oped
stree""".split()),
    "fr": frozenset("""av bibl cf chap circ cit coll conf cos cosh cotan del div dpi déc env etc fig
févr hab ibid janv juil litt ln mél nov oct op pt pts réf sin sinh suppl tanh tél vs éd
étym""".split()),
}  # fmt: skip
_NO_PLURAL = re.compile(r".*(x|z|ch|sh|ss|[^aeiou]y)s")  # such as *faxs*, in large lists
_NAME = re.compile(r"[^\W\d_][^\W\d_A-Z]+([ '’-][^\W\d_]+)*")
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


def forms(lang: str) -> set[str]:
    """Returns the words of the language as they are spelt, without compounds."""
    found = _french_forms() if lang == "fr" else _english_forms()
    return {form for form in found - ABBREVIATIONS[lang] if _is_spelt(form)}


def names(lang: str, words: set[str]) -> set[str]:
    """Returns the proper nouns that no word among the folded ones is written like, folded."""
    found = _french_names() if lang == "fr" else scowl("upper", "proper-names", most=USUAL)
    folded = {fold(name) for name in found if _NAME.fullmatch(name)}
    return {name for name in folded - words if len(name) > 1 and name.isascii() and name.isalpha()}


def _french_forms() -> set[str]:
    affixes = read_affixes(HUNSPELL / "fr.aff")
    entries = read_entries(HUNSPELL / "fr.dic", affixes)
    return {form for one in entries if _is_word(one, affixes) for form in expand(one, affixes)}


def _french_names() -> set[str]:
    affixes = read_affixes(HUNSPELL / "fr.aff")
    entries = read_entries(HUNSPELL / "fr.dic", affixes)
    return {
        form
        for entry in entries
        if entry.stem != entry.stem.lower() or any(note.startswith(NAMES) for note in entry.notes)
        for form in expand(entry, affixes)
        if form[0].isupper()
    }


def _english_forms(*, rare: bool = True) -> set[str]:
    """Returns the words, on request without those that only large dictionaries have."""
    usual, large = (scowl("words", "contractions", most=size) for size in (USUAL, LARGE))
    found = usual | (hackers_words() & large)
    if rare:
        plurals = {word for word in large if word[-1] == "s" and word[:-1] in usual}
        found |= plurals | {word for word in large if _is_short(word)}
    return {word for word in found if not _may_be_short_for(word)} | SHORT | CLIPPED


def _may_be_short_for(word: str) -> bool:
    return len(fold(word)) <= 2 or not set(fold(word)) & set("AEIOUY")


def _is_short(word: str) -> bool:
    return len(fold(word)) <= FEW_LETTERS and not _NO_PLURAL.fullmatch(word)


def _is_word(entry: Entry, affixes: Affixes) -> bool:
    """Whether an entry of the French dictionary is no proper noun, symbol or part of a word."""
    special = {affixes.special.get(name) for name in ("KEEPCASE", "ONLYINCOMPOUND", "NOSUGGEST")}
    return not entry.flags & special and not any(note.startswith(NO_WORDS) for note in entry.notes)


def _is_spelt(form: str) -> bool:
    folded = fold(form)
    return form == form.lower() and len(folded) > 1 and folded.isascii() and folded.isalpha()


def frequencies(lang: str, spelt: set[str], rare: Container[str] = ()) -> dict[str, int]:
    """Returns ten times the Zipf frequency of each folded word, by its most common spelling.

    Words that are always written with a space, a hyphen or an apostrophe get 0. So do coarse words,
    and `rare` words (*san*, *lakers*), which texts have mostly as names or in another language:
    players can use them, but a search for common words does not find them.
    """
    from wordfreq import zipf_frequency  # noqa: PLC0415

    best: dict[str, int] = {}
    for form in spelt:
        folded = fold(form)
        said = _can_be_said(form, lang) and form not in rare
        known = round(10 * zipf_frequency(form, lang)) if said else 0
        best[folded] = max(best.get(folded, 0), known)
    return best


def _can_be_said(form: str, lang: str) -> bool:
    """Whether people recognise a word in plain capitals, and it is not coarse."""
    apostrophe = lang == "en" and form in FORGOTTEN_APOSTROPHES
    return form.isalpha() and not apostrophe and not COARSE[lang].fullmatch(fold(form).lower())


def main() -> None:
    """Writes both lexicons and their sources, or judges the sample."""
    if sys.argv[1:] == ["sample"]:
        print("\n".join(judged()))
        return
    DATA.mkdir(parents=True, exist_ok=True)
    lines = list(_written())
    DATA.joinpath("sources.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _written() -> Iterator[str]:
    """Writes the files of each language; yields the lines that give their sources."""
    for lang, packages in PACKAGES.items():
        simple = forms(lang)
        rare = simple - _english_forms(rare=False) if lang == "en" else ()
        common = frequencies(lang, simple | compounds(lang, simple), rare)
        single = {fold(word) for word in simple}
        words = sorted(common)
        joined = [word for word in words if word not in single]
        named = sorted(names(lang, set(words)))
        _write(f"{lang}.words.xz", "\n".join(sorted(single)).encode("ascii"))
        _write(f"{lang}.compounds.xz", "\n".join(joined).encode("ascii"))
        _write(f"{lang}.names.xz", "\n".join(named).encode("ascii"))
        _write(f"{lang}.common.xz", bytes(common[word] for word in words))
        yield f"[{lang}]"
        yield "packages = ["
        yield from (f'    "{package}",' for name in packages for package in _with_versions(name))
        yield "]"
        yield f"words = {len(words)}"
        yield f"compounds = {len(joined)}"
        yield f"names = {len(named)}"
        yield f'hash = "{Lexicon(lang, words).hash}"'
        print(lang, len(words), len(joined), len(named))


def _with_versions(pattern: str) -> list[str]:
    query = ["dpkg-query", "-W", "-f", "${Package} ${Version}\n", pattern]
    return subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()


def _write(name: str, data: bytes) -> None:
    DATA.joinpath(name).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
