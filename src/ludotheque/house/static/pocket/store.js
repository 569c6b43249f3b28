// Stores the log of every table in this browser, one row for each event, as a site does.

/** @typedef {{ table: string, seq: number, kind: string, body: object, at: number, client: string | null }} Row */
/** @typedef {{ id: string, changed: number, forgotten: boolean }} Listed */

const NAME = "ludotheque";
const VERSION = 1;

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore("events", { keyPath: ["table", "seq"] });
    database.createObjectStore("tables", { keyPath: "id" });
    database.createObjectStore("settings");
  };
  return answered(request);
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
 * @param {string} table
 * @param {IDBTransaction} reading
 * @returns {Promise<Row[]>}
 */
function logOf(table, reading) {
  const range = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]);
  return answered(reading.objectStore("events").getAll(range));
}

/**
 * Waits until a transaction is stored; false if another page has stored an event with the same key.
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
  database = opened();

  /** @param {string} table */
  async read(table) {
    const reading = (await this.database).transaction("events");
    return JSON.stringify(await logOf(table, reading));
  }

  async tables() {
    const reading = (await this.database).transaction("tables");
    /** @type {Listed[]} */
    const rows = await answered(reading.objectStore("tables").getAll());
    return JSON.stringify(rows.map(({ id, changed, forgotten }) => [id, changed, forgotten]));
  }

  /** Returns all tables with their events, read in one transaction. */
  async everything() {
    const reading = (await this.database).transaction(["events", "tables"]);
    /** @type {Listed[]} */
    const tables = await answered(reading.objectStore("tables").getAll());
    const logs = await Promise.all(tables.map(({ id }) => logOf(id, reading)));
    return JSON.stringify(
      tables.map((table, n) => ({
        ...table,
        events: logs[n].map(({ table: _, ...event }) => event),
      })),
    );
  }

  /**
   * Stores events of tables, all or none; returns once they are on the device.
   * @param {string} tables
   */
  async add(tables) {
    const writing = (await this.database).transaction(["events", "tables"], "readwrite", {
      durability: "strict",
    });
    for (const { events, ...table } of JSON.parse(tables)) {
      for (const event of events) writing.objectStore("events").add({ ...event, table: table.id });
      writing.objectStore("tables").put(table);
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
   * Stores a value unless it is undefined; returns the stored value, or an empty string.
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
