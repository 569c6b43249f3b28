// Stores the files of the pocket on the device, so that it opens without a network; updates them.

/** @import { Build } from "../types.d.ts" */

const ROOT = new URL("../../", import.meta.url);
const ASK_TO_KEEP_AFTER_MS = 30 * 24 * 3600 * 1000;

/**
 * Stores the word lists, which are large, if the page needs them or the pocket is installed.
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
 * Returns the description of the version that answers requests now.
 * @returns {Promise<Build>}
 */
async function buildNow() {
  const answer = await fetch(new URL("build.json", ROOT));
  return answer.json();
}

/**
 * Asks the browser not to delete tables when storage runs low. It can refuse. Some browsers ask the
 * user, so this is not repeated for weeks.
 */
export async function keepStorage() {
  if (!navigator.storage?.persist || (await navigator.storage.persisted())) return;
  const asked = Number(localStorage.getItem("asked-to-keep"));
  if (Date.now() - asked < ASK_TO_KEEP_AFTER_MS) return;
  localStorage.setItem("asked-to-keep", String(Date.now()));
  await navigator.storage.persist().catch(() => false);
}

/** Installs the service worker, which stores all files, and offers an update if one is waiting. */
export async function keepOffline() {
  const worker = await navigator.serviceWorker?.register(new URL("worker.js", ROOT));
  if (!worker) return;
  watch(worker.installing); // its event can come before this page listens
  worker.addEventListener("updatefound", () => watch(worker.installing));
  if (worker.waiting) offerUpdate();
  await dropOlder(worker);
}

/**
 * Deletes the caches of older versions. Pages do this instead of the new service worker, because
 * requests under way in the older one, or a page about to reload, would create them again.
 * @param {ServiceWorkerRegistration} worker
 */
async function dropOlder(worker) {
  const { version } = await buildNow();
  const kept = await caches.keys();
  if (worker.installing || worker.waiting) return; // a newer version has its cache already
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

/** Shows that another version is available, except on pages of tables, which lack the notice. */
function offerUpdate() {
  const offer = document.getElementById("update");
  if (offer) offer.hidden = false;
}

/** Switches to the new version, and reloads the page. */
export async function update() {
  const worker = await navigator.serviceWorker.getRegistration(ROOT.href);
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  worker?.waiting?.postMessage("now");
}
