"""`ludotheque check`: checks a record, shows where it ends."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludotheque.cli.arguments import Bad
from ludotheque.core.reason import RecordError
from ludotheque.core.record import MAX_ACTIONS, Record, read_record
from ludotheque.core.texts import Texts
from ludotheque.games import texts_for
from ludotheque.play.match import Match, replay
from ludotheque.terminal.result import result_lines

EXAMPLE = "ludotheque check game.txt"
ARGUMENTS = "file"
_LARGEST_BYTES = 100 * MAX_ACTIONS  # an action takes far less than 100 characters


def run(options: Namespace, say: Texts) -> None:
    """Prints the final board and the result; raises Bad with status 1 if the record is wrong."""
    match = match_of(options, say)
    print(match.drawing(say.lang))
    for line in result_lines(match, say.lang):
        print(line)


def match_of(options: Namespace, say: Texts) -> Match:
    """The match of the record in FILE; raises Bad if it cannot be read or is wrong."""
    if not options.file:
        raise Bad(say("bad.no_file"))
    record = _read(options.file, say)
    words = texts_for(record.game, say.lang)
    try:
        return replay(record)
    except RecordError as error:
        why = words.say(error.reason)
        if error.number is not None:
            text = record.actions[error.number - 1][:40]
            why = say("record.action", number=error.number, text=text, why=why)
        raise Bad(why, 1) from error


def _read(file: str, say: Texts) -> Record:
    try:
        path = Path(file)
        if path.stat().st_size > _LARGEST_BYTES:
            raise Bad(say("bad.large", file=file), 1)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Bad(say("bad.not_read", file=file), 1) from error
    except UnicodeDecodeError as error:
        raise Bad(say("bad.not_text", file=file), 1) from error
    try:
        return read_record(text)
    except RecordError as error:
        raise Bad(say.say(error.reason), 1) from error
