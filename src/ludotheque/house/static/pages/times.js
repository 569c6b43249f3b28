// Shows dates with times in the reader's time zone; the HTML has only the day.
import { dateFormat } from "../lib/dates.js";
import { findAll } from "../lib/dom.js";

const told = dateFormat({ dateStyle: "medium", timeStyle: "short" });
for (const time of findAll(document, "time", HTMLTimeElement))
  time.textContent = told.format(new Date(time.dateTime));
