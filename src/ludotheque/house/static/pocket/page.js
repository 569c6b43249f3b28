// Every page of the house without a server: asks the Worker that is the house, and shows its pages.

import { keepOffline, keepStorage, keepWords, update } from "./keeping.js";

/** @import { Line, PocketMessage } from "../types.d.ts" */

const script = new URL(import.meta.url);
const ROOT = new URL("../../", script).pathname;
const MADE = "play/";
const FILES = ["", "box", "rules", "privacy"];
const [OPEN, CLOSED] = [1, 3];
const NO_TABLE = 4404; // as a site says it
// A network that has come back may need a moment before it carries anything.
const ASK_AGAIN_MS = 2000;
const LARGEST_FILE_BYTES = 20_000_000;
const ADDED = /(script\/\w+\.js\?v=\w+)/g;

/** @typedef {{ resolve: (value: unknown) => void, reject: (error: Error) => void }} Waiting */

/** @type {Worker | null} once something was asked of it */
let worker = null;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {Map<string, PocketLine>} */
const lines = new Map();
let asked = 0;
let pages = 0;
/** Whether Python has started, and whether somebody waits for a page. */
let ready = false;
let waits = false;

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
 * Calls a function of the house.
 * @param {string} name
 * @param {unknown[]} args
 * @returns {Promise<unknown>}
 */
function call(name, ...args) {
  const id = ++asked;
  house().postMessage({ id, call: name, args });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** A line of a page to its table, which looks like a socket. */
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
 * Where a path of a site lies here.
 * @param {string} path
 */
function addressOf(path) {
  const home = lang() === "fr" ? ROOT : `${ROOT}${lang()}/`;
  const bare = path.slice(1).split(/[?#]/)[0];
  if (!FILES.includes(bare.split("/")[0])) return `${home}${MADE}?${path}`;
  return home + (bare && `${bare}/`) + path.slice(1 + bare.length);
}

/**
 * The path of a site that an address here stands for; none if it leads elsewhere.
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
 * Asks for a path of the house.
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function ask(path, how = {}) {
  const [first] = path.slice(1).split(/[/?#]/);
  if (path.endsWith("/part") || FILES.includes(first)) return fetch(fileOf(path));
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
 * The same for a page, which hears nothing more once another is shown in its place.
 * @param {string} path
 * @param {RequestInit} [how]
 */
async function askForPage(path, how) {
  const asking = pages;
  const answer = await ask(path, how);
  return asking === pages ? answer : new Promise(() => {});
}

/** @param {string} path */
function fileOf(path) {
  const part = path.match(/^(\/rules\/\w+)\/part$/);
  return part ? `${addressOf(part[1])}part.html` : addressOf(path);
}

/**
 * Shows a page in the place of this one; what the last one had under way ends.
 * @param {string} html
 * @param {() => void} moved
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
 * Goes to a path, which is answered by a page, by another path, or by a file to keep.
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
    globalThis.pocket.path = path;
    const address = history === "stay" ? location.href : addressOf(path);
    show(await answer.text(), () => {
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

/** Python could not start: an old browser, or too little memory. */
function sayFailed() {
  const bar = document.getElementById("starting");
  if (!bar) return;
  bar.hidden = false;
  bar.textContent = bar.dataset.failed ?? "";
}

/** Keeps what this device needs without a network, once nobody waits for a page. */
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
 * Goes on with a table on a site: the record is put into the form there.
 * @param {HTMLAnchorElement} link
 */
async function takeOnline(link) {
  const record = await ask(link.dataset.online ?? "");
  location.assign(`${link.dataset.at}#${encodeURIComponent(await record.text())}`);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const kept = event.ctrlKey || event.metaKey || event.shiftKey || event.button;
  if (!(link instanceof HTMLAnchorElement) || kept || link.download || link.target) return;
  const path = pathOf(new URL(link.href));
  if (link.dataset.online) {
    event.preventDefault();
    takeOnline(link);
    return;
  }
  if (path === null || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(path);
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
 * The fields of a form; a file is sent as the text in it, in the field of that name. No more is
 * read of one than it takes to see that it is too large.
 * @param {FormData} form
 */
async function fieldsOf(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of form) {
    fields.append(name, typeof value === "string" ? value : await textOf(value));
  }
  return fields;
}

/** @param {File} file */
function textOf(file) {
  return file.slice(0, LARGEST_FILE_BYTES + 1).text();
}

/**
 * Another language or theme, for this page and those to come.
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
  location.assign(addressOf(globalThis.pocket.path));
}

/** Shows in the foot of a page what was chosen on this device; a file of pages cannot know. */
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
  addEventListener("online", goBack);
  addEventListener("popstate", travel);
}

/** Shows the page of an address that the browser has gone to; within a page it needs no help. */
function travel() {
  const path = pathOf(new URL(location.href)) ?? "/";
  if (path.split("#")[0] !== globalThis.pocket.path.split("#")[0]) go(path, {}, "stay");
}

/** Back to the site that has brought this edition, as soon as it answers again. */
async function goBack() {
  const { site } = document.body.dataset;
  const away = sessionStorage.getItem("offline") && !document.getElementById("table");
  if (!site || !away || !navigator.onLine) return;
  const answer = await fetch(`${site}healthz`, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) {
    sessionStorage.removeItem("offline");
    location.replace(site);
  } else setTimeout(goBack, ASK_AGAIN_MS);
}

if (location.hash === "#offline") sessionStorage.setItem("offline", "yes");
const path = pathOf(new URL(location.href)) ?? "/";
globalThis.pocket = { path, ask: askForPage, openLine: table => new PocketLine(table) };
listen();
if (document.body.dataset.made !== undefined) go(path, {}, "replace");
else (globalThis.requestIdleCallback ?? setTimeout)(() => house()); // Safari has no idle time
goBack();
