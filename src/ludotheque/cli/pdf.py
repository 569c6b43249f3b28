"""`ludotheque pdf`: a game to cut out and its rules, as a PDF."""

from __future__ import annotations

from argparse import Namespace

from ludotheque.cli.arguments import (
    Bad,
    given,
    kit_of,
    optional_number,
    part_of,
    write_file,
)
from ludotheque.core.texts import Texts
from ludotheque.printing.paper import PAPERS, Paper

EXAMPLE = "ludotheque pdf redline redline.pdf --paper letter"
ARGUMENTS = f"spec pdf --paper={'|'.join(PAPERS)}:a4 --size=MM --greyscale"


def run(options: Namespace, say: Texts) -> None:
    """Writes the PDF."""
    from ludotheque.printing.pdf import make_pdf
    from ludotheque.printing.sheets import sizes_mm

    kit = kit_of(options, say, spoken=True)
    file = given(options, "pdf", say)
    made = part_of(kit, kit.print_set(say.lang), "bad.unprinted", say)
    paper = _paper(options.paper, say)
    sizes = sizes_mm(made, paper)
    size_mm = optional_number(options, "size", say, sizes.start, sizes.stop - 1)
    write_file(file, make_pdf(kit, say.lang, paper, size_mm, plain=options.greyscale), say)


def _paper(name: str, say: Texts) -> Paper:
    """The paper of that name; raises Bad if it is unknown."""
    if name.lower() not in PAPERS:
        raise Bad(say("bad.paper", text=name[:20], known=", ".join(PAPERS)))
    return PAPERS[name.lower()]
