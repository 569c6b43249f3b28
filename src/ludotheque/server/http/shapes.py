"""The JSON objects of the API; the descriptions of their fields are in the texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

from ludotheque.server.http.visitors import NAME_SENT_LETTERS
from ludotheque.table.messages import COMMANDS, Bounds, Command, message_fields

_LEVEL_LETTERS = 30  # the names of bots are shorter
_SPEC_LETTERS = 300  # what the database has room for
_PACE_LETTERS = 8  # 180+180
MOST_SEATS = 8  # no game has more than six


class Option(BaseModel):
    """One option of a game."""

    name: str
    text: str
    default: str
    allowed: str


class Level(BaseModel):
    """A bot: its name, and what it feels like to play against it."""

    bot: str
    name: str
    feels: str


class Game(BaseModel):
    """A game on the shelf."""

    name: str
    title: str
    line: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    version: int
    options: list[Option]
    variants: dict[str, str]
    bots: list[str]
    levels: list[Level]


class NewTable(BaseModel):
    """A request for a new table: the game, and who sits where."""

    model_config = ConfigDict(strict=True)

    spec: str = Field(max_length=_SPEC_LETTERS, examples=["plus4(mode=endless)"])
    seats: list[str] = Field(default=[], max_length=MOST_SEATS, examples=[["me", "open"]])
    names: list[str] = Field(default=[], max_length=MOST_SEATS, examples=[["Ada"]])
    clock: str = Field(default="", max_length=_PACE_LETTERS, examples=["10+5", "3d"])
    public: bool = False
    level: str = Field(default="", max_length=_LEVEL_LETTERS, examples=["random"])


class OpenTable(BaseModel):
    """A table that anyone may join: its people, its open seats, and whether somebody is there."""

    table: str
    spec: str
    title: str
    names: list[str]
    level: str
    clock: str
    free: int
    here: bool


class Join(BaseModel):
    """The name of somebody who sits down, and the seat, by default the first that is open."""

    model_config = ConfigDict(strict=True)

    name: str = Field(default="", max_length=NAME_SENT_LETTERS)
    seat: int | None = Field(default=None, ge=0, lt=MOST_SEATS)


class Place(BaseModel):
    """A seat of a new table, with the token of its owner or with its invitation."""

    seat: int
    kind: str
    token: str | None = None
    invite: str | None = None


class Made(BaseModel):
    """A table that was set up."""

    table: str
    invite: str
    seats: list[Place]


class Seated(BaseModel):
    """A seat that was taken, with its token."""

    table: str
    seat: int
    token: str


class Typed(BaseModel):
    """A last step that is typed: what it begins with and must contain."""

    initial: str
    letters: str


class Gesture(BaseModel):
    """Something that can be done now; if the end is typed, `action` is its beginning."""

    presses: list[str]
    action: str
    typed: Typed | None


class Seat(BaseModel):
    """A seat and who sits on it."""

    name: str
    label: str
    sign: str
    emblem: str
    kind: str
    feels: str
    mine: bool
    turn: bool
    points: int | None


class Result(BaseModel):
    """How it ended, in numbers."""

    returns: list[float]
    points: list[int]


class Prompt(BaseModel):
    """What to do now, or whose turn it is; `lead` names the player on a shared screen."""

    lead: str
    do: str
    why: str
    tip: str


class Over(BaseModel):
    """How it ended, in words."""

    text: str
    why: str
    points: str
    scores: list[str]
    next_level: str
    offer: str


class UndoAsked(BaseModel):
    """The seat that asks to take back, and whether it is mine."""

    seat: int
    mine: bool


class Clock(BaseModel):
    """The time of each seat; that of `running` runs from `from_ms` on."""

    pace: str
    text: str
    left_ms: list[int]
    running: int | None
    from_ms: int | None


class Position(BaseModel):
    """A table after event `seq`."""

    table: str
    spec: str
    rules: int
    seq: int
    state: str
    turn: int | None
    gestures: list[Gesture]
    seats: list[Seat]
    can: dict[str, bool]
    undo: UndoAsked | None
    clock: Clock | None
    aim: str
    prompt: Prompt
    told: str
    verdict: str
    over: Over | None
    result: Result | None
    rematch: str


class Hint(BaseModel):
    """A step of a hint; `parts` are those of the gestures, `next` is the kind of the next step."""

    seq: int
    step: int
    kind: str
    text: str
    parts: list[str]
    next: str


class Event(BaseModel):
    """One event of the log of a table."""

    seq: int
    kind: str
    body: dict[str, Any]
    at: int | None


class Events(BaseModel):
    """The events after some number, and the number of the last."""

    table: str
    seq: int
    events: list[Event]


class Kept(BaseModel):
    """A command that is on disk, at event `seq`, and the table after it."""

    seq: int
    position: Position


class Tally(BaseModel):
    """How many games were won, lost and drawn, against one opponent or in all."""

    played: int
    won: int
    lost: int
    drawn: int


class Opponent(Tally):
    """The games against one opponent; `bot` is its level, empty for a person."""

    name: str
    bot: str


class Score(Tally):
    """How somebody is doing in one game."""

    game: str
    opponents: list[Opponent]
    next_level: str
    course: list[float]


class Worth(BaseModel):
    """What something is worth to a seat: proved, or estimated within an interval."""

    share: float
    proved: bool
    low: float | None
    high: float | None
    distance: int | None


class Better(BaseModel):
    """What would have been better."""

    action: str
    proof: list[str]
    text: str


class Decision(BaseModel):
    """A reviewed decision of a finished game."""

    number: int
    round: int
    seat: int
    action: str
    mark: str
    luck: str
    told: str
    text: str
    worth: list[Worth]
    best: Worth | None
    taken: Worth | None
    better: Better | None


class Review(BaseModel):
    """The decisions of a finished game that are reviewed so far."""

    table: str
    total: int
    done: bool
    decisions: list[Decision]


class Problem(BaseModel):
    """What went wrong, in the reader's language."""

    type: str
    title: str
    status: int
    rule: str | None = None
    seq: int | None = None
    errors: list[str] | None = None


def _command_shape(command: type[Command]) -> type[BaseModel]:
    """A kind of command as OpenAPI describes it; `table.messages` says what is in it."""
    fields: dict[str, Any] = {"type": (Literal[command.type], ...)}
    for name, hint, bounds in message_fields(command):
        fields[name] = (hint, _bounded_field(hint, bounds))
    made: type[BaseModel] = create_model(
        command.__name__, __config__=ConfigDict(strict=True), **fields
    )
    made.__doc__ = command.__doc__
    return made


def _bounded_field(hint: Any, bounds: Bounds | None) -> Any:
    if bounds is None:
        return Field()
    if hint is str:
        return Field(min_length=bounds.least or None, max_length=bounds.most)
    return Field(ge=bounds.least, le=bounds.most)


if TYPE_CHECKING:
    AnyCommand = BaseModel
else:
    AnyCommand = Annotated[
        Union[tuple(map(_command_shape, COMMANDS))],  # noqa: UP007  # made from a list
        Field(discriminator="type"),
    ]
