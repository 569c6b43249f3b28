// Dates as people write them in the language of the page.

/** The site's English is British: the day stands before the month. */
const LOCALES = new Map([["en", "en-GB"]]);

/** @param {Intl.DateTimeFormatOptions} style */
export function dateFormat(style) {
  const { lang } = document.documentElement;
  return new Intl.DateTimeFormat(LOCALES.get(lang) ?? lang, style);
}
