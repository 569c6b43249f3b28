// Before anything is drawn: the theme that was chosen on this device.
(() => {
  const theme = localStorage.getItem("theme");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
})();
