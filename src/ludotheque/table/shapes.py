"""The shapes of all that pages and programs are sent of a table.

The views make them, the models of the API are built from them (`site/http/shapes.py`), and the
types of the client are written from them (`tools/types.py`), which calls `Seat` what is called
`SentSeat` here because Python knows another. Those of a scene are in `render/shapes.py`, those of
an exercise in `practice/shapes.py`.
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


class TypedStep(TypedEnd):
    """The typed last step of a gesture: what the action begins with, and what the word must."""

    action: str
    initial: str
    letters: str


End = str | TypedStep
"""What a gesture means: an action, or the beginning of one that is typed to its end."""

SentGesture = tuple[*tuple[PartId, ...], End]
"""The parts pressed in order, then what they mean."""


class SentSeat(TypedDict):
    """A seat and who sits on it, as one guest sees it.

    `sign` stands for the player, and `emblem` is the symbol that draws the same; `feels` says what
    it is like to play against a bot.
    """

    name: str
    label: str
    sign: str
    emblem: str
    kind: SitterKind
    feels: str
    mine: bool
    points: int | None


class SentClock(TypedDict):
    """The time of each seat when the turn began; that of `running` runs from `from_ms` on."""

    pace: str
    text: str
    left_ms: tuple[int, ...]
    running: Seat | None
    from_ms: int | None


class Said(SentPrompt):
    """The prompt of a situation; `lead` names the player on a shared screen, before each prompt."""

    lead: str


class Over(TypedDict):
    """How it ended; `offer` says who offers a rematch, `next_level` which bot to play next."""

    text: str
    why: str
    rule: str
    points: str
    scores: list[str]
    next_level: str
    offer: str


class UndoAsked(TypedDict):
    """The seat that asks to take back, and whether it is the guest's."""

    seat: Seat
    mine: bool


class Can(TypedDict):
    """What the guest may do now; `free_undo` says that taking back asks nobody."""

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
    """The facts of a table after event `seq` that are the same for everybody.

    `aim` is what one plays for, `turn` the seat to move, `rematch` the table of the next game.
    """

    seq: int
    aim: str
    plays: Plays
    turn: Seat | None
    clock: SentClock | None
    rematch: str


class GuestFacts(SharedFacts):
    """The facts of a table for one guest, which a page and a program both receive.

    `told` is what happened last, `verdict` what came of the last decision, if this guest took it.
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
    """A position to stop at: after the move of that number."""

    n: int
    seat: Seat | None
    text: str


class MoveLine(Stop):
    """A decision and what chance did after it; `n` counts all moves up to there."""

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
    """What one decision, or another event, changed; what is not named stays.

    Moves stay up to a number. Ghosts come with gestures, in families.
    """

    seq: int
    facts: NotRequired[dict[str, object]]
    moves: NotRequired[tuple[int, *tuple[MoveLine, ...]]]
    gestures: NotRequired[list[SentFamily]]


SentSteps = TypedDict("SentSteps", {"type": Literal["steps"], "from": int, "steps": list[SentStep]})
"""Steps that lead on from event `from`, in order."""


class TypedBeginning(TypedDict):
    """A last step that is typed: what it begins with and must contain."""

    initial: str
    letters: str


class NamedGesture(TypedDict):
    """Something that can be done now; if the end is typed, `action` is its beginning."""

    presses: tuple[PartId, ...]
    action: str
    typed: TypedBeginning | None


class SeatInTurn(SentSeat):
    """A seat for programs, which says whether it is to move."""

    turn: bool


class EndResult(TypedDict):
    """How it ended, in numbers."""

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
    """The events after some number, and the number of the last."""

    table: str
    seq: int
    events: list[PublicEvent]


class KeptPosition(TypedDict):
    """A command of a program that is on disk, at event `seq`, and the table after it."""

    seq: int
    position: TablePosition


class SentHintStep(TypedDict):
    """One step of a hint; `next` is what the step after it tells, empty after the last."""

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
    """The answer to a command that is stored, with the number of its first event."""

    type: Literal["kept"]
    id: str
    seq: int


class SentRefused(TypedDict):
    """Why a message is refused.

    With `retry_after`, seconds, the same message may be sent again; without, it is settled.
    """

    type: Literal["refused"]
    id: str | None
    text: str
    rule: NotRequired[str]
    retry_after: NotRequired[float]


class Why(TypedDict):
    """Why presses are no action."""

    type: Literal["why"]
    text: str
    rule: str


class SentOutlook(TypedDict):
    """What presses that are a whole gesture would bring about.

    Unless `always`, it is shown only in a person's first games of a kind.
    """

    type: Literal["outlook"]
    presses: tuple[PartId, ...]
    text: str
    always: bool


class SentHint(SentHintStep):
    """The step of a hint that was asked for by the message with that id."""

    type: Literal["hint"]
    id: str


class SeatPresence(TypedDict):
    """How long a person is away, and for how long somebody at the table has waited."""

    here: bool
    away_s: float | None
    waited_s: float | None


class SentPresence(TypedDict):
    """Who is at the table when it is after event `seq`, which came `turn_s` ago; none for bots."""

    type: Literal["presence"]
    seq: int
    turn_s: float | None
    limit_s: float
    seats: list[SeatPresence | None]


class Reaction(TypedDict):
    """A sign or phrase that somebody at the table sent."""

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
"""What a page is sent on its line."""


class ReviewSeat(TypedDict):
    """Who played on a seat."""

    name: str
    sign: str
    emblem: str
    mine: bool


class ReviewStart(TypedDict):
    """A finished game before anything is understood; `end` is what each seat got at the last."""

    stops: list[Stop | MoveLine]
    seats: list[ReviewSeat]
    end: list[float] | None
    over: bool


class ReviewNews(TypedDict):
    """What is newly understood of `total` decisions."""

    table: str
    total: int
    done: bool
    decisions: list[SentDecision]


class OpenTables(TypedDict):
    """The tables that anyone may join: how many there are, and the items of the list."""

    said: str
    html: str


class Told(TypedDict):
    """A message for somebody who is away, as the site writes it for the worker of the page."""

    kind: str
    title: str
    body: str
    path: str
    lang: str
    stop: str
    device: str
