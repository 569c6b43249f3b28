"""The command `ludotheque`: a module for each verb; bad input gets a complaint of one line."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from ludotheque.cli import (
    arena,
    backup,
    check,
    export,
    games,
    learn,
    migrate,
    new_game,
    pdf,
    perft,
    play,
    problem,
    prune,
    random_games,
    restore,
    review,
    rules,
    serve,
    show,
    solve,
    verify,
)
from ludotheque.cli.arguments import Bad
from ludotheque.cli.extras import missing_extra
from ludotheque.cli.parser import Parser, Verb, check_language, language
from ludotheque.cli.renamed import with_new_names
from ludotheque.core.reason import Refusal
from ludotheque.core.texts import Texts, texts
from ludotheque.kernels import on_compiling
from ludotheque.terminal.session import Quit

VERBS: dict[str, Verb] = {
    "games": games,
    "learn": learn,
    "problem": problem,
    "play": play,
    "show": show,
    "rules": rules,
    "pdf": pdf,
    "perft": perft,
    "check": check,
    "review": review,
    "random-games": random_games,
    "solve": solve,
    "arena": arena,
    "verify": verify,
    "new-game": new_game,
    "serve": serve,
    "export": export,
    "backup": backup,
    "restore": restore,
    "migrate": migrate,
    "prune": prune,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one verb; returns its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    lang = language(words, os.environ)
    say = texts("ludotheque.cli", lang)
    on_compiling(lambda: print(say("kernels.compiling"), file=sys.stderr, flush=True))
    try:
        check_language(words)
        parser = Parser(lang, VERBS)
        status = _run(parser.read(with_new_names(words, say)), parser, say)
        sys.stdout.flush()
    except Bad as bad:
        return _complain(bad.text, bad.status)
    except Refusal as refusal:
        return _complain(say.say(refusal.reason), 2)
    except ModuleNotFoundError as error:
        reason = missing_extra(error)
        if reason is None:
            raise
        return _complain(say.say(reason), 2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _run(options: Namespace, parser: Parser, say: Texts) -> int:
    """Runs the verb, or prints all verbs; returns 0 if the person leaves a game or an exercise."""
    try:
        if options.verb:
            return VERBS[options.verb].run(options, say) or 0
        parser.top.print_help()
    except Quit:
        print()
    return 0


def _complain(text: str, status: int) -> int:
    print(" ".join(text.splitlines()), file=sys.stderr)
    return status
