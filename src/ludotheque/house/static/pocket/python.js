// Starts Python (Pyodide) in a Worker, with the library of the house.
import { loadPyodide } from "../../pyodide/pyodide.mjs";

/** @import { Build, Pyodide } from "../types.d.ts" */

const ROOT = new URL("../../", import.meta.url);
const LIBRARY = "/library.zip";
const PAGE_BYTES = 65536; // of WebAssembly
const FOUND = `
import os, sys
os.environ["LUDOTHEQUE_DATA"] = "/data"
sys.path.insert(0, "${LIBRARY}")
`;
// Imports what pages need before the memory is stored, so that later starts have it at once.
const WARMED = `
import ludotheque.pocket.door
from ludotheque.pocket.warming import warm
warm()
`;

/** @type {Promise<Build>} */
export const build = fetch(new URL("build.json", ROOT)).then(answer => answer.json());

/**
 * Starts Python; calls `progress` with the share that is done, from 0 to 1. With `keeps`, stores
 * the memory for later starts, which takes a second, so not in a Worker that pages wait for.
 * @param {(done: number) => void} progress
 * @param {boolean} [keeps]
 * @returns {Promise<Pyodide>}
 */
export async function startPython(progress, keeps = false) {
  progress(0.1);
  const library = fetched("library.zip");
  const data = build.then(({ data }) => Promise.all(data.map(fetched)));
  const kept = await memoryKept().catch(() => null);
  progress(0.2);
  const python = await loaded(kept, keeps);
  progress(0.6);
  python.FS.writeFile(LIBRARY, await library);
  putAll(python, (await build).data, await data);
  if (!kept) python.runPython(FOUND);
  if (!kept && keeps && "caches" in globalThis) {
    python.runPython(WARMED);
    keepMemory(python).catch(() => {}); // then the next start takes longer
  }
  progress(0.9);
  return python;
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(new URL(name, ROOT));
  return new Uint8Array(await answer.arrayBuffer());
}

/**
 * Writes files into the folders that their names give.
 * @param {Pyodide} python
 * @param {string[]} names
 * @param {Uint8Array[]} files
 */
function putAll(python, names, files) {
  for (const [index, name] of names.entries()) {
    python.FS.mkdirTree(`/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/${name}`, files[index]);
  }
}

/**
 * Loads Pyodide, with the memory of an earlier start if there is one.
 * @param {ArrayBuffer | null} memory
 * @param {boolean} keeps
 * @returns {Promise<Pyodide>}
 */
async function loaded(memory, keeps) {
  const indexURL = new URL("pyodide/", ROOT).href;
  const how = memory ? { _loadSnapshot: memory } : { _makeSnapshot: keeps };
  if (memory) makeRoom(memory.byteLength);
  return loadPyodide({ indexURL, ...how });
}

/**
 * Makes WebAssembly start with at least this much memory, because Pyodide copies a snapshot into
 * the memory that it finds, and fails if that is too small.
 * @param {number} bytes
 */
function makeRoom(bytes) {
  const { instantiate, instantiateStreaming } = WebAssembly;
  /** @param {any} made */
  const grown = made => {
    const { memory } = (made.instance ?? made).exports;
    const lacking = memory ? bytes - memory.buffer.byteLength : 0;
    if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE_BYTES));
    return made;
  };
  WebAssembly.instantiate = (/** @type {[any, any]} */ ...asked) =>
    instantiate(...asked).then(grown);
  WebAssembly.instantiateStreaming = (...asked) => instantiateStreaming(...asked).then(grown);
}

/** Opens the cache of this version, which holds the stored memory, too. */
async function place() {
  const { version } = await build;
  return caches.open(`ludotheque-${version}`);
}

/** @returns {Promise<ArrayBuffer | null>} */
async function memoryKept() {
  const kept = await (await place()).match(new URL("memory", ROOT));
  return kept ? kept.arrayBuffer() : null;
}

/** @param {Pyodide} python */
async function keepMemory(python) {
  const memory = new Blob([python.makeMemorySnapshot()]);
  await (await place()).put(new URL("memory", ROOT), new Response(memory));
}

/**
 * Reads a file of the house synchronously, as Python needs it. Only a Worker can do that.
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
