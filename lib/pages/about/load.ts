/** Makes the about page and the legal notice, and has their texts. @module */

import { type PageRequest, toPageMeta } from "../../site/metadata.ts";
import { commonWords, fill, inBothLanguages } from "../../words/mod.ts";

/** Returns the about page. */
export function toAbout(request: PageRequest) {
  const words = aboutWords[request.lang].about;
  const meta = toPageMeta(commonWords[request.lang].footer.about, "/a-propos", words);
  return { request, words, meta, section: "/a-propos" as const };
}

/**
 * Returns the legal notice: publisher and host from the settings (null if not set), licences,
 * accuracy, personal data.
 */
export function toLegal(
  request: PageRequest,
  { publisher, hosting }: Record<"publisher" | "hosting", string | null>,
) {
  const { operator, ...legal } = aboutWords[request.lang].legal;
  const text = [
    publisher === null ? operator.noPublisher : fill(operator.publisher, { name: publisher }),
    hosting === null ? operator.noHosting : fill(operator.hosting, { name: hosting }),
  ];
  const words = {
    ...legal,
    chapters: [{ id: operator.id, title: operator.title, text }, ...legal.chapters],
  };
  const { title, lead: description } = legal;
  const meta = toPageMeta(commonWords[request.lang].footer.legal, "/mentions-legales", {
    title,
    description,
  });
  return { request, words, meta, section: undefined };
}

const aboutWords = /* @__PURE__ */ inBothLanguages({
  about: {
    title: [
      "À propos : d’où viennent les prix, ce qu’ils valent",
      "About: where the prices come from and how far to trust them",
    ],
    description: [
      "D’où viennent les prix de Jauge, quand un prix compte, pourquoi certains ne sont pas classés, et ce que le site ne sait pas de vous.",
      "Where Jauge’s prices come from, when a price counts, why some are not ranked, and what the site does not know about you.",
    ],
    lead: [
      "Jauge montre les prix des carburants que l’État publie, sans publicité et sans intérêt dans aucune station.",
      "Jauge shows the fuel prices published by the French government. It carries no advertising and has no stake in any station.",
    ],
    chapters: [{
      id: ["prix", "prices"],
      title: ["D’où viennent les prix", "Where the prices come from"],
      text: [[
        "Les stations qui vendent plus de 500 m³ de carburant par an doivent déclarer leurs prix au Ministère de l’Économie, qui les publie toutes les dix minutes. Jauge lit ce relevé, écarte ce qui est impossible et laisse le reste tel quel.",
        "Stations that sell more than 500 m³ of fuel a year must report their prices to the Ministry of the Economy, which publishes them every ten minutes. Jauge reads that feed, drops what is impossible and leaves the rest as it is.",
      ], [
        "Les plus petites stations n’y figurent pas toutes, et l’outre-mer pas du tout.",
        "Not all of the smallest stations are in it, and none overseas.",
      ], [
        "Les noms et les enseignes viennent d’OpenStreetMap : le relevé officiel n’en donne pas.",
        "Names and brands come from OpenStreetMap: the official feed has none.",
      ]],
    }, {
      id: ["en-vigueur", "in-force"],
      title: ["Quand un prix compte", "When a price counts"],
      text: [[
        "Un prix est en vigueur quand c’est le dernier connu, qu’il a trente jours au plus, que le carburant n’est pas annoncé en rupture et qu’il est plausible. Les autres restent visibles sur la page de la station, barrés, mais ne sont jamais classés ni moyennés.",
        "A price counts when it is the latest one known, is at most thirty days old, is plausible, and the fuel has not been reported out of stock. Other prices stay visible on the station’s page, struck through, but are never ranked or averaged.",
      ], [
        "L’âge d’un prix est écrit à côté : une station peut l’avoir changé depuis sans le dire.",
        "The age of a price is shown beside it: a station may have changed it since without saying so.",
      ], [
        "Une station sans prix classé est en rupture, ou son prix a plus de trente jours, ou elle ne vend pas ce carburant : la carte distingue les trois. Une rupture annoncée comme temporaire depuis plus d’un an compte comme « non vendu ».",
        "A station without a ranked price is out of stock, or its price is more than thirty days old, or it does not sell the fuel: the map tells the three apart. A stock-out reported as temporary more than a year ago counts as “not sold”.",
      ]],
    }, {
      id: ["moyennes", "means"],
      title: ["Les moyennes", "Averages"],
      text: [[
        "La moyenne d’un jour est celle, sur toutes les stations, du prix en vigueur à la fin du jour. Chaque station compte une fois, quel que soit son débit. Les jours sans relevé n’ont pas de moyenne : les courbes s’y interrompent.",
        "A day’s average is taken over all stations, from the price in force at the end of that day. Each station counts once, however much it sells. Days without data have no average: the curves break off there.",
      ]],
    }, {
      id: ["vie-privee", "privacy"],
      title: ["Ce que le site sait de vous", "What the site knows about you"],
      text: [[
        "Rien, sauf ce que demande une alerte (voir /mentions-legales). Ni compte, ni cookie, ni mesure d’audience, ni script d’un tiers. Vos favoris, votre réservoir, le thème, et de votre dernière visite le carburant, le lieu et l’ordre, et votre dernier itinéraire restent dans votre navigateur ; « Oublier », à l’accueil, les efface. Votre position n’y est pas gardée.",
        "Nothing, except what an alert needs (see /mentions-legales). No account, no cookies, no analytics, no third-party scripts. Your favourites, your tank, your theme, the fuel, place and order of your last visit, and your last route stay in your browser; “Forget”, on the home page, erases them. Your location is not kept.",
      ], [
        "Votre position ne quitte l’appareil que si vous la demandez, comme centre d’une recherche. La recherche d’adresses interroge le géocodeur de l’État, et le fond de carte vient de l’IGN ou d’OpenStreetMap : ces services voient alors votre adresse IP.",
        "Your location leaves your device only when you ask for it, as the centre of a search. Address searches go to the government’s geocoder, and the base map comes from IGN or OpenStreetMap: those services then see your IP address.",
      ], [
        "La page Trajet envoie le départ et l’arrivée au service d’itinéraires de l’IGN, qui dessine la route, et le tracé avec votre voiture et vos remises à notre serveur, qui y répond et n’en garde rien. Un fichier GPX ou GeoJSON est lu sur votre appareil : seul son tracé est envoyé, à notre serveur. L’adresse de la page contient la question : qui reçoit le lien la lit.",
        "The route page sends start and destination to IGN’s routing service, which draws the road, and the line with your car and discounts to our server, which answers and keeps none of it. A GPX or GeoJSON file is read on your device: only its line is sent, to our server. The page’s address contains the question: whoever gets the link can read it.",
      ]],
    }, {
      id: "api",
      title: ["Pour les développeurs", "For developers"],
      text: [[
        "Tout ce que montrent ces pages est aussi dans une API ouverte, sans clé, documentée à l’adresse /docs.",
        "Everything on these pages is also available from an open API that needs no key, documented at /docs.",
      ]],
    }],
  },
  legal: {
    title: ["Mentions légales et licence des données", "Legal notice and data licence"],
    lead: [
      "Site non officiel : il n’est ni édité ni approuvé par l’État.",
      "This is not an official site: it is neither published nor endorsed by the French government.",
    ],
    operator: {
      id: ["editeur", "publisher"],
      title: ["Éditeur et hébergeur", "Publisher and host"],
      publisher: ["Éditeur et directeur de la publication : {name}.", "Publisher: {name}."],
      noPublisher: [
        "Cette instance n’a pas encore indiqué son éditeur.",
        "This instance has not named its publisher yet.",
      ],
      hosting: ["Hébergeur : {name}.", "Host: {name}."],
      noHosting: [
        "Cette instance n’a pas encore indiqué son hébergeur.",
        "This instance has not named its host yet.",
      ],
    },
    chapters: [{
      id: ["donnees", "data"],
      title: ["Licence des données", "Licence of the data"],
      text: [[
        "Prix, stations et ruptures : « Prix des carburants en France », Ministère de l’Économie, des Finances et de la Souveraineté industrielle et numérique, Licence Ouverte 2.0.",
        "Prices, stations and stock-outs: “Prix des carburants en France”, French Ministry of the Economy, Licence Ouverte 2.0.",
      ], [
        "Noms et enseignes : © les contributeurs d’OpenStreetMap, ODbL 1.0. L’ensemble que Jauge en compose est sous ODbL 1.0 : réutilisez-le en citant ces deux sources et sous la même licence.",
        "Names and brands: © OpenStreetMap contributors, ODbL 1.0. What Jauge makes of both is under the ODbL 1.0: reuse it naming these two sources and under the same licence.",
      ], [
        "Communes : INSEE, La Poste (Licence Ouverte 2.0). Centres des communes : La Poste (ODbL 1.0), GeoNames (CC BY 4.0). Contours : Natural Earth (domaine public).",
        "Towns: INSEE, La Poste (Licence Ouverte 2.0). Their centres: La Poste (ODbL 1.0), GeoNames (CC BY 4.0). Outlines: Natural Earth (public domain).",
      ]],
    }, {
      id: ["logiciel", "software"],
      title: ["Licence du logiciel", "Licence of the software"],
      text: [[
        "Le code de Jauge est libre, sous licence MIT.",
        "The code of Jauge is free, under the MIT licence.",
      ], [
        "Jauge contient d’autres logiciels libres, dont Leaflet, Preact et PostGIS. Leurs auteurs et leurs licences sont réunis à l’adresse /THIRD_PARTY_NOTICES.txt.",
        "Jauge contains other free software, such as Leaflet, Preact and PostGIS. Its authors and licences are listed at /THIRD_PARTY_NOTICES.txt.",
      ]],
    }, {
      id: ["responsabilite", "accuracy"],
      title: ["Exactitude", "Accuracy"],
      text: [[
        "Les prix sont ceux que les stations déclarent. Seul le prix affiché à la pompe fait foi. Une erreur se signale à la source, sur prix-carburants.gouv.fr : la correction arrive ici avec le relevé suivant.",
        "Prices are those that stations declare. Only the price shown at the pump is binding. Errors are reported at the source, on prix-carburants.gouv.fr: the correction arrives here with the next update.",
      ]],
    }, {
      id: ["vie-privee", "privacy"],
      title: ["Données personnelles", "Personal data"],
      text: [[
        "Aucun compte, aucun cookie, aucun traceur. Pour limiter les abus de l’API, le serveur compte les requêtes sous une empreinte chiffrée de l’adresse IP, oubliée peu après ; l’adresse elle-même n’est pas conservée.",
        "No account, no cookie, no tracker. To limit abuse of the API the server counts requests under a keyed hash of the IP address, forgotten soon after; the address itself is not kept.",
      ], [
        "Si vous demandez une alerte, le serveur garde ce qu’il faut pour vous écrire, et rien d’autre : l’adresse d’abonnement que votre navigateur a reçue de son service de notifications, ses deux clés, votre langue et la règle, avec des stations ou un carré de 0,05° (environ cinq kilomètres), jamais votre position. Le message passe chiffré par ce service, celui de Google, d’Apple, de Mozilla ou de Microsoft selon le navigateur.",
        "If you ask for an alert, the server keeps what it needs to reach you, and nothing else: the subscription address that your browser got from its notification service, its two keys, your language and the rule, with stations or a square of 0.05° (about five kilometres), never your location. The message passes encrypted through that service, run by Google, Apple, Mozilla or Microsoft depending on the browser.",
      ], [
        "Tout est effacé dès que vous supprimez l’alerte, sur la notification ou à l’adresse /alertes, et sinon quand le navigateur met fin à l’abonnement, après huit envois de suite sans succès, ou au bout d’un an sans visite de cet appareil.",
        "All of it is erased as soon as you delete the alert, on the notification or at /alertes, and otherwise when the browser ends the subscription, after eight failed messages in a row, or after a year without a visit from this device.",
      ]],
    }],
  },
});
