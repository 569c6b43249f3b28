"""The shapes of what the API takes and gives; their words are in the texts, by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

from ludotheque.table.messages import COMMANDS, Bounds, Command, message_fields


class Option(BaseModel):
    """One option of a game."""

    name: str
    text: str
    default: str
    allowed: str


class Level(BaseModel):
    """A bot: what it is called, and what it feels like to play against it."""

    bot: str
    name: str
    feels: str


class Game(BaseModel):
    """A box on the shelf."""

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
    """What to set on a table, and for whom."""

    model_config = ConfigDict(strict=True)

    spec: str = Field(max_length=300, examples=["plus4(mode=endless)"])
    seats: list[str] = Field(default=[], max_length=8, examples=[["me", "open"]])
    names: list[str] = Field(default=[], max_length=8, examples=[["Ada"]])


class Join(BaseModel):
    """Who sits down."""

    model_config = ConfigDict(strict=True)

    name: str = Field(default="", max_length=200)


class Place(BaseModel):
    """A seat: the token of who has it, or the invitation for who takes it."""

    seat: int
    kind: str
    token: str | None = None
    invite: str | None = None


class Made(BaseModel):
    """A new table."""

    table: str
    seats: list[Place]


class Seated(BaseModel):
    """A seat taken."""

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
    """Who sits where."""

    name: str
    label: str
    sign: str
    kind: str
    feels: str
    mine: bool
    turn: bool
    points: int | None


class Result(BaseModel):
    """How it ended, in numbers."""

    returns: list[float]
    points: list[int]


class Over(BaseModel):
    """How it ended, in words."""

    text: str
    why: str
    points: str


class UndoAsked(BaseModel):
    """Who asks to take back."""

    seat: int
    mine: bool


class Position(BaseModel):
    """Where a table stands after event `seq`."""

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
    status: str
    note: str
    told: str
    over: Over | None
    result: Result | None
    rematch: str


class Hint(BaseModel):
    """A step of a hint; `parts` are those of the gestures, `next` what the step after it tells."""

    seq: int
    step: int
    kind: str
    text: str
    parts: list[str]
    next: str


class Event(BaseModel):
    """One line of the log of a table."""

    seq: int
    kind: str
    body: dict[str, Any]
    at: int | None


class Events(BaseModel):
    """The lines of the log after some number, and the number of the last."""

    table: str
    seq: int
    events: list[Event]


class Kept(BaseModel):
    """A command that is on disk, at event `seq`, and the table after it."""

    seq: int
    position: Position


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
    """A decision of a finished game, looked at again."""

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
    """What is understood of a finished game so far."""

    table: str
    total: int
    done: bool
    decisions: list[Decision]


class Problem(BaseModel):
    """What went wrong, in the asker's language."""

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
