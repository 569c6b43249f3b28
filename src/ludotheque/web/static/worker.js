// Runs while no page is open: shows messages, opens what they lead to, and stops their kind.

/** @import { Told, WorkerScope } from "./types.d.ts" */

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("push", event => event.waitUntil(show(event.data.json())));

worker.addEventListener("notificationclick", event => {
  const told = event.notification.data;
  event.notification.close();
  event.waitUntil(event.action === "stop" ? stop(told) : open(told.path));
});

/** @param {Told} told */
function show(told) {
  const { title, body, lang, path, kind } = told;
  const actions = [{ action: "stop", title: told.stop }];
  const tag = kind === "daily" ? kind : path; // of a table, the newest message alone is shown
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
 * Asks the site to send no more of this kind; the message comes back if that fails.
 * @param {Told} told
 */
async function stop(told) {
  const body = JSON.stringify({ device: told.device, kind: told.kind });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/push/stop", { method: "POST", headers, body }).catch(() => null);
  if (!answer?.ok) await show(told);
}
