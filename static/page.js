// The script of every page.
const { worker } = document.currentScript.dataset;
const { serviceWorker } = navigator;
if (worker && serviceWorker) {
  // Its files would compete with the page's own for network and processor.
  addEventListener(
    "load",
    () => setTimeout(() => serviceWorker.register(worker).catch(() => {}), 5000),
  );
}

const root = document.documentElement;
const main = document.querySelector("main");

/** Returns a line of text across the page. */
function toBand(role, name, texts) {
  const band = document.createElement("div");
  band.className = "banner";
  band.dataset[name] = "";
  band.setAttribute("role", role);
  band.textContent = texts[root.lang];
  return band;
}

// lib/client/offline/worker.ts adds it to stored pages.
const stored = document.querySelector("[data-offline]");
if (stored) {
  root.dataset.savedAt = stored.dataset.savedAt;
  if (stored.dataset.place) root.dataset.place = decodeURIComponent(stored.dataset.place);
  stored.hidden = false;
  main.before(stored);
} else if (main && !document.querySelector(".explorer")) {
  const band = toBand("status", "lost", {
    fr: "Vous êtes hors ligne\u00a0: les prix sont ceux de l’ouverture de cette page.",
    en: "You are offline: the prices are those from when this page was opened.",
  });
  addEventListener("offline", () => main.before(band));
  addEventListener("online", () => band.remove());
}

// The first script of the page has set the theme, before the first paint.
addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-theme-toggle]")) return;
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("theme", dataset.theme);
  } catch { /* The browser blocks storage: the choice lasts for this page. */ }
  dispatchEvent(new Event("themechange"));
});

// After a release, the scripts that an open page still needs are gone, but the reloaded page has
// new ones. If these are missing too, the page must not reload forever.
const RENEW_EVERY_MS = 10 * 60_000;
const RENEWAL = "renewal";
let isRenewing = false;

const findFields = () => [...document.querySelectorAll('input[type="text"][name]')];

/**
 * Reloads the page unless it did so recently. Keeps typed text, which is not in the address yet.
 */
function renewPage() {
  if (isRenewing) return;
  isRenewing = true;
  const store = (renewal) => sessionStorage.setItem(RENEWAL, JSON.stringify(renewal));
  const atMs = Date.now();
  try {
    const last = JSON.parse(sessionStorage.getItem(RENEWAL));
    if (last === null || atMs - last.atMs > RENEW_EVERY_MS) {
      store({ atMs });
      // Visitors may type until the page is hidden.
      addEventListener("pagehide", () => {
        const typed = Object.fromEntries(findFields().map(({ name, value }) => [name, value]));
        store({ atMs, address: location.href, typed, focus: document.activeElement?.name });
      });
      location.reload();
      return;
    }
  } catch { /* Storage is blocked or full: the page could reload forever. */ }
  document.body.prepend(toBand("alert", "failed", {
    fr: "Une partie de cette page n’a pas pu être chargée. Rechargez la page dans un instant.",
    en: "A part of this page could not be loaded. Reload the page in a moment.",
  }));
}

/** Restores the text that was typed before the page was reloaded. */
function restoreTyped() {
  try {
    const { address, typed, focus, ...last } = JSON.parse(sessionStorage.getItem(RENEWAL)) ?? {};
    if (!typed) return;
    sessionStorage.setItem(RENEWAL, JSON.stringify(last));
    if (address !== location.href) return;
    for (const field of findFields()) {
      field.value = typed[field.name] ?? field.value;
      if (field.name === focus) field.focus();
    }
  } catch { /* Storage is blocked or full. */ }
}

restoreTyped();
new PerformanceObserver((list) => {
  const scripts = `${location.origin}/_fresh/js/`;
  const isGone = ({ name, responseStatus }) => responseStatus === 404 && name.startsWith(scripts);
  if (list.getEntries().some(isGone)) renewPage();
}).observe({ type: "resource", buffered: true });
