// What this browser keeps: the log of every table, one row for each event, as a site does.

/** @typedef {{ table: string, seq: number, kind: string, body: object, at: number, client: string | null }} Row */
/** @typedef {{ id: string, changed: number, forgotten: boolean }} Listed */

const NAME = "ludotheque";
const VERSION = 1;

/** @param {IDBOpenDBRequest} request */
function upgrade(request) {
  const database = request.result;
  database.createObjectStore("events", { keyPath: ["table", "seq"] });
  database.createObjectStore("tables", { keyPath: "id" });
  database.createObjectStore("settings");
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => upgrade(request);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * That a transaction is on the device, or false if its key was taken by another page.
 * @param {IDBTransaction} writing
 * @returns {Promise<boolean>}
 */
function completed(writing) {
  return new Promise((resolve, reject) => {
    writing.oncomplete = () => resolve(true);
    writing.onabort = () => {
      if (writing.error?.name === "ConstraintError") resolve(false);
      else reject(writing.error);
    };
  });
}

/** The events, tables and settings of this browser. */
export class Store {
  constructor() {
    this.database = opened();
  }

  /** @param {string} table */
  async read(table) {
    const reading = (await this.database).transaction("events");
    const range = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);
    return JSON.stringify(await answered(reading.objectStore("events").getAll(range)));
  }

  async tables() {
    const reading = (await this.database).transaction("tables");
    /** @type {Listed[]} */
    const rows = await answered(reading.objectStore("tables").getAll());
    return JSON.stringify(rows.map(({ id, changed, forgotten }) => [id, changed, forgotten]));
  }

  /**
   * Keeps events of tables, all or none; answers once they are on the device.
   * @param {string} tables
   * @param {string} logs
   * @param {number} at
   */
  async add(tables, logs, at) {
    const names = tables.split("\n");
    const writing = (await this.database).transaction(["events", "tables"], "readwrite", {
      durability: "strict",
    });
    for (const [index, log] of logs.split("\n").entries()) {
      const table = names[index];
      for (const row of JSON.parse(log)) writing.objectStore("events").add({ ...row, table });
      writing.objectStore("tables").put({ id: table, changed: at, forgotten: false });
    }
    return completed(writing);
  }

  /**
   * @param {string} id
   * @param {boolean} forgotten
   */
  async forget(id, forgotten) {
    const writing = (await this.database).transaction("tables", "readwrite");
    const tables = writing.objectStore("tables");
    const row = await answered(tables.get(id));
    if (row) tables.put({ ...row, forgotten });
    await completed(writing);
  }

  /**
   * Keeps a value, if there is one; the value that is kept.
   * @param {string} name
   * @param {string | undefined} value
   */
  async setting(name, value) {
    const writing = (await this.database).transaction("settings", "readwrite");
    const settings = writing.objectStore("settings");
    if (value !== undefined) settings.put(value, name);
    const kept = await answered(settings.get(name));
    await completed(writing);
    return kept ?? "";
  }
}
