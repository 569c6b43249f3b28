// An installed site stores the pocket on the device, and opens it when there is no network.

sessionStorage.removeItem("offline"); // the site answers (`pocket/away.js`)
const installed = matchMedia("(display-mode: standalone)").matches;

async function keep() {
  await navigator.serviceWorker?.register("/worker.js");
  await navigator.serviceWorker?.register("/pocket/worker.js", { scope: "/pocket/" });
}

if (installed) keep();
addEventListener("appinstalled", keep);
