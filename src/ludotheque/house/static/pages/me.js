// The page of a guest: a switch for each kind of push message to this browser.
import { $, find, findAll } from "../lib/dom.js";

const section = $("push");
const boxes = findAll(section, "[role=switch]", HTMLInputElement);
const said = find(section, "[role=status]", HTMLElement);
const leave = find(document, "form[action='/me/out']", HTMLFormElement);

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribes with the key of this site; replaces a subscription made with an earlier key. */
async function subscribed() {
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: section.dataset.key };
  try {
    return await pushManager.subscribe(options);
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/**
 * Sends the site the kinds of messages wanted here, or asks for them; shows its answer.
 * @param {PushSubscription} device
 * @param {string[]} [kinds]
 */
async function agree(device, kinds) {
  const body = JSON.stringify({ ...device.toJSON(), kinds });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/push", { method: "POST", headers, body });
  if (!answer.ok) throw new Error(answer.statusText);
  const sent = (await answer.json()).kinds;
  for (const box of boxes) box.checked = sent.includes(box.name);
}

/** Ends the subscription. A site that does not answer learns of it from the push service. */
async function stopAll() {
  const device = await subscription();
  if (!device) return;
  await agree(device, []).catch(() => {});
  await device.unsubscribe();
}

/** Subscribes to the ticked kinds, or to none; returns the key of the text to show. */
async function ask() {
  const kinds = boxes.filter(box => box.checked).map(box => box.name);
  if (!kinds.length) await stopAll();
  else if ((await Notification.requestPermission()) !== "granted") return "blocked";
  else await agree(await subscribed(), kinds);
  return "saved";
}

async function show() {
  section.hidden = false;
  const device = await subscription();
  if (device) await agree(device);
}

section.addEventListener("change", async ({ target }) => {
  const result = await ask().catch(() => "failed");
  if (result !== "saved" && target instanceof HTMLInputElement) target.checked = !target.checked;
  if (said) said.textContent = section.dataset[result] ?? "";
});
leave?.addEventListener("submit", async event => {
  event.preventDefault();
  await stopAll().catch(() => {}); // signing out goes on even if this fails
  leave.submit();
});
if ("serviceWorker" in navigator && "PushManager" in window) show().catch(() => {});
