// Gives something to a friend: by what the device offers, else by the clipboard, else by hand.

/**
 * @param {ShareData} what
 * @param {() => void} copied what is done once it is in the clipboard
 */
export async function share(what, copied) {
  if (navigator.share) await navigator.share(what).catch(() => {});
  else await copy(what.url ?? what.text ?? "", copied);
}

/**
 * Puts a text into the clipboard; where a browser refuses that, it is shown to be copied by hand.
 * @param {string} text
 * @param {() => void} copied
 */
export async function copy(text, copied) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    prompt("", text);
    return;
  }
  copied();
}
