// The prompt of a table: what to do now, why, and the buttons that do it.

import { $, button, makeEmblem, pointerOf } from "../lib/dom.js";
import { promptAfter, said } from "./prompts.js";

/** @import { Can, PartId, PromptWords, View } from "../types.d.ts" */
/** @import { Board } from "../board/board.js" */
/** @import { Shown } from "./prompts.js" */

// After this many games, tips for beginners are left out.
const CHATTY_GAMES = 3;

/** How often a game was played to its end on this device, and whether its aim was read. */
export class Experience {
  /** @param {string} game */
  constructor(game) {
    this.key = `played-${game}`;
  }

  get games() {
    return Number(localStorage.getItem(this.key) ?? 0);
  }

  /** Whether the aim of the game need not be shown any more. */
  get told() {
    return this.games > 0 || localStorage.getItem(`told-${this.key}`) !== null;
  }

  tell() {
    localStorage.setItem(`told-${this.key}`, "");
  }

  get chatty() {
    return this.games < CHATTY_GAMES;
  }

  count() {
    localStorage.setItem(this.key, String(this.games + 1));
  }
}

/**
 * What the prompt depends on.
 * @typedef {Pick<View, "prompt" | "prompts" | "steps" | "seats" | "turn"> & { can: Pick<Can, "act"> }} Prompted
 */

/** The prompt below the board, and its buttons. */
export class Prompter {
  /**
   * @param {Board} board
   * @param {PromptWords} words
   * @param {Pick<Experience, "chatty">} experience
   */
  constructor(board, words, experience) {
    this.board = board;
    this.words = words;
    this.experience = experience;
    /** What the gesture with these presses would do. */
    this.outlook = { presses: "", text: "", grave: false };
  }

  /**
   * @param {PartId[]} presses
   * @param {string} text
   * @param {boolean} [grave] whether it is highlighted
   */
  foretell(presses, text, grave = false) {
    this.outlook = { presses: presses.join(), text, grave };
  }

  /** @param {Prompted} view */
  show(view) {
    const { gestures, pressed } = this.board;
    const { chatty } = this.experience;
    const prompts = view.prompts[view.steps] ?? {};
    const word = this.board.word() ?? "";
    const shown = pressed.length ? promptAfter(prompts, gestures, pressed, word, chatty) : null;
    const now = shown ?? { ...said(view.prompt, {}, chatty), play: "", turn: "", back: "" };
    const foretold = this.outlook.presses === pressed.join() ? this.outlook.text : "";
    this.#say(view.prompt.lead + now.do, foretold || now.why);
    $("reason").classList.toggle("grave", foretold !== "" && this.outlook.grave);
    showWhose(view);
    $("table").classList.toggle("types", this.board.word() !== null);
    const buttons = pressed.length ? this.#buttons(now) : this.#choices(view.can.act);
    $("table").classList.toggle("pressing", pressed.length > 0 || buttons.length > 1);
    this.#offer(buttons);
  }

  /**
   * Changes only what is different, so that screen readers speak it once.
   * @param {string} text
   * @param {string} why
   */
  #say(text, why) {
    if ($("do").textContent !== text) $("do").textContent = text;
    if ($("reason").textContent !== why) $("reason").textContent = why;
  }

  /**
   * The buttons of a gesture that has begun.
   * @param {Shown} shown
   */
  #buttons({ play, turn, back }) {
    const { board, words } = this;
    const made = [];
    const whole = board.playable();
    if (turn && board.canTurn()) {
      made.push(button(turn, () => board.turn(), { "data-do": "turn" }));
    }
    if (whole !== null && board.word() === null) {
      const text = play || words.play;
      made.push(
        button(text, () => board.isReady() && board.play(), { class: "main", "data-do": "play" }),
      );
    }
    const label = back || words.back;
    made.push(button(back || "✕", () => board.back(), { "aria-label": label, "data-do": "back" }));
    return made;
  }

  /**
   * Creates the buttons for parts that are not on the board but beside it.
   * @param {boolean} canAct
   */
  #choices(canAct) {
    const { board } = this;
    if (!canAct || board.frozen) return [];
    const offered = board.gestures.next([]);
    const choices = board.scene.buttonLabels().filter(({ id }) => offered.includes(id));
    return choices.map(({ id, label }) => {
      const press = (/** @type {Event} */ event) => board.press(id, pointerOf(event));
      return button(label, press, { "data-id": id, "data-do": "press" });
    });
  }

  /**
   * Puts buttons into the prompt; the focus stays on a button that does the same.
   * @param {HTMLElement[]} made
   */
  #offer(made) {
    const home = $("buttons");
    const focused = home.contains(document.activeElement) ? document.activeElement : null;
    const mark = focused instanceof HTMLElement ? focused.dataset.do : null;
    home.replaceChildren(...made);
    if (!mark) return;
    const again =
      made.find(each => each.dataset.do === mark) ?? made.find(each => each.dataset.do === "play");
    if (again) again.focus({ preventScroll: true });
    else this.board.keys.home();
  }
}

/**
 * Shows the emblem of the player to move, unless only that player uses this device.
 * @param {Prompted} view
 */
function showWhose({ prompt, can, seats, turn }) {
  const named = turn !== null && (prompt.lead !== "" || !can.act);
  $("whose").replaceChildren(...(named ? [makeEmblem(seats[turn].emblem)] : []));
}
