// An installed site keeps the edition that plays without a network, and opens it when there is none.

const installed = matchMedia("(display-mode: standalone)").matches;

async function keep() {
  await navigator.serviceWorker?.register("/worker.js");
  await navigator.serviceWorker?.register("/pocket/worker.js", { scope: "/pocket/" });
}

if (installed) keep();
addEventListener("appinstalled", keep);
