// Runs while no page is open: shows push messages, opens their pages and unsubscribes from a kind.
// Without a network, it redirects to the pocket if this device has stored it.

/** @import { Replaced, Told, WorkerScope } from "./types.d.ts" */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("push", event => event.waitUntil(show(event.data.json())));

worker.addEventListener("notificationclick", event => {
  const told = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "stop" ? stop(told) : open(told.path));
});

worker.addEventListener("pushsubscriptionchange", event => event.waitUntil(replace(event)));

worker.addEventListener("fetch", event => {
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
});

/** @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    if (await caches.match("/pocket/")) return Response.redirect("/pocket/#offline");
    throw error;
  }
}

/** @param {Told} told */
function show(told) {
  const { title, body, lang, path, kind } = told;
  const actions = [{ action: "stop", title: told.stop }];
  // Only the newest message of a table is shown, and the newest of all offers of a rematch.
  const tag = kind === "daily" || kind === "rematch" ? kind : path;
  const shown = { body, lang, tag, actions, data: told, icon: "/static/icon.svg" };
  return worker.registration.showNotification(title, shown);
}

/** @param {string} path */
async function open(path) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : worker.clients.openWindow(path));
}

/**
 * Asks the site to send no more messages of this kind; shows the message again if that fails.
 * @param {Told} told
 */
async function stop(told) {
  const asked = post("/push/stop", { device: told.device, kind: told.kind });
  if (!(await asked.catch(() => null))?.ok) await show(told);
}

/**
 * Sends the site the new push subscription that replaces an old one.
 * @param {Replaced} change
 */
async function replace({ oldSubscription: old, newSubscription: given }) {
  if (!old) return;
  const fresh = given ?? (await worker.registration.pushManager.subscribe(old.options));
  await post("/push", { ...fresh.toJSON(), was: old.endpoint });
}

/**
 * @param {string} path
 * @param {object} asked
 */
function post(path, asked) {
  const headers = { "Content-Type": "application/json" };
  return fetch(path, { method: "POST", headers, body: JSON.stringify(asked) });
}
