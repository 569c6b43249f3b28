// Types that only the client uses. Those of messages are in `types.d.ts`, which re-exports these.

import type { Command, Decision, HintRequest, PartId, Told, Worth } from "./types.d.ts";

export type Expecting = (Command | HintRequest) & { expected: number };

/** A message that is sent once and not repeated, unlike a command. */
export type Remark =
  | { type: "hello"; since: number | null; deltas: 1; presence: 1 }
  | { type: "ping" }
  | { type: "react"; what: string }
  | { type: "press"; presses: PartId[] };

export type Sound = "place" | "refuse" | "turn" | "end";

export type WireState = "connecting" | "connected" | "offline";

/** Texts of the page of a table; `#` is a placeholder. */
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

/** Texts of the page of a lesson. */
export interface LessonWords extends PromptWords {
  no_answer: string;
  thinking: string;
}

/** Texts of the page of a problem; `#` is the placeholder of a number. */
export interface ProblemWords extends LessonWords {
  retry: string;
  solution: string;
  streak: string;
  solved_first: string;
  solved_tries: string;
  solved_shown: string;
  result_copied: string;
}

/** Texts of every page with a board to play on; `#` is a placeholder. */
export interface PromptWords {
  see_rule: string;
  close: string;
  play: string;
  back: string;
}

/** How a review rates a move. */
export type Mark = Exclude<Decision["mark"], "">;

/** The worth of a position, as the graph of a review shows it. */
export type Verdict = Omit<Worth, "distance">;

/** A mistake stored on the device; `number` is how many actions precede it, `turn` counts turns. */
export interface Mistake {
  table: string;
  number: number;
  turn: number;
  /** When it was found, in milliseconds since 1970. */
  day: number;
  solved: boolean;
}

/** Texts of the page of a review; `#` and `@` are placeholders. */
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

interface Extended extends Event {
  waitUntil(done: Promise<unknown>): void;
}

/** The event that a push service has replaced a subscription; null stands for an unknown one. */
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

/** The part of a service worker's globals in use; TypeScript's own type excludes the DOM. */
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

/** The live connection of a page to its table: a WebSocket, or an object that works like one. */
export interface Line {
  readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What the pocket offers its pages. */
export interface Pocket {
  /** The path that the current page would have on a site. */
  path: string;
  ask(path: string, how?: RequestInit): Promise<Response>;
  openLine(table: string): Line;
}

/** A message to a page from the Worker that runs the house. */
export type PocketMessage =
  | { line: string; text: string }
  | { progress: number }
  | { failed: string }
  | { id: number; value?: unknown; error?: string };

/** `ludotheque.pocket.door.Door` in Python. */
export interface Door {
  answer(asked: string): Promise<string>;
  open(line: string, table: string, lang: string): Promise<boolean>;
  hear(line: string, text: string): Promise<void>;
  close(line: string): void;
  heard(table: string): Promise<void>;
}

/** The contents of `build.json`: the version, the site that goes with it, addresses of files. */
export interface Build {
  version: string;
  site: string;
  /** The word lists of each language. */
  words: Record<string, string[]>;
  /** Files of solved games, which perfect bots need. */
  data: string[];
  scripts: Record<string, string>;
}

/** The part of Pyodide in use. */
export interface Pyodide {
  FS: { writeFile(path: string, content: Uint8Array): void; mkdirTree(path: string): void };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  runPython(code: string): unknown;
  registerJsModule(name: string, module: object): void;
  // biome-ignore lint/suspicious/noExplicitAny: a Python module may define any name
  pyimport(name: string): any;
}

declare global {
  var pocket: Pocket;
}
