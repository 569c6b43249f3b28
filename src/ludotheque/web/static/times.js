// Dates and hours in the reader's own time; the page comes with the day alone.
import { findAll } from "./dom.js";

const told = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});
for (const time of findAll(document, "time", HTMLTimeElement))
  time.textContent = told.format(new Date(time.dateTime));
