// Runs before anything is painted, so that a chosen theme never flashes. A file of its own, since the policy of the page forbids inline scripts.
try {
  const chosen = localStorage.getItem("grove.theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset["theme"] = chosen;
} catch {
  // Storage may be switched off; then the system's theme holds.
}
