// Dates as people write them in the language of the page.

/** The site's English is British: the day stands before the month. */
const LOCALES = new Map([["en", "en-GB"]]);

/** @param {Intl.DateTimeFormatOptions} style */
export function dateFormat(style) {
  return new Intl.DateTimeFormat(locale(), style);
}

/** Each unit of time up to the next larger one, with its length. */
const UNITS_S = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);

/**
 * A length of time in the largest unit that fits: "3 minutes".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, length] = UNITS_S.find(([, length]) => seconds >= length) ?? UNITS_S[3];
  const style = /** @type {const} */ ({ style: "unit", unit, unitDisplay: "long" });
  return new Intl.NumberFormat(locale(), style).format(Math.floor(seconds / length));
}

function locale() {
  const { lang } = document.documentElement;
  return LOCALES.get(lang) ?? lang;
}
