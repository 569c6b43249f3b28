// What only the client knows; what it is sent is in `types.d.ts`, which exports this too.

import type { Command, Decision, HintRequest, PartId, Told, Worth } from "./types.d.ts";

declare module "./types.d.ts" {
  interface MoveLine {
    /** In words, where the page knows them. */
    told?: string;
  }
}

export type Expecting = (Command | HintRequest) & { expected: number };

/** What is sent once and never repeated. */
export type Remark =
  | { type: "hello"; since: number | null; deltas: 1; presence: 1 }
  | { type: "ping" }
  | { type: "react"; what: string }
  | { type: "press"; presses: PartId[] };

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

/** What a review says of a move. */
export type Mark = Exclude<Decision["mark"], "">;

/** What a position is worth, as the course of a game shows it. */
export type Verdict = Omit<Worth, "distance">;

/** A mistake that is kept on the device: after how many actions of a game, and its which turn. */
export interface Mistake {
  table: string;
  number: number;
  turn: number;
  /** When it was found, in milliseconds since 1970. */
  day: number;
  solved: boolean;
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
