// Written by `python -m tools.types`: what pages and the house say to each other.
export type * from "./client.d.ts";

export type Role = "piece" | "place" | "button" | "ghost" | "trace" | "counter";

export type PartId = string;

/** The key of a drawing or a look: a hash of its content, so that its meaning never changes. */
export type Key = string;

/** A label, or its text before and after the part's own name (its id after the first hyphen). */
export type Label = string | [string, string];

/**
 * The label and the look of a part, wherever it lies.
 *
 * Label, key of the drawing (empty without one), width and height; then role, radius and ring, as far
 * as they differ from the defaults.
 */
export type Look = [Label, Key, number, number, Role?, number?, string?];

/** A part: its id, look, x and y, the drawings of its marks, and its id before it moved. */
export type Part = [PartId, Key, number, number, Key[]?, PartId?];

/** A new part, preceded by its index among the parts of its area. */
export type NewPart = [number, PartId, Key, number, number, Key[]?, PartId?];

/** The looks of ghosts, and the parts over which they lie; they are drawn after all other parts. */
export type Ghosts = Record<PartId, [Key, PartId]>;

/**
 * An area without its contents; `box` is left, top, width and height in its own units.
 *
 * If it is `sideways`, a page may turn it, with its foot at the left and its letters upright.
 */
export interface AreaFrame {
  name: string;
  label: string;
  box: [number, number, number, number];
  endless: boolean;
  sideways: boolean;
}

/** A region of the table, with what is drawn below and above its parts. */
export interface Area extends AreaFrame {
  below: Key[];
  above: Key[];
  parts: Part[];
}

/** What changed in an area; parts are removed, changed, added and sorted, in this order. */
export interface AreaChange {
  label?: string;
  box?: [number, number, number, number];
  endless?: boolean;
  sideways?: boolean;
  below?: Key[];
  above?: Key[];
  gone?: PartId[];
  changed?: Part[];
  came?: NewPart[];
  sorted?: PartId[];
}

/** The new and changed areas by name, and the order of all if any were added or removed. */
export interface SceneChanges {
  areas?: Record<string, Area | AreaChange>;
  order?: string[];
}

/** What to do now and why; `tip` is for a person's first games of a kind. */
export interface Prompt {
  do: string;
  why: string;
  tip: string;
}

/**
 * What to do after some presses; if `one` or `only` is missing, the form before it applies.
 *
 * The page fills in {n}, {last}, {L} and {letters}; `play`, `turn` and `back` are labels of
 * buttons.
 */
export interface StepPrompt {
  many: Prompt;
  one?: Prompt;
  only?: Prompt;
  play?: string;
  turn?: string;
  back?: string;
}

/** Prompts by the beginnings of the ids pressed so far, such as "pawn square". */
export type StepPrompts = Record<string, StepPrompt>;

/** What a gesture has besides its presses: the letters of its word, or the look of a ghost. */
export type Leaf = string;

/** One level for each press; the last level is a list if it has no leaves. */
export type FamilyTree = { [key: string]: FamilyTree } | string[] | Leaf;

/**
 * How a word is typed at the end: lines drawn meanwhile, and its language.
 *
 * Each of `threads` joins two presses, given by their index in the gesture, with a colour.
 */
export interface TypedEnd {
  threads: [number, number, string][];
  lang: string;
}

/** Gestures whose presses begin alike; `{0}` in the action is the rest of the first press. */
export interface Family {
  steps: string[];
  action: string;
  tree: FamilyTree;
  typed?: TypedEnd;
  ghosts?: true;
}

/** What parts and prompts refer to by key, without what the page already has. */
export interface Scenery {
  symbols?: Record<string, string>;
  drawings?: Record<Key, string>;
  looks?: Record<Key, Look>;
  prompts?: Record<Key, StepPrompts>;
}

/** All areas of a scene, and everything that their parts refer to. */
export interface WholeScene {
  symbols: Record<string, string>;
  drawings: Record<Key, string>;
  looks: Record<Key, Look>;
  areas: Area[];
  ghosts: Ghosts;
}

export type KnownMark = "" | "only" | "slip" | "mistake" | "blunder";

/** What something is worth to a seat; an estimate lies between `low` and `high`. */
export interface Worth {
  share: number;
  proved: boolean;
  low: number | null;
  high: number | null;
  distance: number | null;
}

/** What would have been better, with the line that proves it. */
export interface Better {
  action: string;
  proof: string[];
  text: string;
}

/** A decision as the review judges it. */
export interface Decision {
  number: number;
  round: number;
  seat: number;
  action: string;
  mark: KnownMark | "unknown";
  luck: string;
  told: string;
  text: string;
  worth: Worth[];
  best: Worth | null;
  taken: Worth | null;
  better: Better | null;
}

export type Plays = "press" | "mouse" | "button";

export type HintKind = "where" | "piece" | "why" | "move";

export type SitterKind = "person" | "bot" | "open";

/** A typed last step: the first letter of the word, and the letters it must contain. */
export interface TypedBeginning {
  initial: string;
  letters: string;
}

/** The typed last step of a gesture: how the action begins, and what the word must contain. */
export interface TypedStep extends TypedEnd, TypedBeginning {
  action: string;
}

/** What a gesture means: an action, or the beginning of one whose end is typed. */
export type End = string | TypedStep;

/** The parts pressed in order, then what they mean. */
export type Gesture = [...PartId[], End];

/**
 * Who plays or has played on a seat, as one guest sees it.
 *
 * `sign` is a character that stands for the player, `emblem` the symbol that draws the same.
 */
export interface ReviewSeat {
  name: string;
  sign: string;
  emblem: string;
  mine: boolean;
}

/** A seat of a table; `feels` describes how it is to play against the bot. */
export interface Seat extends ReviewSeat {
  label: string;
  kind: SitterKind;
  feels: string;
  points: number | null;
}

/** The time of each seat when the turn began; that of `running` runs from `from_ms` on. */
export interface Clock {
  pace: string;
  text: string;
  left_ms: number[];
  running: number | null;
  from_ms: number | null;
}

/** A prompt; `lead`, shown before it, names the player on a shared screen. */
export interface Said extends Prompt {
  lead: string;
}

/** How the game ended; `offer` says who offers a rematch, `next_level` whom to play next. */
export interface Over {
  text: string;
  why: string;
  rule: string;
  points: string;
  scores: string[];
  next_level: string;
  offer: string;
}

/** The seat that asks for an undo, and whether it is the guest's. */
export interface UndoAsked {
  seat: number;
  mine: boolean;
}

/** What the guest may do now; with `free_undo`, an undo needs no consent. */
export interface Can {
  act: boolean;
  undo: boolean;
  resign: boolean;
  leave: boolean;
  rematch: boolean;
  hint: boolean;
  free_undo: boolean;
}

/** The end of a round: the score, and its last position as a picture. */
export interface Notice {
  text: string;
  why: string;
  svg: string;
}

/**
 * The facts of a table after event `seq` that are the same for all guests.
 *
 * `aim` is the aim of the game, `turn` the seat to move, `rematch` the table of the next game.
 */
export interface SharedFacts {
  seq: number;
  aim: string;
  plays: Plays;
  turn: number | null;
  clock: Clock | null;
  rematch: string;
}

/**
 * The facts of a table for one guest, which a page and a program both receive.
 *
 * `told` says what happened last, `verdict` the result of the last decision for this guest.
 */
export interface GuestFacts extends SharedFacts {
  told: string;
  prompt: Said;
  verdict: string;
  over: Over | null;
  undo: UndoAsked | null;
  can: Can;
}

/** The facts of a table for one guest, and who sits there. */
export interface TableFacts extends GuestFacts {
  seats: Seat[];
}

/** The facts that a page shows; `steps` is the key of the prompts that go with the gestures. */
export interface PageFacts extends TableFacts {
  title: string;
  notice: Notice | null;
  steps: Key;
}

/** A position at which a reader can stop: the one after move `n`. */
export interface Stop {
  n: number;
  seat: number | null;
  text: string;
}

/** A decision and the chance moves after it; `n` counts all moves up to there. */
export interface MoveLine extends Stop {
  chance: string[];
}

/** A position that can only be looked at; drawings refer to symbols by name. */
export interface PastView extends WholeScene {
  prompt: Said;
}

/** A table as one guest sees it after event `seq`. */
export interface View extends PageFacts, WholeScene {
  prompts: Record<Key, StepPrompts>;
  gestures: Gesture[];
  moves: MoveLine[];
}

/**
 * The changes made by a decision or another event; fields that are absent stay as they were.
 *
 * `moves` is the number of moves that stay, then the lines that follow them. Gestures come
 * in families.
 */
export interface Step extends Scenery, SceneChanges {
  seq: number;
  facts?: Record<string, unknown>;
  moves?: [number, ...MoveLine[]];
  gestures?: Family[];
}

/** Steps that lead on from event `from`, in order. */
export interface Steps {
  type: "steps";
  from: number;
  steps: Step[];
}

/** A gesture that is possible now; if its end is typed, `action` is only the beginning. */
export interface NamedGesture {
  presses: PartId[];
  action: string;
  typed: TypedBeginning | null;
}

/** A seat as a program receives it, with whether it is to move. */
export interface SeatInTurn extends Seat {
  turn: boolean;
}

/** How the game ended, in numbers. */
export interface EndResult {
  returns: number[];
  points: number[];
}

/** A table as a program receives it: nothing is drawn, and everything is in notation. */
export interface TablePosition extends GuestFacts {
  seats: SeatInTurn[];
  table: string;
  spec: string;
  rules: number;
  state: string;
  gestures: NamedGesture[];
  result: EndResult | null;
}

/** One event of the log of a table. */
export interface PublicEvent {
  seq: number;
  kind: string;
  body: Record<string, unknown>;
  at: number | null;
}

/** The events after a given number, and the number of the last one. */
export interface PublicEvents {
  table: string;
  seq: number;
  events: PublicEvent[];
}

/** The reply to a program's command that has been stored: its first event and the new table. */
export interface KeptPosition {
  seq: number;
  position: TablePosition;
}

/** One step of a hint; `next` is the kind of the following step, empty after the last. */
export interface HintStep {
  seq: number;
  step: number;
  kind: HintKind;
  text: string;
  parts: PartId[];
  next: HintKind | "";
}

/** The whole view of a table. */
export interface ViewMessage {
  type: "view";
  view: View;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** The reply to a command that has been stored; `seq` is the number of its first event. */
export interface Kept {
  type: "kept";
  id: string;
  seq: number;
}

/**
 * Why a message is refused.
 *
 * With `retry_after` (seconds) the same message may be sent again; without, the refusal is final.
 */
export interface Refused {
  type: "refused";
  id: string | null;
  text: string;
  rule?: string;
  retry_after?: number;
}

/** Why presses form no action. */
export interface Why {
  type: "why";
  text: string;
  rule: string;
}

/**
 * What a complete gesture would do.
 *
 * Unless `always` is set, it is shown only in a player's first games of that kind.
 */
export interface Outlook {
  type: "outlook";
  presses: PartId[];
  text: string;
  always: boolean;
}

/** The step of a hint that the message with that id requested. */
export interface Hint extends HintStep {
  type: "hint";
  id: string;
}

/** How long a player has been away, and how long another player has been waiting for them. */
export interface SeatPresence {
  here: boolean;
  away_s: number | null;
  waited_s: number | null;
}

/**
 * Who is present at the table after event `seq`, by seat; None for seats without a person.
 *
 * `turn_s` is the time since the last event, `limit_s` how long the others must wait before
 * they may act.
 */
export interface Presence {
  type: "presence";
  seq: number;
  turn_s: number | null;
  limit_s: number;
  seats: (SeatPresence | null)[];
}

/** A sign or phrase that a guest at the table sent. */
export interface Reaction {
  type: "reaction";
  seat: number;
  what: string;
}

/** The messages that a page receives while it follows a table. */
export type Incoming =
  | ViewMessage
  | Steps
  | Pong
  | Kept
  | Refused
  | Why
  | Outlook
  | Hint
  | Presence
  | Reaction;

/** A finished game before its review; `end` is each seat's share of a win in the last round. */
export interface ReviewStart {
  stops: (Stop | MoveLine)[];
  seats: ReviewSeat[];
  end: number[] | null;
  over: boolean;
}

/** The newly reviewed decisions, out of `total`. */
export interface ReviewNews {
  table: string;
  total: number;
  done: boolean;
  decisions: Decision[];
}

/** The tables that anyone may join: a sentence with their number, and the items of the list. */
export interface OpenTables {
  said: string;
  html: string;
}

/** A notification to a guest who is away, as the site sends it to the service worker. */
export interface Told {
  kind: string;
  title: string;
  body: string;
  path: string;
  lang: string;
  stop: string;
  device: string;
}

export type AnswerKind = "refused" | "other" | "on" | "done";

/** How to do what is asked for, with the parts to press in order. */
export interface Solution {
  text: string;
  parts: PartId[];
}

/** A position with one thing to do, or with praise once it is done. */
export interface LessonView extends PastView {
  plays: Plays;
  steps: Key;
  prompts: Record<Key, StepPrompts>;
  gestures: Gesture[];
  solution: Solution | null;
  done: boolean;
}

/** An attempt that the rules refuse, or that is legal but not what was asked for. */
export interface LessonRefusal {
  kind: "refused" | "other";
  text: string;
  rule: string;
}

/** An attempt that was right, with more to do (`on`) or `done`, and the position after it. */
export interface LessonProgress {
  kind: "on" | "done";
  text: string;
  rule: string;
  view: LessonView;
}

/** What complete presses would do. */
export interface LessonOutlook {
  kind: "outlook";
  text: string;
}

/** The solution, for a player who gives up. */
export interface LessonSolution extends Solution {
  kind: "solution";
}

/** The reply to presses that are incomplete, or whose effect has no description. */
export interface LessonNothing {
  kind: "nothing";
}

/** The answer to an attempt. */
export type LessonAnswer =
  | LessonRefusal
  | LessonProgress
  | LessonOutlook
  | LessonSolution
  | LessonNothing;

/** An exercise when its page is loaded, after actions that were typed without JavaScript. */
export interface LessonStart {
  kind: AnswerKind;
  text: string;
  rule: string;
  view: LessonView;
  actions: string[];
}

/** What changes the table; the wire adds an id to be answered by. */
export type Command =
  | { type: "act"; action: string }
  | { type: "resign" }
  | { type: "undo" }
  | { type: "answer_undo"; what: "accepted" | "refused" | "withdrawn" }
  | { type: "leave"; to: "bot" | "open" }
  | { type: "fill"; seat: number }
  | { type: "close" }
  | { type: "claim" }
  | { type: "replace"; seat: number; to: "bot" | "open" };

/** Asks for one step of a hint; it is answered like a command, and changes nothing. */
export type HintRequest = { type: "hint"; step: number };
