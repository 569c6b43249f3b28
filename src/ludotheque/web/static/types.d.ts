// What pages and server say to each other. The server's side: `table/views/`, `table/messages.py`
// and `server/http/routes/socket.py`; a test holds both together.

export type PartId = string;

/** The typed last step of a gesture; `threads` join presses by their places in the gesture, in a colour. */
export interface TypedStep {
  action: string;
  initial: string;
  letters: string;
  threads?: [number, number, colour: string][];
  lang?: string;
}

/** What a gesture means: an action, or the beginning of one that is typed to its end. */
export type End = string | TypedStep;

/** The parts pressed in order, then what they mean. */
export type Gesture = [...PartId[], End];

/** What there is to say of a gesture besides its presses: the letters owed, the look of a ghost. */
export type Leaf = string | Key;

/** One level for each press; where nothing is said below a level, it is a list. */
export type FamilyTree = { [rest: string]: FamilyTree } | string[] | Leaf;

/** Gestures whose presses begin alike; `{0}` in the action is the rest of the first press. */
export interface Family {
  steps: string[];
  action: string;
  typed?: Required<Pick<TypedStep, "threads" | "lang">>;
  ghosts?: true;
  tree: FamilyTree;
}

/** The name of a drawing or a look: a hash of its content, so that it never changes its meaning. */
export type Key = string;

/** What a part is to a game: a trace cannot be pressed, a ghost is seen once it can be. */
export type Role = "piece" | "place" | "button" | "ghost" | "trace" | "counter";

/** A label, or what stands in it before and after the own name of the part: the rest of its id. */
export type Label = string | [before: string, after: string];

/** What a part looks like and is called, wherever it lies; `art` may be empty. */
export type Look = [
  label: Label,
  art: Key,
  w: number,
  h: number,
  role?: Role,
  radius?: number,
  ring?: string,
];

/** The looks of ghosts, and the parts over which they lie; they are drawn after all other parts. */
export type Ghosts = Record<PartId, [look: Key, over: PartId]>;

/** A part, and which part it was before the last move; marks are drawings on top of its own. */
export type Part = [id: PartId, look: Key, x: number, y: number, marks?: Key[], was?: PartId];

/** A region of the table; `box` is left, top, width and height in its own units. */
export interface Area {
  name: string;
  label: string;
  box: [number, number, number, number];
  endless: boolean;
  /** Whether it may lie with its foot at the left, letters upright. */
  sideways: boolean;
  below: Key[];
  above: Key[];
  parts: Part[];
}

/** What changed in an area; parts go, change, come at their places, and are sorted, in this order. */
export interface AreaChange {
  label?: string;
  box?: Area["box"];
  endless?: boolean;
  sideways?: boolean;
  below?: Key[];
  above?: Key[];
  gone?: PartId[];
  changed?: Part[];
  came?: [index: number, ...part: Part][];
  sorted?: PartId[];
}

export interface Seat {
  name: string;
  label: string;
  /** What stands for the player: a sign, and the symbol that draws the same. */
  sign: string;
  emblem: string;
  kind: "person" | "bot" | "open";
  feels: string;
  mine: boolean;
  points: number | null;
}

/** How it ended; `offer` says who offers a rematch, `next_level` which bot to play against next. */
export interface Over {
  text: string;
  why: string;
  rule: string;
  points: string;
  scores: string[];
  next_level: string;
  offer: string;
}

/** A decision and what chance did after it; `n` counts all moves up to there. */
export interface MoveLine {
  n: number;
  seat: number | null;
  text: string;
  chance: string[];
  /** In words, where that is known. */
  told?: string;
}

/** What the guest may do now. */
export interface Can {
  act: boolean;
  undo: boolean;
  resign: boolean;
  leave: boolean;
  rematch: boolean;
  hint: boolean;
  free_undo: boolean;
}

/** What to do now and why; `tip` is for a person's first games of a kind. */
export interface Prompt {
  do: string;
  why: string;
  tip: string;
}

/** The prompt of a situation; `lead` names the player on a shared screen, before every prompt. */
export interface Said extends Prompt {
  lead: string;
}

/** What to do after some presses: where `one` or `only` is missing, the form before it holds. The
 * page fills in {n}, {last}, {L} and {letters}; `play`, `turn` and `back` are labels of buttons. */
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

/** A position that can only be looked at; drawings refer to symbols by name. */
export interface PastView {
  prompt: Said;
  symbols: Record<string, string>;
  drawings: Record<Key, string>;
  looks: Record<Key, Look>;
  areas: Area[];
  ghosts?: Ghosts;
}

/** Which press makes a move, and not only shows it: the last one, that of a mouse, or the button. */
export type Plays = "press" | "mouse" | "button";

/** A table as one guest sees it after event `seq`. */
/** The time of each seat when the turn began; that of `running` runs from `from_ms` on. */
export interface Clock {
  pace: string;
  text: string;
  left_ms: number[];
  running: number | null;
  from_ms: number | null;
}

export interface View extends PastView {
  seq: number;
  title: string;
  /** What one plays for, in one sentence. */
  aim: string;
  plays: Plays;
  /** The key of the prompts that go with the gestures. */
  steps: Key;
  prompts: Record<Key, StepPrompts>;
  /** The seat to move. */
  turn: number | null;
  told: string;
  /** What came of the last decision, if this guest took it. */
  verdict: string;
  seats: Seat[];
  gestures: Gesture[];
  moves: MoveLine[];
  notice: { text: string; why: string; svg: string } | null;
  over: Over | null;
  undo: { seat: number; mine: boolean } | null;
  clock: Clock | null;
  can: Can;
  rematch: string | null;
}

/** What one decision, or another event, changed; what is not told stays, and moves up to `upTo`.
 * Ghosts come with gestures, in families. */
export interface Step {
  seq: number;
  facts?: Record<string, unknown>;
  moves?: [upTo: number, ...lines: MoveLine[]];
  gestures?: Family[];
  symbols?: Record<string, string>;
  drawings?: Record<Key, string>;
  looks?: Record<Key, Look>;
  prompts?: Record<Key, StepPrompts>;
  areas?: Record<string, Area | AreaChange>;
  order?: string[];
}

/** Steps that lead on from event `from`, in order. */
export interface Steps {
  type: "steps";
  from: number;
  steps: Step[];
}

export type HintKind = "where" | "piece" | "why" | "move";

/** One step of a hint; `next` is what the step after it tells, empty after the last. */
export interface Hint {
  type: "hint";
  id: string;
  seq: number;
  step: number;
  kind: HintKind;
  text: string;
  parts: PartId[];
  next: HintKind | "";
}

export interface Kept {
  type: "kept";
  id: string;
  seq: number;
}

/** With `retry_after`, seconds, the same message may be sent again; without, it is settled. */
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

/** What presses that are a whole gesture would bring about. */
export interface Outlook {
  type: "outlook";
  presses: PartId[];
  text: string;
  /** Whether it is shown beyond a person's first games of a kind. */
  always: boolean;
}

/** Of one person: how long they are away, and for how long somebody at the table has waited. */
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

export type Incoming =
  | { type: "view"; view: View }
  | Steps
  | { type: "pong" }
  | Kept
  | Refused
  | Why
  | Outlook
  | Hint
  | Presence
  | Reaction;

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

export type Expecting = (Command | HintRequest) & { expected: number };

/** What is sent once and never repeated. */
export type Remark =
  | { type: "hello"; since: number | null; deltas: 1; presence: 1 }
  | { type: "ping" }
  | { type: "react"; what: string }
  | { type: "press"; presses: PartId[] };

/** The tables that anyone may join: how many there are, and the items of the list. */
export interface OpenTables {
  said: string;
  html: string;
}

/** What the scripts of the page of a table tell each other (bridge.js). */
export interface TableEvents {
  /** A message of the server that table.js has no use for. */
  "table-message": Incoming;
  /** The table has been drawn: its seats and panels are new. */
  "table-shown": View;
  /** Something is to be heard. */
  "table-sound": Sound;
  /** Something is to be said once, if the line stands. */
  "table-say": Remark;
  /** A command is to be sent until it is answered, as if it had been given by a press. */
  "table-send": Command;
}

export type Sound = "place" | "draw" | "refuse" | "turn" | "end";

export type WireState = "connecting" | "connected" | "offline";

/** Sentences of the page of a table; `#` stands for what is filled in. */
export interface TableWords extends Record<WireState, string> {
  sent: string;
  kept: string;
  see_rule: string;
  close: string;
  play: string;
  back: string;
  undo: string;
  ask_undo: string;
  undo_asked: string;
  undo_waiting: string;
  accept: string;
  refuse: string;
  withdraw: string;
  rematch: string;
  to_rematch: string;
  later: string;
  next_level: string;
  hand_over: string;
  review: string;
  share: string;
  shared: string;
  shelf: string;
  you: string;
  resign: string;
  resign_ask: string;
  resign_why: string;
  go_on: string;
  leave: string;
  leave_ask: string;
  leave_why: string;
  stay: string;
  copied: string;
  days: string;
  hours: string;
  decimal_point: string;
  time_left: string;
  says: string;
  mute: string;
  last_round: string;
  hint_where: string;
  hint_piece: string;
  hint_why: string;
  hint_move: string;
  hint_close: string;
  hint_sought: string;
  here: string;
  away: string;
  not_here: string;
  absent: string;
  absent_many: string;
  absent_now: string;
  claim: string;
  replace_bot: string;
  replace_open: string;
}

/** A lesson of the guided first game: a position with one thing to do, or with praise once it is done. */
export interface LessonView extends PastView {
  plays: Plays;
  steps: Key;
  prompts: Record<Key, StepPrompts>;
  gestures: Gesture[];
  solution: { text: string; parts: PartId[] } | null;
  done: boolean;
}

/** What an attempt is answered: refused by the rules, legal but not what was asked for, right with
 * more to do, done; of presses, what they would bring about, or nothing while they can go on. */
export type LessonAnswer =
  | { kind: "refused" | "other"; text: string; rule: string }
  | { kind: "on" | "done"; text: string; rule: string; view: LessonView }
  | { kind: "outlook"; text: string }
  | { kind: "solution"; text: string; parts: PartId[] }
  | { kind: "nothing" };

/** A lesson as its page is loaded, after what was typed without scripts. */
export interface LessonStart {
  kind: "refused" | "other" | "on" | "done";
  text: string;
  rule: string;
  view: LessonView;
  actions: string[];
}

/** Sentences of the page of a lesson. */
export interface LessonWords extends PromptWords {
  no_answer: string;
  thinking: string;
}

/** Sentences of the page of a problem; `#` stands for a number. */
export interface ProblemWords extends LessonWords {
  retry: string;
  solution: string;
  streak: string;
  solved_first: string;
  solved_tries: string;
  solved_shown: string;
  result_copied: string;
}

/** Sentences of every board that is played on; `#` stands for what is filled in. */
export interface PromptWords {
  see_rule: string;
  close: string;
  play: string;
  back: string;
}

/** What a position is worth to a seat; an estimate lies between `low` and `high`. */
export interface Verdict {
  share: number;
  proved: boolean;
  low: number | null;
  high: number | null;
  distance?: number | null;
}

export type Mark = "only" | "slip" | "mistake" | "blunder" | "unknown";

/** A decision as the review judges it. */
export interface Decision {
  number: number;
  round: number;
  seat: number;
  action: string;
  mark: Mark | "";
  luck: string;
  told: string;
  text: string;
  worth: Verdict[];
  best: Verdict | null;
  taken: Verdict | null;
  better: { action: string; proof: string[]; text: string } | null;
}

/** A position to stop at: after the move of that number. */
export type Stop = Pick<MoveLine, "n" | "seat" | "text">;

export type ReviewSeat = Pick<Seat, "name" | "sign" | "emblem" | "mine">;

/** A mistake that is kept on the device: after how many actions of a game, and its which turn. */
export interface Mistake {
  table: string;
  number: number;
  turn: number;
  /** When it was found, in milliseconds since 1970. */
  day: number;
  solved: boolean;
}

/** A finished game before anything is understood; `end` is what the last round gave each seat. */
export interface ReviewStart {
  stops: Stop[];
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

/** Sentences of the page of a review; `#` and `@` stand for what is filled in. */
export interface ReviewWords {
  start: string;
  thinking: string;
  progress: string;
  done: string;
  offline: string;
  wins: string;
  even: string;
  proved: string;
  estimated: string;
  aside: string;
  back: string;
  see: string;
  move: string;
  line: string;
  look: string;
  retry: string;
  improve: string;
  marks: Record<Mark, string>;
}

/** A message as the site writes it for the worker. */
export interface Told {
  kind: string;
  title: string;
  body: string;
  path: string;
  lang: string;
  stop: string;
  device: string;
}

interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void;
}

/** A subscription that a push service has replaced, and the new one if it is known. */
export interface Replaced extends Extended {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

interface Page {
  url: string;
  focus(): Promise<unknown>;
}

/** A request of a page, which the service worker may answer. */
export interface Fetched {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What a service worker has around it, as far as it is used; TypeScript's own excludes the DOM. */
export interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll(options: object): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
    claim(): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", act: (event: Extended) => void): void;
  addEventListener(type: "fetch", act: (event: Fetched) => void): void;
  addEventListener(type: "message", act: (event: MessageEvent) => void): void;
  addEventListener(type: "push", act: (event: Extended & { data: { json(): Told } }) => void): void;
  addEventListener(type: "pushsubscriptionchange", act: (event: Replaced) => void): void;
  addEventListener(
    type: "notificationclick",
    act: (event: Extended & { notification: Notification; action: string }) => void,
  ): void;
}

/** What a page and its table speak by: a socket, or something that looks like one. */
export interface Line {
  readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the house without a server offers its pages. */
export interface Pocket {
  /** The path of the page that is shown, as a site would have it. */
  path: string;
  ask(path: string, how?: RequestInit): Promise<Response>;
  openLine(table: string): Line;
}

/** What the Worker that is the house says to its page. */
export type PocketMessage =
  | { line: string; text: string }
  | { progress: number }
  | { failed: string }
  | { id: number; value?: unknown; error?: string };

/** The door of the house, in Python. */
export interface Door {
  answer(asked: string): Promise<string>;
  open(line: string, table: string, lang: string): Promise<boolean>;
  hear(line: string, text: string): Promise<void>;
  close(line: string): void;
  heard(table: string): Promise<void>;
}

/** What was built: its version, the site beside it, and where the scripts of pages lie. */
export interface Build {
  version: string;
  site: string;
  /** The files with the words of each language. */
  words: Record<string, string[]>;
  /** What was worked out before, for players that know it. */
  data: string[];
  scripts: Record<string, string>;
}

/** As much of Pyodide as is used. */
export interface Pyodide {
  FS: { writeFile(path: string, content: Uint8Array): void; mkdirTree(path: string): void };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  runPython(code: string): unknown;
  registerJsModule(name: string, module: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: a module of Python has any name
  pyimport(name: string): any;
}

declare global {
  var pocket: Pocket;
}
