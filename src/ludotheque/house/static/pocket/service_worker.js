// Stores all files of the pocket except the lists of words, so that it opens without a network.

/** @import { WorkerScope } from "../types.d.ts" */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
const KEPT = `ludotheque-${"@VERSION@"}`;
/** @type {string[]} */
const FILES = /** @type {any} */ ("@FILES@");

worker.addEventListener("install", event => event.waitUntil(keepAll()));
worker.addEventListener("activate", event => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", event => {
  // Its pages also ask the site whether it answers, which must never come from the cache.
  if (event.request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(event.request));
});
worker.addEventListener("message", event => event.data === "now" && worker.skipWaiting());

async function keepAll() {
  const cache = await caches.open(KEPT);
  const addresses = FILES.map(name => name.replace(/index\.html$/, ""));
  await cache.addAll(addresses.map(name => new Request(name || "./", { cache: "reload" })));
}

/**
 * Answers from the cache, ignoring the query, or from the network; then stores the answer.
 * @param {Request} request
 */
async function answer(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept || request.method !== "GET") return kept ?? fetch(request);
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
