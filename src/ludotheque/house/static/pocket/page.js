// Runs in every page of the pocket: asks the Worker that runs the house, and shows its pages.

import { Away, FIRST_WAIT_MS } from "./away.js";
import { keepOffline, keepStorage, keepWords, update } from "./keeping.js";

/** @import { Line, PocketMessage } from "../types.d.ts" */

const script = new URL(import.meta.url);
const ROOT = new URL("../../", script).pathname;
const MADE = "play/";
const FILES = ["", "box", "rules", "privacy", "help"];
const [OPEN, CLOSED] = [1, 3];
const NO_TABLE = 4404; // the close code of a site for an unknown table
const LARGEST_FILE_BYTES = 20_000_000;
const ADDED = /(script\/\w+\.js\?v=\w+)/g;

/** @typedef {{ resolve: (value: unknown) => void, reject: (error: Error) => void }} Waiting */

/** @type {Worker | null} started by the first request */
let worker = null;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {Map<string, PocketLine>} */
const lines = new Map();
let asked = 0;
let pages = 0;
/** Whether Python has started, and whether a page is being loaded. */
let ready = false;
let waits = false;
/** Whether the browser is loading another document. */
let leaving = false;
const away = new Away(sessionStorage);
/** @type {ReturnType<typeof setTimeout> | undefined} for the next question to the site */
let asking;

/** The language of the page that is shown. */
function lang() {
  return document.documentElement.lang;
}

/** @returns {Worker} */
function house() {
  if (!worker) {
    worker = new Worker(new URL("house.js", script), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
  }
  return worker;
}

/** @param {PocketMessage} message */
function receive(message) {
  if ("line" in message)
    lines.get(message.line)?.onmessage?.(new MessageEvent("message", { data: message.text }));
  else if ("progress" in message) started(message.progress);
  else if ("failed" in message) sayFailed();
  else {
    const wanted = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) wanted?.reject(new Error(message.error));
    else wanted?.resolve(message.value);
  }
}

/**
 * Calls a method of the `Door` in the Worker.
 * @param {string} name
 * @param {unknown[]} args
 * @returns {Promise<unknown>}
 */
function call(name, ...args) {
  const id = ++asked;
  house().postMessage({ id, call: name, args });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** The live connection of a page to its table, which works like a WebSocket. */
class PocketLine {
  /** @param {string} table */
  constructor(table) {
    this.name = `${++asked}`;
    this.readyState = 0;
    /** @type {Line["onopen"]} */
    this.onopen = null;
    /** @type {Line["onmessage"]} */
    this.onmessage = null;
    /** @type {Line["onclose"]} */
    this.onclose = null;
    lines.set(this.name, this);
    call("open", this.name, table, lang()).then(found => this.#opened(found === true));
  }

  /** @param {boolean} found */
  #opened(found) {
    this.readyState = found ? OPEN : CLOSED;
    if (found) {
      this.onopen?.(new Event("open"));
      keepStorage();
    } else this.onclose?.(new CloseEvent("close", { code: NO_TABLE }));
  }

  /** @param {string} text */
  send(text) {
    call("hear", this.name, text);
  }

  close() {
    this.readyState = CLOSED;
    lines.delete(this.name);
    call("close", this.name);
  }
}

/**
 * Returns the address in the pocket for a path of a site.
 * @param {string} path
 */
function addressOf(path) {
  const home = lang() === "fr" ? ROOT : `${ROOT}${lang()}/`;
  const bare = path.slice(1).split(/[?#]/)[0];
  if (!FILES.includes(bare.split("/")[0])) return `${home}${MADE}?${path}`;
  return home + (bare && `${bare}/`) + path.slice(1 + bare.length);
}

/**
 * Returns the path of a site that an address stands for, or null if it is of another origin.
 * @param {URL} url
 */
function pathOf(url) {
  if (url.origin !== location.origin) return null;
  const inside = url.pathname.startsWith(ROOT)
    ? url.pathname.slice(ROOT.length)
    : url.pathname.slice(1);
  const rest = inside.replace(/^en\//, "");
  if (rest.startsWith(MADE)) return decodeURI(url.search.slice(1)) + url.hash;
  return `/${rest.replace(/\/$/, "")}${url.search}${url.hash}`;
}

/**
 * Requests a path of the house: from a file, or from Python.
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function ask(path, how = {}) {
  const [first] = path.slice(1).split(/[/?#]/);
  const part = path.match(/^(\/rules\/\w+)\/part$/);
  if (part) return fetch(`${addressOf(part[1])}part.html`);
  if (FILES.includes(first)) return fetch(addressOf(path));
  const request = new Request(addressOf(path), how);
  const wanted = {
    method: request.method,
    path,
    body: await request.text(),
    type: request.headers.get("Content-Type") ?? "",
    accept: request.headers.get("Accept") ?? "",
    lang: lang(),
    theme: document.documentElement.dataset.theme ?? "",
    root: ROOT,
  };
  const { body, status, headers } = JSON.parse(
    String(await call("answer", JSON.stringify(wanted))),
  );
  return new Response(body || null, { status, headers });
}

/**
 * Requests a path for the current page. Once another page is shown, neither the answer nor an error
 * arrives any more, and what is being read of an answer does not arrive either.
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function askForPage(path, how) {
  const answer = await whileShown(ask(path, how));
  const json = () => whileShown(Response.prototype.json.call(answer));
  const text = () => whileShown(Response.prototype.text.call(answer));
  return Object.assign(answer, { json, text });
}

/**
 * Returns a promise that is settled as the given one is, or never if another page is shown before.
 * @template T
 * @param {Promise<T>} wanted
 */
function whileShown(wanted) {
  const asking = pages;
  return wanted.finally(() => asking === pages || new Promise(() => {}));
}

/**
 * Replaces this page by another, and ends its timers and connections.
 * @param {string} html
 * @param {() => void} moved changes the address
 */
function show(html, moved) {
  for (let timer = Number(setTimeout(() => {})); timer > 0; timer--) clearTimeout(timer);
  for (const line of lines.values()) line.close();
  pages++;
  document.open();
  moved();
  document.write(html.replace(ADDED, `$1&n=${pages}`));
  document.close();
  listen();
  keepAll();
  goBack();
  scrollTo(0, 0);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/**
 * Goes to a path: shows the page, follows a redirect, or downloads a file.
 * @param {string} path
 * @param {RequestInit} [how]
 * @param {"push" | "replace" | "stay"} [history]
 */
async function go(path, how, history = "push") {
  showWaiting(true);
  const wanted = ask(path, { ...how, headers: { Accept: "text/html" } });
  const answer = await wanted.finally(() => showWaiting(false));
  const name = answer.headers.get("Content-Disposition")?.match(/filename="(.*)"/)?.[1];
  const elsewhere = answer.headers.get("Location");
  if (name) download(name, await answer.blob());
  else if (elsewhere) await go(elsewhere, {}, history);
  else {
    const html = await answer.text();
    if (leaving) return;
    globalThis.pocket.path = path;
    const address = history === "stay" ? location.href : addressOf(path);
    show(html, () => {
      globalThis.history[history === "push" ? "pushState" : "replaceState"]({}, "", address);
    });
  }
}

/**
 * @param {string} name
 * @param {Blob} content
 */
function download(name, content) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(content);
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {number} done how much of Python has started, from 0 to 1 */
function started(done) {
  const bar = document.getElementById("starting");
  bar?.querySelector("progress")?.setAttribute("value", String(done));
  ready = done === 1;
  if (!waits) keepAll();
}

/** Says that Python could not start: the browser is old, or memory is short. */
function sayFailed() {
  const bar = document.getElementById("starting");
  if (!bar) return;
  bar.hidden = false;
  bar.textContent = bar.dataset.failed ?? "";
  bar.removeAttribute("id"); // so that the requests that fail with it do not hide it
}

/** Stores what this device needs without a network, if Python has started. */
async function keepAll() {
  if (!ready) return;
  await keepOffline();
  await keepWords(globalThis.pocket.path);
}

/** @param {boolean} begins */
function showWaiting(begins) {
  waits = begins;
  const bar = document.getElementById("starting");
  if (bar) bar.hidden = !waits;
}

/**
 * Continues a table on a site: the address passes the record to the form there.
 * @param {HTMLAnchorElement} link
 */
async function takeOnline(link) {
  const record = await ask(link.dataset.online ?? "");
  leave(`${link.dataset.at}#${encodeURIComponent(await record.text())}`);
}

/**
 * Loads another page. One that arrives from the Worker meanwhile is not shown, since opening the
 * document anew would cancel the loading.
 * @param {string} address
 */
function leave(address) {
  leaving = true;
  location.assign(address);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const kept = event.ctrlKey || event.metaKey || event.shiftKey || event.button;
  if (!(link instanceof HTMLAnchorElement) || kept || link.download || link.target) return;
  const path = pathOf(new URL(link.href));
  if (link.dataset.online) takeOnline(link);
  else if (path !== null && !link.getAttribute("href")?.startsWith("#")) go(path);
  else return;
  event.preventDefault();
}

/** @param {SubmitEvent} event */
async function submit(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog" || event.defaultPrevented)
    return;
  const path = pathOf(new URL(form.action));
  if (path === null) return;
  event.preventDefault();
  const fields = await fieldsOf(new FormData(form, event.submitter));
  if (path === "/prefer") prefer(fields);
  else if (form.method === "get") go(`${path.split("?")[0]}?${fields}`);
  else go(path, { method: "POST", body: fields });
}

/**
 * Returns the fields of a form, with the text of files. Of a file that is too large, only as much
 * is read as the house needs to notice.
 * @param {FormData} form
 */
async function fieldsOf(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    const text = typeof value === "string" ? value : value.slice(0, LARGEST_FILE_BYTES + 1).text();
    fields.append(name, await text);
  }
  return fields;
}

/**
 * Changes the language or theme of this device, and reloads the page.
 * @param {URLSearchParams} chosen
 */
function prefer(chosen) {
  const wanted = chosen.get("lang");
  const theme = chosen.get("theme");
  if (theme) localStorage.setItem("theme", theme);
  if (wanted) {
    localStorage.setItem("lang", wanted);
    document.documentElement.lang = wanted;
  }
  // With its fragment the address would be that of this document, and the browser would not reload it.
  leave(addressOf(globalThis.pocket.path.split("#")[0]));
}

/** Marks the chosen theme in the footer, because pages that are files cannot know it. */
function showChoice() {
  const theme = localStorage.getItem("theme") || "auto";
  for (const button of document.querySelectorAll(".prefer [name=theme]")) {
    button.setAttribute("aria-current", String(button.getAttribute("value") === theme));
  }
}

function listen() {
  showChoice();
  document.getElementById("take-update")?.addEventListener("click", update);
  document.addEventListener("click", follow);
  document.addEventListener("submit", submit);
  addEventListener("online", () => {
    if (away.isAway) away.again();
    goBack();
  });
  addEventListener("popstate", travel);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) leaving = false; // the document was left, and is shown again as it was
  });
}

/** Shows the page of the address that the browser has gone to, unless it is the current page. */
function travel() {
  const path = pathOf(new URL(location.href)) ?? "/";
  if (path.split("#")[0] !== globalThis.pocket.path.split("#")[0]) go(path, {}, "stay");
}

/** Returns to the site that redirected to the pocket, if it answers again and no game is open. */
async function goBack() {
  const { site } = document.body.dataset;
  if (!site || !away.isAway) return;
  const may = navigator.onLine && !document.getElementById("table");
  const asked = may && fetch(`${site}healthz`, { cache: "no-store" }).catch(() => null);
  if (asked && (await asked)?.ok) {
    leaving = true;
    location.replace(site);
  } else goBackLater(may ? away.wait() : FIRST_WAIT_MS);
}

/** @param {number} ms */
function goBackLater(ms) {
  clearTimeout(asking);
  asking = setTimeout(goBack, ms);
}

if (location.hash === "#offline") away.begin();
const path = pathOf(new URL(location.href)) ?? "/";
globalThis.pocket = { path, ask: askForPage, openLine: table => new PocketLine(table) };
listen();
if (document.body.dataset.made !== undefined) go(path, {}, "replace");
else (globalThis.requestIdleCallback ?? setTimeout)(() => house()); // Safari lacks the first
if (away.isAway) goBackLater(away.wait());
