// The others at a table: who is invited, whose time runs. It must listen before table.js tells it anything.
import { hear, tell } from "./bridge.js";
import { Clocks } from "./clocks.js";
import { $, pageData } from "./dom.js";
import { Invites } from "./invites.js";

/** @import { TableWords, View } from "./types.d.ts" */

const words = /** @type {TableWords} */ (pageData("words"));
const { seats } = /** @type {View} */ (pageData("first"));
const invites = new Invites($("invites"), $("table").dataset.id ?? "", seats, words.copied, seat =>
  tell("table-send", { type: "fill", seat }),
);
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

hear("table-shown", view => clocks.show(view));
hear("table-shown", view => invites.show(view.seats).catch(() => {}));
