// The others at a table: who is invited. It must listen before table.js tells it anything.
import { hear, tell } from "./bridge.js";
import { $, pageData } from "./dom.js";
import { Invites } from "./invites.js";

/** @import { TableWords, View } from "./types.d.ts" */

const words = /** @type {TableWords} */ (pageData("words"));
const { seats } = /** @type {View} */ (pageData("first"));
const invites = new Invites($("invites"), $("table").dataset.id ?? "", seats, words.copied, seat =>
  tell("table-send", { type: "fill", seat }),
);

hear("table-shown", view => invites.show(view.seats).catch(() => {}));
