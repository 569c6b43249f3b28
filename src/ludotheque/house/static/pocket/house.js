// The Worker that runs the house: Python answers requests and messages, the browser stores tables.
import { build, readFile, startPython } from "./python.js";
import { Store } from "./store.js";
import { Thoughts } from "./thoughts.js";

/** @import { Door } from "../types.d.ts" */

// Lets the first page be drawn before the other Worker starts, which occupies a core for seconds.
const THINKS_AFTER_MS = 1000;
const thoughts = new Thoughts();
const others = new BroadcastChannel("ludotheque");

/** The functions of this browser that Python calls: those of the store, and these. */
const browser = Object.assign(new Store(), {
  say: (/** @type {string} */ line, /** @type {string} */ text) => postMessage({ line, text }),
  tell_others: (/** @type {string} */ table) => others.postMessage(table),
  think: (/** @type {{ toJs(): Uint8Array }} */ work, /** @type {number} */ longest) =>
    thoughts.think(work.toJs(), longest),
  thinks: () => thoughts.ready,
  report: (/** @type {string} */ error) => console.error(error),
});

const progress = (/** @type {number} */ done) => postMessage({ progress: done });

/** @returns {Promise<Door>} */
async function opened() {
  const python = await startPython(progress);
  python.registerJsModule("browser_files", { readFile });
  const door = python.pyimport("ludotheque.pocket.door").Door(browser, JSON.stringify(await build));
  progress(1);
  setTimeout(() => thoughts.start(), THINKS_AFTER_MS);
  return door;
}

const door = opened();
door.catch(error => postMessage({ failed: String(error) }));
others.onmessage = async ({ data: table }) => (await door).heard(table);

addEventListener("message", async ({ data: { id, call, args } }) => {
  try {
    const asked = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (await door));
    const value = await asked[call](...args);
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
