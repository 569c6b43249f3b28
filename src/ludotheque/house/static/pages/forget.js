// Deletes what this device stores of a guest: lessons, problems, mistakes, settings, and the
// service workers together with the push subscription.
localStorage.clear();
forgetWorkers();

async function forgetWorkers() {
  const found = await navigator.serviceWorker?.getRegistrations();
  for (const worker of found ?? []) await worker.unregister();
}
