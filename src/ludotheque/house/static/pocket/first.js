// Runs before anything is drawn: applies the theme and language that were chosen on this device.
(() => {
  const theme = localStorage.getItem("theme");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;

  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const root = new URL("../../", script.src).pathname;
  const chosen = localStorage.getItem("lang");
  const spoken = navigator.languages.map(tag => tag.slice(0, 2)).find(tag => /^(fr|en)$/.test(tag));
  const { pathname, search, hash } = location;
  const rest = pathname.slice(root.length);
  // An English address is kept, unless French was chosen on this device.
  if (rest.startsWith("en/")) {
    if (chosen === "fr") location.replace(root + rest.slice(3) + search + hash);
  } else if ((chosen ?? spoken) === "en") location.replace(`${root}en/${rest}${search}${hash}`);
})();
