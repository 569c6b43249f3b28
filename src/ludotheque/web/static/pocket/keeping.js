// What this device keeps of the house, so that it opens without a network, and newer versions of it.

/** @import { Build } from "../types.d.ts" */

const ROOT = new URL("../../", import.meta.url);

/**
 * Keeps the lists of words, which are large, for whoever plays with words, or has installed this.
 * @param {string} path
 */
export async function keepWords(path) {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (!("caches" in globalThis) || !(installed || path.includes("/croisements"))) return;
  const answer = await fetch(new URL("build.json", ROOT));
  const { version, words } = /** @type {Build} */ (await answer.json());
  const wanted = installed ? Object.values(words).flat() : words[document.documentElement.lang];
  const cache = await caches.open(`ludotheque-${version}`);
  for (const name of wanted) {
    const address = new URL(name, ROOT);
    if (!(await cache.match(address))) await cache.add(address);
  }
}

/** Keeps all files on the device, once this page no longer needs the network itself. */
export async function keepOffline() {
  const worker = await navigator.serviceWorker?.register(new URL("worker.js", ROOT));
  worker?.addEventListener("updatefound", () => watch(worker.installing));
  if (worker?.waiting) offerUpdate();
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
