// Runs Python code in Pyodide and prints its output. The standard input is JSON: the folder of
// Pyodide, environment variables, the code, and the folders and files of this machine that it sees.

import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";

const { folder, env, sees, code } = JSON.parse(readFileSync(0, "utf8"));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ env });

for (const [inside, outside] of Object.entries(sees)) {
  if (statSync(outside).isDirectory()) {
    python.FS.mkdirTree(inside);
    python.mountNodeFS(inside, outside);
  } else {
    python.FS.mkdirTree(dirname(inside));
    python.FS.writeFile(inside, readFileSync(outside));
  }
}

try {
  python.runPython(code);
} catch (error) {
  // The stack would print all of Pyodide on one line.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
