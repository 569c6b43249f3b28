// Dates and hours in the reader's own time; the page comes with the day alone.
import { dateFormat } from "../lib/dates.js";
import { findAll } from "../lib/dom.js";

const told = dateFormat({ dateStyle: "medium", timeStyle: "short" });
for (const time of findAll(document, "time", HTMLTimeElement))
  time.textContent = told.format(new Date(time.dateTime));
