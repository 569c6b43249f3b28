"""The JSON shapes of everything that pages and programs receive about a table.

The views make them, the models of the API are built from them (`site/http/shapes.py`), and the
types of the client are generated from them (`tools/types.py`). The client calls `SentSeat` just
`Seat`, a name that is taken in Python. Shapes of a scene are in `render/shapes.py`, those of an
exercise in `practice/shapes.py`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from ludotheque.core.game import Seat
from ludotheque.core.scene.painter import Plays
from ludotheque.play.commentary import SentDecision
from ludotheque.play.hints import HintKind
from ludotheque.render.shapes import (
    Key,
    PartId,
    SceneChanges,
    Scenery,
    SentFamily,
    SentPrompt,
    StepPrompts,
    TypedEnd,
    WholeScene,
)
from ludotheque.table.seats import SitterKind


class TypedBeginning(TypedDict):
    """A typed last step: the first letter of the word, and the letters it must contain."""

    initial: str
    letters: str


class TypedStep(TypedEnd, TypedBeginning):
    """The typed last step of a gesture: how the action begins, and what the word must contain."""

    action: str


End = str | TypedStep
"""What a gesture means: an action, or the beginning of one whose end is typed."""

SentGesture = tuple[*tuple[PartId, ...], End]
"""The parts pressed in order, then what they mean."""


class ReviewSeat(TypedDict):
    """Who plays or has played on a seat, as one guest sees it.

    `sign` is a character that stands for the player, `emblem` the symbol that draws the same.
    """

    name: str
    sign: str
    emblem: str
    mine: bool


class SentSeat(ReviewSeat):
    """A seat of a table; `feels` describes how it is to play against the bot."""

    label: str
    kind: SitterKind
    feels: str
    points: int | None


class SentClock(TypedDict):
    """The time of each seat when the turn began; that of `running` runs from `from_ms` on."""

    pace: str
    text: str
    left_ms: tuple[int, ...]
    running: Seat | None
    from_ms: int | None


class Said(SentPrompt):
    """A prompt; `lead`, shown before it, names the player on a shared screen."""

    lead: str


class Over(TypedDict):
    """How the game ended; `offer` says who offers a rematch, `next_level` whom to play next."""

    text: str
    why: str
    rule: str
    points: str
    scores: list[str]
    next_level: str
    offer: str


class UndoAsked(TypedDict):
    """The seat that asks for an undo, and whether it is the guest's."""

    seat: Seat
    mine: bool


class Can(TypedDict):
    """What the guest may do now; with `free_undo`, an undo needs no consent."""

    act: bool
    undo: bool
    resign: bool
    leave: bool
    rematch: bool
    hint: bool
    free_undo: bool


class Notice(TypedDict):
    """The end of a round: the score, and its last position as a picture."""

    text: str
    why: str
    svg: str


class SharedFacts(TypedDict):
    """The facts of a table after event `seq` that are the same for all guests.

    `aim` is the aim of the game, `turn` the seat to move, `rematch` the table of the next game.
    """

    seq: int
    aim: str
    plays: Plays
    turn: Seat | None
    clock: SentClock | None
    rematch: str


class GuestFacts(SharedFacts):
    """The facts of a table for one guest, which a page and a program both receive.

    `told` says what happened last, `verdict` the result of the last decision for this guest.
    """

    told: str
    prompt: Said
    verdict: str
    over: Over | None
    undo: UndoAsked | None
    can: Can


class TableFacts(GuestFacts):
    """The facts of a table for one guest, and who sits there."""

    seats: list[SentSeat]


class PageFacts(TableFacts):
    """The facts that a page shows; `steps` is the key of the prompts that go with the gestures."""

    title: str
    notice: Notice | None
    steps: Key


class Stop(TypedDict):
    """A position at which a reader can stop: the one after move `n`."""

    n: int
    seat: Seat | None
    text: str


class MoveLine(Stop):
    """A decision and the chance moves after it; `n` counts all moves up to there."""

    chance: list[str]


class PastView(WholeScene):
    """A position that can only be looked at; drawings refer to symbols by name."""

    prompt: Said


class View(PageFacts, WholeScene):
    """A table as one guest sees it after event `seq`."""

    prompts: dict[Key, StepPrompts]
    gestures: list[SentGesture]
    moves: list[MoveLine]


class SentStep(Scenery, SceneChanges):
    """The changes made by a decision or another event; fields that are absent stay as they were.

    `moves` is the number of moves that stay, then the lines that follow them. Gestures come
    in families.
    """

    seq: int
    facts: NotRequired[dict[str, object]]
    moves: NotRequired[tuple[int, *tuple[MoveLine, ...]]]
    gestures: NotRequired[list[SentFamily]]


SentSteps = TypedDict("SentSteps", {"type": Literal["steps"], "from": int, "steps": list[SentStep]})
"""Steps that lead on from event `from`, in order."""


class NamedGesture(TypedDict):
    """A gesture that is possible now; if its end is typed, `action` is only the beginning."""

    presses: tuple[PartId, ...]
    action: str
    typed: TypedBeginning | None


class SeatInTurn(SentSeat):
    """A seat as a program receives it, with whether it is to move."""

    turn: bool


class EndResult(TypedDict):
    """How the game ended, in numbers."""

    returns: tuple[float, ...]
    points: tuple[int, ...]


class TablePosition(GuestFacts):
    """A table as a program receives it: nothing is drawn, and everything is in notation."""

    seats: list[SeatInTurn]
    table: str
    spec: str
    rules: int
    state: str
    gestures: list[NamedGesture]
    result: EndResult | None


class PublicEvent(TypedDict):
    """One event of the log of a table."""

    seq: int
    kind: str
    body: dict[str, Any]
    at: int | None


class PublicEvents(TypedDict):
    """The events after a given number, and the number of the last one."""

    table: str
    seq: int
    events: list[PublicEvent]


class KeptPosition(TypedDict):
    """The reply to a program's command that has been stored: its first event and the new table."""

    seq: int
    position: TablePosition


class SentHintStep(TypedDict):
    """One step of a hint; `next` is the kind of the following step, empty after the last."""

    seq: int
    step: int
    kind: HintKind
    text: str
    parts: tuple[PartId, ...]
    next: HintKind | Literal[""]


class ViewMessage(TypedDict):
    """The whole view of a table."""

    type: Literal["view"]
    view: View


class Pong(TypedDict):
    """The answer to a ping."""

    type: Literal["pong"]


class SentKept(TypedDict):
    """The reply to a command that has been stored; `seq` is the number of its first event."""

    type: Literal["kept"]
    id: str
    seq: int


class SentRefused(TypedDict):
    """Why a message is refused.

    With `retry_after` (seconds) the same message may be sent again; without, the refusal is final.
    """

    type: Literal["refused"]
    id: str | None
    text: str
    rule: NotRequired[str]
    retry_after: NotRequired[float]


class Why(TypedDict):
    """Why presses form no action."""

    type: Literal["why"]
    text: str
    rule: str


class SentOutlook(TypedDict):
    """What a complete gesture would do.

    Unless `always` is set, it is shown only in a player's first games of that kind.
    """

    type: Literal["outlook"]
    presses: tuple[PartId, ...]
    text: str
    always: bool


class SentHint(SentHintStep):
    """The step of a hint that the message with that id requested."""

    type: Literal["hint"]
    id: str


class SeatPresence(TypedDict):
    """How long a player has been away, and how long another player has been waiting for them."""

    here: bool
    away_s: float | None
    waited_s: float | None


class SentPresence(TypedDict):
    """Who is present at the table after event `seq`, by seat; None for seats without a person.

    `turn_s` is the time since the last event, `limit_s` how long the others must wait before
    they may act.
    """

    type: Literal["presence"]
    seq: int
    turn_s: float | None
    limit_s: float
    seats: list[SeatPresence | None]


class Reaction(TypedDict):
    """A sign or phrase that a guest at the table sent."""

    type: Literal["reaction"]
    seat: Seat
    what: str


Incoming = (
    ViewMessage
    | SentSteps
    | Pong
    | SentKept
    | SentRefused
    | Why
    | SentOutlook
    | SentHint
    | SentPresence
    | Reaction
)
"""The messages that a page receives while it follows a table."""


class ReviewStart(TypedDict):
    """A finished game before its review; `end` is each seat's share of a win in the last round."""

    stops: list[Stop | MoveLine]
    seats: list[ReviewSeat]
    end: list[float] | None
    over: bool


class ReviewNews(TypedDict):
    """The newly reviewed decisions, out of `total`."""

    table: str
    total: int
    done: bool
    decisions: list[SentDecision]


class OpenTables(TypedDict):
    """The tables that anyone may join: a sentence with their number, and the items of the list."""

    said: str
    html: str


class Told(TypedDict):
    """A notification to a guest who is away, as the site sends it to the service worker."""

    kind: str
    title: str
    body: str
    path: str
    lang: str
    stop: str
    device: str
