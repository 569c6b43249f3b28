declare module "*/pyodide.mjs" {
  export function loadPyodide(how: object): Promise<import("../types.d.ts").Pyodide>;
}
