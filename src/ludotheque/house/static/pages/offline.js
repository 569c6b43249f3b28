// An installed site stores the pocket on the device, and opens it when there is no network.

const installed = matchMedia("(display-mode: standalone)").matches;

async function keep() {
  await navigator.serviceWorker?.register("/worker.js");
  await navigator.serviceWorker?.register("/pocket/worker.js", { scope: "/pocket/" });
}

if (installed) keep();
addEventListener("appinstalled", keep);
