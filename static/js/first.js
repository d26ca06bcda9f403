// What cannot wait for the modules.

// A chosen theme does not flash. The choice is kept only when one was made.
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage can be forbidden (embedded frames, privacy settings): then the system's theme stands.
}

// A script that could not be had says so to those who come later: core/plotly.js asks for it anew.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) target.dataset.failed = "";
  },
  true,
);
