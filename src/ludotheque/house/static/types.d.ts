// Written by `python -m tools.types`: what pages and the house say to each other.
export type * from "./client.d.ts";

export type Role = "piece" | "place" | "button" | "ghost" | "trace" | "counter";

export type PartId = string;

/** The name of a drawing or a look: a hash of its content, so that it never changes its meaning. */
export type Key = string;

/** A label, or what stands in it before and after the own name of the part: the rest of its id. */
export type Label = string | [string, string];

/**
 * What a part looks like and is called, wherever it lies.
 *
 * Label, key of the drawing (or nothing), width and height; role, radius and ring, the last three only
 * as far as they are unusual.
 */
export type Look = [Label, Key, number, number, Role?, number?, string?];

/** A part: its look, x and y, the drawings on top of its own, and which part it was before. */
export type Part = [PartId, Key, number, number, Key[]?, PartId?];

/** A part that came, after its place among those of its area. */
export type NewPart = [number, PartId, Key, number, number, Key[]?, PartId?];

/** The looks of ghosts, and the parts over which they lie; they are drawn after all other parts. */
export type Ghosts = Record<PartId, [Key, PartId]>;

/**
 * An area without what lies in it; `box` is left, top, width and height in its own units.
 *
 * One that may lie `sideways` has its foot at the left then, its letters upright.
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

/** What changed in an area; parts go, change, come and are sorted, in this order. */
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

/** The areas that came or changed, by name, and the order of all if any came or went. */
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
 * What to do after some presses: where `one` or `only` is missing, the form before it holds.
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

/** By what the presses so far begin with, such as "pawn square". */
export type StepPrompts = Record<string, StepPrompt>;

/** What there is to say of a gesture besides its presses: the letters owed, the look of a ghost. */
export type Leaf = string;

/** One level for each press; where nothing is said below a level, it is a list. */
export type FamilyTree = { [key: string]: FamilyTree } | string[] | Leaf;

/**
 * How a word is typed at the end: lines drawn meanwhile, and its language.
 *
 * `threads` join presses by their places in the gesture, in a colour.
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

/** What parts and prompts refer to by key, as far as the page has not been sent it. */
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

/** The typed last step of a gesture: what the action begins with, and what the word must. */
export interface TypedStep extends TypedEnd {
  action: string;
  initial: string;
  letters: string;
}

/** What a gesture means: an action, or the beginning of one that is typed to its end. */
export type End = string | TypedStep;

/** The parts pressed in order, then what they mean. */
export type Gesture = [...PartId[], End];

/**
 * A seat and who sits on it, as one guest sees it.
 *
 * `sign` stands for the player, and `emblem` is the symbol that draws the same; `feels` says what
 * it is like to play against a bot.
 */
export interface Seat {
  name: string;
  label: string;
  sign: string;
  emblem: string;
  kind: SitterKind;
  feels: string;
  mine: boolean;
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

/** The prompt of a situation; `lead` names the player on a shared screen, before each prompt. */
export interface Said extends Prompt {
  lead: string;
}

/** How it ended; `offer` says who offers a rematch, `next_level` which bot to play next. */
export interface Over {
  text: string;
  why: string;
  rule: string;
  points: string;
  scores: string[];
  next_level: string;
  offer: string;
}

/** The seat that asks to take back, and whether it is the guest's. */
export interface UndoAsked {
  seat: number;
  mine: boolean;
}

/** What the guest may do now; `free_undo` says that taking back asks nobody. */
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
 * The facts of a table after event `seq` that are the same for everybody.
 *
 * `aim` is what one plays for, `turn` the seat to move, `rematch` the table of the next game.
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
 * `told` is what happened last, `verdict` what came of the last decision, if this guest took it.
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

/** A position to stop at: after the move of that number. */
export interface Stop {
  n: number;
  seat: number | null;
  text: string;
}

/** A decision and what chance did after it; `n` counts all moves up to there. */
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
 * What one decision, or another event, changed; what is not named stays.
 *
 * Moves stay up to a number. Ghosts come with gestures, in families.
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

/** A last step that is typed: what it begins with and must contain. */
export interface TypedBeginning {
  initial: string;
  letters: string;
}

/** Something that can be done now; if the end is typed, `action` is its beginning. */
export interface NamedGesture {
  presses: PartId[];
  action: string;
  typed: TypedBeginning | null;
}

/** A seat for programs, which says whether it is to move. */
export interface SeatInTurn extends Seat {
  turn: boolean;
}

/** How it ended, in numbers. */
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

/** The events after some number, and the number of the last. */
export interface PublicEvents {
  table: string;
  seq: number;
  events: PublicEvent[];
}

/** A command of a program that is on disk, at event `seq`, and the table after it. */
export interface KeptPosition {
  seq: number;
  position: TablePosition;
}

/** One step of a hint; `next` is what the step after it tells, empty after the last. */
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

/** The answer to a command that is stored, with the number of its first event. */
export interface Kept {
  type: "kept";
  id: string;
  seq: number;
}

/**
 * Why a message is refused.
 *
 * With `retry_after`, seconds, the same message may be sent again; without, it is settled.
 */
export interface Refused {
  type: "refused";
  id: string | null;
  text: string;
  rule?: string;
  retry_after?: number;
}

/** Why presses are no action. */
export interface Why {
  type: "why";
  text: string;
  rule: string;
}

/**
 * What presses that are a whole gesture would bring about.
 *
 * Unless `always`, it is shown only in a person's first games of a kind.
 */
export interface Outlook {
  type: "outlook";
  presses: PartId[];
  text: string;
  always: boolean;
}

/** The step of a hint that was asked for by the message with that id. */
export interface Hint extends HintStep {
  type: "hint";
  id: string;
}

/** How long a person is away, and for how long somebody at the table has waited. */
export interface SeatPresence {
  here: boolean;
  away_s: number | null;
  waited_s: number | null;
}

/** Who is at the table when it is after event `seq`, which came `turn_s` ago; none for bots. */
export interface Presence {
  type: "presence";
  seq: number;
  turn_s: number | null;
  limit_s: number;
  seats: (SeatPresence | null)[];
}

/** A sign or phrase that somebody at the table sent. */
export interface Reaction {
  type: "reaction";
  seat: number;
  what: string;
}

/** What a page is sent on its line. */
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

/** Who played on a seat. */
export interface ReviewSeat {
  name: string;
  sign: string;
  emblem: string;
  mine: boolean;
}

/** A finished game before anything is understood; `end` is what each seat got at the last. */
export interface ReviewStart {
  stops: (Stop | MoveLine)[];
  seats: ReviewSeat[];
  end: number[] | null;
  over: boolean;
}

/** What is newly understood of `total` decisions. */
export interface ReviewNews {
  table: string;
  total: number;
  done: boolean;
  decisions: Decision[];
}

/** The tables that anyone may join: how many there are, and the items of the list. */
export interface OpenTables {
  said: string;
  html: string;
}

/** A message for somebody who is away, as the site writes it for the worker of the page. */
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

/** An attempt that was right, with more to do or done, and the position after it. */
export interface LessonProgress {
  kind: "on" | "done";
  text: string;
  rule: string;
  view: LessonView;
}

/** What presses would bring about. */
export interface LessonOutlook {
  kind: "outlook";
  text: string;
}

/** The solution, for a player who gives up. */
export interface LessonSolution extends Solution {
  kind: "solution";
}

/** Nothing is to be said of presses while they can go on. */
export interface LessonNothing {
  kind: "nothing";
}

/** What an attempt is answered. */
export type LessonAnswer =
  | LessonRefusal
  | LessonProgress
  | LessonOutlook
  | LessonSolution
  | LessonNothing;

/** An exercise as its page is loaded, after what was typed without scripts. */
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
