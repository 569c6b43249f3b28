// This device forgets what it keeps of a person: lessons, problems, mistakes, settings, and the
// worker that shows messages, with the permission to send them.
localStorage.clear();
forgetWorkers();

async function forgetWorkers() {
  const found = await navigator.serviceWorker?.getRegistrations();
  for (const worker of found ?? []) await worker.unregister();
}
