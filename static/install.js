// Registers the service worker, which stores pages for when there is no network, once the page has loaded.
const { worker } = document.currentScript.dataset;
if (worker && "serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller) serviceWorker.addEventListener("controllerchange", tellUsed, { once: true });
  addEventListener("load", () => {
    // A browser that refuses (private mode, no room) shows the site as ever.
    serviceWorker.register(worker).catch(() => {});
  });
}

/** Tells a new service worker what the page has fetched without it, and what is still on its way. */
function tellUsed() {
  const tell = (list) => {
    navigator.serviceWorker.controller?.postMessage({ used: list.getEntries().map(({ name }) => name) });
  };
  new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
}
