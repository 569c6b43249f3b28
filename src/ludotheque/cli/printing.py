"""`ludotheque print`: a game to cut out and its rules, as a PDF."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import (
    Bad,
    kit_of,
    optional_number,
    part_of,
    write_file,
)
from ludotheque.core.texts import texts
from ludotheque.printing.paper import PAPERS, Paper

EXAMPLE = "ludotheque print redline redline.pdf --paper letter"
ARGUMENTS = f"spec pdf --paper={'|'.join(PAPERS)}:a4 --size=MM --plain"


def run(options: Namespace, lang: str) -> int:
    """Writes the PDF."""
    from ludotheque.printing.pdf import make_pdf
    from ludotheque.printing.sheets import sizes_mm

    kit, say = kit_of(options, lang, spoken=True), texts("ludotheque.cli", lang)
    if not options.pdf:
        raise Bad(say("bad.missing", name="PDF"))
    made = part_of(kit, kit.print_set(lang), "bad.unprinted", lang)
    paper = _paper(options.paper, lang)
    sizes = sizes_mm(made, paper)
    size_mm = optional_number(options, "size", lang, sizes.start, sizes.stop - 1)
    write_file(options.pdf, make_pdf(kit, lang, paper, size_mm, plain=options.plain), lang)
    return 0


def _paper(name: str, lang: str) -> Paper:
    """The paper of that name; raises Bad if it is unknown."""
    if name.lower() not in PAPERS:
        known = ", ".join(PAPERS)
        raise Bad(texts("ludotheque.cli", lang)("bad.paper", text=name[:20], known=known))
    return PAPERS[name.lower()]
