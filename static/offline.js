// The offline page's list of what this device has kept, and its return to the network.
const list = document.querySelector("[data-kept-pages]");

async function findKept() {
  if (!("caches" in self) || !await caches.has("pages")) return [];
  const cache = await caches.open("pages");
  const pages = await Promise.all((await cache.keys()).map(async (request) => {
    const html = await (await cache.match(request)).text();
    const title = new DOMParser().parseFromString(html, "text/html").title.replace(/ · Jauge$/, "");
    return { address: request.url, title };
  }));
  return pages.reverse().filter(({ title }) => title !== "");
}

function toItem({ address, title }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = address;
  link.textContent = title;
  item.append(link);
  return item;
}

findKept().then((pages) => {
  if (pages.length > 0) list.replaceChildren(...pages.map(toItem));
});
addEventListener("online", () => location.reload());
