// What every page does.
const { worker } = document.currentScript.dataset;
const { serviceWorker } = navigator;
if (worker && serviceWorker) {
  // Its files would take network and processor from the page's own.
  addEventListener("load", () => setTimeout(() => serviceWorker.register(worker).catch(() => {}), 5000));
}

const root = document.documentElement;
const main = document.querySelector("main");
// Of lib/client/offline/worker.ts
const stored = document.querySelector("[data-offline]");
if (stored) {
  root.dataset.savedAt = stored.dataset.savedAt;
  if (stored.dataset.place) root.dataset.place = decodeURIComponent(stored.dataset.place);
  stored.hidden = false;
  main.before(stored);
} else if (main && !document.querySelector(".explorer")) {
  const band = document.createElement("div");
  band.className = "banner";
  band.dataset.lost = "";
  band.setAttribute("role", "status");
  band.textContent = root.lang === "en"
    ? "You are offline: the prices are those from when this page was opened."
    : "Vous êtes hors ligne\u00a0: les prix sont ceux de l’ouverture de cette page.";
  addEventListener("offline", () => main.before(band));
  addEventListener("online", () => band.remove());
}

// The theme was set in <head>, before the first paint.
addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-theme-toggle]")) return;
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", dataset.theme);
  } catch { /* Storage is refused: the choice lasts for this page. */ }
  dispatchEvent(new Event("themechange"));
});
