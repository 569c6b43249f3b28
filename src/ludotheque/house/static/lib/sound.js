// Short wooden sounds, synthesized when they are played. No information is given by sound alone.
import { setting } from "./setting.js";

/** @import { Sound } from "../types.d.ts" */

/**
 * A knock: its pitch, duration and volume, and how long after the start it sounds.
 * @typedef {[hertz: number, seconds: number, loud: number, after: number]} Knock
 */

/** @type {Record<Sound, Knock[]>} */
const KNOCKS = {
  place: [
    [320, 0.07, 0.5, 0],
    [150, 0.09, 0.6, 0],
  ],
  refuse: [
    [120, 0.12, 0.5, 0],
    [95, 0.14, 0.5, 0.09],
  ],
  turn: [[660, 0.08, 0.2, 0]],
  end: [
    [392, 0.16, 0.35, 0],
    [523, 0.16, 0.35, 0.14],
    [659, 0.3, 0.35, 0.28],
  ],
};
const VOLUME = 0.25;

// Browsers allow sounds only after a press: of a key, of a mouse, or of a finger once it is lifted.
// The checkbox is ticked after that.
const PRESSES = ["pointerup", "keydown", "change"];

/** Sounds that a checkbox of the page mutes. */
export class Sounds {
  constructor() {
    /** @type {AudioContext | null} */
    this.context = null;
    // A browser that a program drives is silent unless sounds were switched on.
    this.on = setting("sound", !navigator.webdriver);
    for (const press of PRESSES) addEventListener(press, () => this.#wake());
  }

  /** @param {Sound} sound */
  play(sound) {
    if (!this.on.checked || !this.context) return;
    for (const knock of KNOCKS[sound]) strike(this.context, knock);
  }

  #wake() {
    if (!this.on.checked) return;
    this.context ??= new AudioContext();
    this.context.resume(); // a device may have suspended it, as for a call
  }
}

/**
 * @param {AudioContext} context
 * @param {Knock} knock
 */
function strike(context, [hertz, seconds, loud, after]) {
  const start = context.currentTime + after;
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(hertz * 1.6, start);
  tone.frequency.exponentialRampToValueAtTime(hertz, start + 0.02); // sounds like a tap on wood
  volume.gain.setValueAtTime(VOLUME * loud, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
