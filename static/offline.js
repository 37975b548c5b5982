// Lists the pages that this device can show offline, and reloads the page once the server answers again.
const list = document.querySelector("[data-stored-pages]");

async function findStored() {
  if (!("caches" in self) || !await caches.has("pages")) return [];
  const cache = await caches.open("pages");
  const pages = await Promise.all((await cache.keys()).map(async (request) => {
    const copy = await cache.match(request);
    const html = await copy.text();
    // The title alone: styles of the stored page have another nonce, which this page's policy would report.
    const [element = ""] = /<title>[^<]*<\/title>/.exec(html) ?? [];
    const title = new DOMParser().parseFromString(element, "text/html").title.replace(/ · Jauge$/, "");
    return { address: request.url, title, savedAt: copy.headers.get("x-saved-at") };
  }));
  return pages.reverse().filter(({ title }) => title !== "");
}

/** When a page was stored, in words and in Paris time as all instants here. */
function toTime(savedAt) {
  const time = document.createElement("time");
  time.dateTime = savedAt;
  time.className = "muted";
  time.textContent = new Date(savedAt).toLocaleString(document.documentElement.lang === "en" ? "en-GB" : "fr-FR", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "Europe/Paris",
  });
  return time;
}

function toItem({ address, title, savedAt }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = title;
  item.append(link);
  if (savedAt) item.append(toTime(savedAt));
  return item;
}

findStored().then((pages) => {
  if (pages.length > 0) list.replaceChildren(...pages.map(toItem));
});

/** Longest wait for one answer: a network that takes longer is of no use yet. */
const PATIENCE_MS = 8000;
/** Pauses before each question after an `online` event: a phone often has a network seconds before it carries anything. */
const PAUSES_MS = [0, 1000, 4000, 15_000, 60_000];
let isLeaving = false;
let isAsking = false;

/** Asks the server for a few bytes that no cache answers. */
async function isReachable() {
  try {
    const options = { cache: "no-store", redirect: "error", signal: AbortSignal.timeout(PATIENCE_MS) };
    return (await fetch("/healthz", options)).ok;
  } catch {
    return false;
  }
}

/** Reloads the page when the server answers, unless the visitor is already on the way to another page. */
async function comeBack() {
  if (isAsking) return;
  isAsking = true;
  for (const pauseMs of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (!isLeaving && await isReachable() && !isLeaving) {
      location.reload();
      break;
    }
  }
  isAsking = false;
}

addEventListener("online", comeBack);
addEventListener("beforeunload", () => isLeaving = true);
// Safari on iOS never sends beforeunload; where it has the Navigation API, that tells of links that were followed.
self.navigation?.addEventListener("navigate", ({ hashChange }) => {
  if (!hashChange) isLeaving = true;
});
// The browser shows this document again after Back: the visitor is here, perhaps with a network.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  isLeaving = false;
  comeBack();
});
