// Runs before the first paint, so that a chosen theme does not flash. The choice is kept only when one was made.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage can be forbidden (embedded frames, privacy settings): then the system's theme stands.
}
