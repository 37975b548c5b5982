// Says above a page that its prices are no longer renewed, as long as there is no network.
function say() {
  const main = document.querySelector("main");
  // A page that was stored says it already.
  if (!main || document.querySelector("[data-offline], [data-lost]")) return;
  const band = document.createElement("div");
  band.className = "banner";
  band.dataset.lost = "";
  band.setAttribute("role", "status");
  band.textContent = document.documentElement.lang === "en"
    ? "You are offline: the prices are those from when this page was opened."
    : "Vous êtes hors ligne\u00a0: les prix sont ceux de l’ouverture de cette page.";
  main.before(band);
}

say();
addEventListener("offline", say);
addEventListener("online", () => document.querySelector("[data-lost]")?.remove());
