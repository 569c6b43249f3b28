// A board to press on: joins what is drawn, what gestures allow, the camera and the keys.
import { Camera } from "./camera.js";
import { choiceButtons } from "./choices.js";
import { Clues } from "./clues.js";
import { $, find } from "./dom.js";
import { Drawings } from "./drawings.js";
import { Gestures, isTyped } from "./gestures.js";
import { Keys } from "./keys.js";
import { prepareMovement } from "./movement.js";
import { idOf, isGhost, partAround } from "./parts.js";
import { Scene } from "./scene.js";
import { typingForm } from "./typing.js";

/** @import { End, Gesture, Hint, PartId, PastView, TypedStep } from "./types.d.ts" */

/**
 * What a board tells: an action that was made, presses that lead nowhere, that something was taken
 * back or changed, how many presses there are.
 * @typedef {object} BoardEvents
 * @property {(action: string) => void} done
 * @property {(presses: PartId[]) => void} why
 * @property {() => void} back
 * @property {(count: number) => void} step
 */

/**
 * A typed step that was interrupted, to be taken up again as it was typed.
 * @typedef {{ pressed: PartId[], word: string, hadFocus: boolean }} Held
 */

/**
 * Whether a view tells of something new, and whether that is a move to be seen.
 * @typedef {{ fresh?: boolean, moved?: boolean }} News
 */

/** The areas of a table and what is offered below them. */
export class Board {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} choices
   * @param {BoardEvents} on
   */
  constructor(root, choices, on) {
    this.root = root;
    this.choices = choices;
    this.on = on;
    this.camera = new Camera(root);
    this.scene = new Scene(root, this.camera, new Drawings($("shared")));
    this.clues = new Clues(root, choices);
    this.keys = new Keys(root, { press: id => this.press(id), zoom: factor => this.zoom(factor) });
    this.gestures = new Gestures([], { ghosts: [], places: [] });
    /** @type {PartId[]} */
    this.pressed = [];
    /** @type {Held | null} */
    this.held = null;
    /** Whether an action is on its way, so that nothing can be pressed. */
    this.frozen = false;
    root.addEventListener("click", event => this.#click(event));
    document.addEventListener("keydown", event => this.#escape(event));
  }

  /**
   * @param {Omit<PastView, "prompt">} view
   * @param {Gesture[]} gestures
   * @param {News} [news]
   */
  show(view, gestures, { fresh = false, moved = false } = {}) {
    const focused = this.keys.focused();
    const move = moved ? this.#movementTo(view) : null;
    this.clues.show(null); // a hint is about the view before
    this.scene.draw(view);
    if (!this.frozen) this.#hold();
    else if (fresh) this.held = null;
    this.#begin(gestures);
    move?.();
    // A part that had to change its place among the others has lost the focus by it.
    if (focused?.isConnected && focused !== document.activeElement) this.keys.focus(focused);
    this.#resumeTyping();
  }

  /** @param {Pick<Hint, "kind" | "parts"> | null} hint */
  showHint(hint) {
    this.camera.reveal(this.clues.show(hint));
  }

  /** Lets nothing be pressed until the action that was made is answered. */
  freeze() {
    this.#hold();
    this.frozen = true;
    this.pressed = [];
    this.#light();
  }

  /** Takes up what was being typed, if the action was refused. */
  thaw() {
    if (!this.frozen) return;
    this.frozen = false;
    this.#light();
    this.#resumeTyping();
  }

  /** @param {PartId} id */
  press(id) {
    if (this.frozen) return;
    const { presses, ledOn, tookBack, ask, end } = this.gestures.press(this.pressed, id);
    const changed = presses !== this.pressed;
    this.pressed = presses;
    if (changed) this.#light();
    if (tookBack) this.on.back();
    if (ask) this.on.why(ask);
    else if (end !== null) this.#finish(end);
    else if (ledOn && this.choices.hidden) this.keys.moveOnTo(this.#nextParts());
  }

  /** Takes back the last press and the steps before it that were no choice. */
  back() {
    this.pressed = this.gestures.back(this.pressed);
    this.#light();
    this.on.back();
  }

  /** Puts the focus where the next press is. */
  home() {
    this.keys.focusFirstLit();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.camera.zoom(factor);
  }

  /** @param {Omit<PastView, "prompt">} view */
  #movementTo({ areas }) {
    const { scene } = this;
    const isPiece = (/** @type {string} */ key) => scene.drawings.look(key).role === "piece";
    return prepareMovement(this.root, scene.areas, areas, isPiece);
  }

  /** @param {Gesture[]} gestures */
  #begin(gestures) {
    const roles = { ghosts: this.scene.idsOf("ghost"), places: this.scene.idsOf("place") };
    this.gestures = new Gestures(gestures, roles);
    this.scene.makeButtons(this.gestures.parts());
    this.keys.keepTabStops();
    this.pressed = [];
    this.frozen = false;
    this.camera.reveal(this.scene.moved());
    this.#light();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const part = partAround(event.target);
    if (!part || this.camera.dragged) return;
    this.keys.takeTabStop(part);
    this.press(idOf(part));
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (event.key !== "Escape" || !this.pressed.length) return;
    event.preventDefault();
    this.back();
    this.home();
  }

  #hold() {
    const input = find(this.choices, "input", HTMLInputElement);
    const hadFocus = document.activeElement === input;
    this.held = input && { pressed: this.pressed, word: input.value, hadFocus };
  }

  #resumeTyping() {
    const end = this.held && this.gestures.end(this.held.pressed);
    if (!this.held || !end || !isTyped(end)) return;
    this.pressed = this.held.pressed;
    this.#light();
    this.#type(end, this.held.word, this.held.hadFocus);
  }

  #nextParts() {
    const next = this.frozen ? [] : this.gestures.next(this.pressed);
    return next.map(id => this.scene.part(id)).filter(part => part !== null);
  }

  #light() {
    const next = this.#nextParts();
    this.scene.light(next.map(idOf), this.pressed);
    this.scene.thread([]);
    this.#offer(next.filter(isGhost));
    this.on.step(this.pressed.length);
  }

  /** @param {SVGGElement[]} ghosts */
  #offer(ghosts) {
    this.choices.hidden = ghosts.length < 2;
    this.choices.replaceChildren();
    if (ghosts.length < 2) return;
    const buttons = choiceButtons(ghosts, {
      press: id => this.press(id),
      preview: ghost => this.scene.preview(ghost),
    });
    this.choices.append(...buttons);
    this.clues.markChoices();
    this.scene.preview(ghosts[0]);
    buttons[0].focus({ preventScroll: true });
  }

  /** @param {End} end */
  #finish(end) {
    if (isTyped(end)) this.#type(end, "", true);
    else this.on.done(end);
  }

  /**
   * Asks for the typed last step; threads join what was pressed.
   * @param {TypedStep} step
   * @param {string} word
   * @param {boolean} focus
   */
  #type(step, word, focus) {
    this.scene.thread((step.threads ?? []).map(([i, j]) => [this.pressed[i], this.pressed[j]]));
    const { form, input } = typingForm(step, this.choices.dataset, word, {
      change: () => this.on.back(),
      send: action => this.on.done(action),
    });
    this.choices.replaceChildren(form);
    this.choices.hidden = false;
    if (!focus) return;
    this.scene.part(this.pressed[this.pressed.length - 1])?.scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
  }
}
