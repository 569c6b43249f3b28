// Dates and durations in the language of the page.

/** @param {Intl.DateTimeFormatOptions} style */
export function dateFormat(style) {
  return new Intl.DateTimeFormat(locale(), style);
}

/** The units of time with their length, largest first. */
const UNITS_S = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);

/**
 * Formats a duration in the largest unit that fits, rounded down: "3 minutes".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, length] = UNITS_S.find(([, length]) => seconds >= length) ?? UNITS_S[3];
  const style = /** @type {const} */ ({ style: "unit", unit, unitDisplay: "long" });
  return new Intl.NumberFormat(locale(), style).format(Math.floor(seconds / length));
}

/** The locale of the page; English is British English, in which the day precedes the month. */
function locale() {
  const { lang } = document.documentElement;
  return lang === "en" ? "en-GB" : lang;
}
