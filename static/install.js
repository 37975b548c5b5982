// Registers the service worker when the page has loaded: without it nothing would be kept for a day without a network.
const { worker } = document.currentScript.dataset;
if (worker && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    // A browser that refuses (private mode, no room) shows the site as ever.
    navigator.serviceWorker.register(worker).catch(() => {});
  });
}
