// Answers the theme button of every page; the theme itself was set in <head>, before the first paint.
addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-theme-toggle]");
  if (!button) return;
  const root = document.documentElement;
  const theme = root.dataset.theme === "dark" ? "light" : "dark";
  root.dataset.theme = theme;
  label(button, theme);
  try {
    localStorage.setItem("theme", theme);
  } catch { /* Storage is refused: the choice lasts for this page. */ }
  dispatchEvent(new Event("themechange"));
});

function label(button, theme) {
  const english = document.documentElement.lang === "en";
  const name = theme === "dark"
    ? english ? "Switch to the light theme" : "Passer au thème clair"
    : english
    ? "Switch to the dark theme"
    : "Passer au thème sombre";
  button.setAttribute("aria-label", name);
}

for (const button of document.querySelectorAll("[data-theme-toggle]")) {
  label(button, document.documentElement.dataset.theme);
}
