// Registers the service worker (sw.js, where the rest is explained) and what tells that the network is gone (lost.js).
const { worker, lostScript } = document.currentScript.dataset;
const { serviceWorker } = navigator;
if (worker && serviceWorker) {
  if (!serviceWorker.controller) serviceWorker.addEventListener("controllerchange", tellUsed, { once: true });
  addEventListener("load", () => serviceWorker.register(worker).catch(() => {}));
}
if (!document.querySelector(".explorer")) addEventListener("offline", () => import(lostScript), { once: true });

function tellUsed() {
  const tell = (list) => serviceWorker.controller?.postMessage({ used: list.getEntries().map(({ name }) => name) });
  new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
}
