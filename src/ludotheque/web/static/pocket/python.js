// Python in a Worker: Pyodide, and the library of the house unpacked in it.
import { loadPyodide } from "../../pyodide/pyodide.mjs";

/** @import { Pyodide } from "../types.d.ts" */

const ROOT = new URL("../../", import.meta.url);
const LIBRARY = "/library";

/**
 * Starts Python; `progress` is told how much of it is done, from 0 to 1.
 * @param {(done: number) => void} progress
 * @returns {Promise<Pyodide>}
 */
export async function startPython(progress) {
  progress(0.1);
  const library = fetch(new URL("library.zip", ROOT)).then(answer => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", ROOT).href });
  progress(0.6);
  python.unpackArchive(await library, "zip", { extractDir: LIBRARY });
  python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}")`);
  progress(0.7);
  return python;
}

/**
 * A file of the house, at once: Python does not wait for answers. A Worker may do that.
 * @param {string} name
 */
export function readFile(name) {
  const asked = new XMLHttpRequest();
  asked.open("GET", new URL(name, ROOT), false);
  asked.responseType = "arraybuffer";
  asked.send();
  if (asked.status !== 200) throw new Error(`${name}: ${asked.status}`);
  return new Uint8Array(asked.response);
}
