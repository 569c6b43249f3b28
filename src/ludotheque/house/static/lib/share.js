// Shares something with the share menu of the device, else by the clipboard, else by hand.

/**
 * @param {ShareData} what
 * @param {() => void} copied called if it was copied to the clipboard
 */
export async function share(what, copied) {
  if (navigator.share) await navigator.share(what).catch(() => {});
  else await copy(what.url ?? what.text ?? "", copied);
}

/**
 * Copies a text to the clipboard; if the browser refuses, shows it to be copied by hand.
 * @param {string} text
 * @param {() => void} copied
 */
export async function copy(text, copied) {
  try {
    await navigator.clipboard.writeText(text);
    copied();
  } catch {
    prompt("", text);
  }
}
