"""The command `ludotheque`: one module a verb, bilingual, never a traceback for bad input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ludotheque.cli import games, perft, play, replay, rules, show, solve, stats
from ludotheque.cli.parser import Bad, Parser, language
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import texts

VERBS = {
    "games": games,
    "play": play,
    "show": show,
    "rules": rules,
    "perft": perft,
    "replay": replay,
    "stats": stats,
    "solve": solve,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one verb; its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    lang = language(words, os.environ)
    say = texts("ludotheque.cli", lang)
    try:
        parser = Parser(lang, VERBS)
        options = parser.read(words)
        status = VERBS[options.verb].run(options, lang) if options.verb else parser.overview()
        sys.stdout.flush()
    except Bad as bad:
        return _complain(bad.text, bad.status)
    except Refusal as refusal:
        return _complain(say.say(refusal.reason), 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _complain(text: str, status: int) -> int:
    print(" ".join(text.splitlines()), file=sys.stderr)
    return status
