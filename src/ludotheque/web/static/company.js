// The others at a table: who is invited, whose time runs, who is there, to whom the screen is handed;
// and what is heard. It must listen before table.js tells it anything.
import { Attendance } from "./attendance.js";
import { hear, tell } from "./bridge.js";
import { Clocks } from "./clocks.js";
import { $, pageData } from "./dom.js";
import { HandOver } from "./handover.js";
import { Invites } from "./invites.js";
import { Reactions } from "./reactions.js";
import { setting } from "./setting.js";
import { Sounds } from "./sound.js";
import { showUndoAsked } from "./undo.js";

/** @import { Command, TableWords, View } from "./types.d.ts" */

const words = /** @type {TableWords} */ (pageData("words"));
const first = /** @type {View} */ (pageData("first"));
const id = $("table").dataset.id ?? "";
/** @param {Command} command */
const send = command => tell("table-send", command);
const invites = new Invites($("invites"), id, first.seats, words.copied, send);
const attendance = new Attendance(first, words, send);
const [loaded] = performance.getEntriesByType("navigation");
const arrived = loaded instanceof PerformanceNavigationTiming ? loaded.responseStart : 0;
/** By how much the clock of the site is ahead of this device's. */
const aheadMs = Number($("table").dataset.now) - (performance.timeOrigin + arrived);
const clocks = new Clocks(
  words,
  () => Date.now() + aheadMs,
  text => {
    $("told").textContent = text;
  },
);

const reactions = new Reactions(words, what => tell("table-say", { type: "react", what }));

const handOver = new HandOver(first, words);

const sounds = new Sounds();
setting("sound", sounds.on, on => sounds.set(on));

hear("table-sound", sound => sounds.play(sound));
hear("table-shown", view => reactions.show(view));
hear("table-message", message => {
  if (message.type === "reaction") reactions.take(message);
});
hear("table-shown", view => handOver.follow(view));
hear("table-shown", view => clocks.show(view));
hear("table-shown", view => invites.show(view.seats).catch(() => {}));
hear("table-shown", view => attendance.see(view));
hear("table-shown", view => {
  showUndoAsked($("asked"), view, words, what => send({ type: "answer_undo", what }));
});
hear("table-message", message => message.type === "presence" && attendance.take(message));
