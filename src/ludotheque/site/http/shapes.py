"""The JSON objects of the API; the descriptions of their fields are in the texts."""

from __future__ import annotations

from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, ConfigDict, Field, create_model

from ludotheque.house.pages.mine import NAME_SENT_LETTERS
from ludotheque.play import commentary
from ludotheque.table import shapes as table_shapes
from ludotheque.table.messages import COMMANDS, Bounds, Command, message_fields

_LEVEL_LETTERS = 30  # the names of bots are shorter
_SPEC_LETTERS = 300  # the width of the database column
_PACE_LETTERS = 8  # such as "180+180"
MOST_SEATS = 8  # no game has more than six


class Option(BaseModel):
    """One option of a game; it applies if each option in `needs` has one of the values there."""

    name: str
    text: str
    default: str
    allowed: str
    needs: dict[str, list[str]]


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
    """A table that anyone may join: its people, its open seats, and whether they are there."""

    table: str
    spec: str
    title: str
    names: list[str]
    level: str
    clock: str
    free: int
    here: bool


class Join(BaseModel):
    """The name of a guest who sits down, and the seat, by default the first that is open."""

    model_config = ConfigDict(strict=True)

    name: str = Field(default="", max_length=NAME_SENT_LETTERS)
    seat: int | None = Field(default=None, ge=0, lt=MOST_SEATS)


class Place(BaseModel):
    """A seat of a new table, with the token of its guest or with its invitation."""

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


# The models by their shapes. `Can` stays an open mapping, so that names can be added to it.
_MODELS: dict[Any, Any] = {table_shapes.Can: dict[str, bool]}


def _model(name: str, shape: Any, fields: str) -> type[BaseModel]:
    """Creates the model of a shape with those of its fields that the API offers."""
    hints = get_type_hints(shape)
    described: dict[str, Any] = {field: (_described(hints[field]), ...) for field in fields.split()}
    made: type[BaseModel] = create_model(name, **described)
    _MODELS[shape] = made
    return made


def _described(hint: Any) -> Any:
    """A type with models in place of shapes, and plain strings in place of literals."""
    parts = tuple(map(_described, get_args(hint)))
    match get_origin(hint):
        case None:
            return _MODELS.get(hint, hint)
        case kind if kind is Literal:
            return str
        case kind if kind in (Union, UnionType):
            return Union[parts]  # noqa: UP007  # made from a list
        case kind:
            return kind[parts]


_model("Typed", table_shapes.TypedBeginning, "initial letters")
_model("Gesture", table_shapes.NamedGesture, "presses action typed")
_model("Seat", table_shapes.SeatInTurn, "name label sign emblem kind feels mine turn points")
_model("Result", table_shapes.EndResult, "returns points")
_model("Prompt", table_shapes.Said, "lead do why tip")
_model("Over", table_shapes.Over, "text why points scores next_level offer")
_model("UndoAsked", table_shapes.UndoAsked, "seat mine")
_model("Clock", table_shapes.SentClock, "pace text left_ms running from_ms")
Position = _model(
    "Position",
    table_shapes.TablePosition,
    "table spec rules seq state turn gestures seats can undo clock aim prompt told verdict over"
    " result rematch",
)
Hint = _model("Hint", table_shapes.SentHintStep, "seq step kind text parts next")
_model("Event", table_shapes.PublicEvent, "seq kind body at")
Events = _model("Events", table_shapes.PublicEvents, "table seq events")
Kept = _model("Kept", table_shapes.KeptPosition, "seq position")
_model("Worth", commentary.Worth, "share proved low high distance")
_model("Better", commentary.SentBetter, "action proof text")
_model(
    "Decision",
    commentary.SentDecision,
    "number round seat action mark luck told text worth best taken better",
)
Review = _model("Review", table_shapes.ReviewNews, "table total done decisions")


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
    """The scores of a guest in one game."""

    game: str
    opponents: list[Opponent]
    next_level: str
    course: list[float]


class Problem(BaseModel):
    """What went wrong, in the reader's language."""

    type: str
    title: str
    status: int
    rule: str | None = None
    seq: int | None = None
    errors: list[str] | None = None


def _command_shape(command: type[Command]) -> type[BaseModel]:
    """The model of a command, with the fields that `table.messages` defines."""
    fields: dict[str, Any] = {"type": (Literal[command.type], ...)}
    for name, hint, bounds in message_fields(command):
        fields[name] = (hint, _bounded_field(hint, bounds))
    strict = ConfigDict(strict=True)
    return create_model(command.__name__, __config__=strict, __doc__=command.__doc__, **fields)


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
