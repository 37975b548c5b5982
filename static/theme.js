// Answers the theme button of every page; the theme itself was set in <head>, before the first paint.
addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-theme-toggle]")) return;
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", dataset.theme);
  } catch { /* Storage is refused: the choice lasts for this page. */ }
  dispatchEvent(new Event("themechange"));
});
