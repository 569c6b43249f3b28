// What this device keeps of the house, so that it opens without a network, and newer versions of it.

/** @import { Build } from "../types.d.ts" */

const ROOT = new URL("../../", import.meta.url);
const ASK_TO_KEEP_AFTER_MS = 30 * 24 * 3600 * 1000;

/**
 * Keeps the lists of words, which are large, for whoever plays with words, or has installed this.
 * @param {string} path
 */
export async function keepWords(path) {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (!("caches" in globalThis) || !(installed || path.includes("/croisements"))) return;
  const { version, words } = await buildNow();
  const wanted = installed ? Object.values(words).flat() : words[document.documentElement.lang];
  const cache = await caches.open(`ludotheque-${version}`);
  for (const name of wanted) {
    const address = new URL(name, ROOT);
    if (!(await cache.match(address))) await cache.add(address);
  }
}

/**
 * What the version that answers now says of itself.
 * @returns {Promise<Build>}
 */
async function buildNow() {
  const answer = await fetch(new URL("build.json", ROOT));
  return answer.json();
}

/**
 * Asks the browser to keep the tables when the device runs short of room. It may refuse, and some
 * ask the person, who is not asked again for weeks.
 */
export async function keepStorage() {
  if (!navigator.storage?.persist || (await navigator.storage.persisted())) return;
  const asked = Number(localStorage.getItem("asked-to-keep"));
  if (Date.now() - asked < ASK_TO_KEEP_AFTER_MS) return;
  localStorage.setItem("asked-to-keep", String(Date.now()));
  await navigator.storage.persist().catch(() => false);
}

/** Keeps all files on the device, once this page no longer needs the network itself. */
export async function keepOffline() {
  const worker = await navigator.serviceWorker?.register(new URL("worker.js", ROOT));
  if (!worker) return;
  worker.addEventListener("updatefound", () => watch(worker.installing));
  if (worker.waiting) offerUpdate();
  await dropOlder(worker);
}

/**
 * Drops what is left of older versions. Pages do that, and not the worker that takes over: what the
 * older one was still at, or a page that is about to load anew, would bring it back.
 * @param {ServiceWorkerRegistration} worker
 */
async function dropOlder(worker) {
  const { version } = await buildNow();
  const kept = await caches.keys();
  if (worker.installing || worker.waiting) return; // which keeps its files already
  const older = kept.filter(
    name => name.startsWith("ludotheque-") && name !== `ludotheque-${version}`,
  );
  await Promise.all(older.map(name => caches.delete(name)));
}

/** @param {ServiceWorker | null} fresh */
function watch(fresh) {
  fresh?.addEventListener("statechange", () => {
    if (fresh.state === "installed" && navigator.serviceWorker.controller) offerUpdate();
  });
}

/** Says that another version is there; pages of tables have no place for it. */
function offerUpdate() {
  const offer = document.getElementById("update");
  if (offer) offer.hidden = false;
}

/** Takes the new version, at the press of a button. */
export async function update() {
  const worker = await navigator.serviceWorker.getRegistration(ROOT.href);
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  worker?.waiting?.postMessage("now");
}
