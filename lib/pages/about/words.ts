/** The texts of the about page and of the legal notice. @module */

import type { Lang } from "../../shared/lang.ts";
import { setFrench } from "../../shared/words/fill.ts";

/** A heading and its paragraphs. */
export type Chapter = { id: string; title: string; text: readonly string[] };

/** The texts of one language. `{name}` marks a gap. */
export type AboutWords = {
  about: { title: string; description: string; lead: string; chapters: readonly Chapter[]; figures: Figures };
  legal: { title: string; description: string; lead: string; operator: Operator; chapters: readonly Chapter[] };
};

/** The chapter on who publishes and hosts the site; `{name}` is what the settings say. */
type Operator = Omit<Chapter, "text"> & Record<"publisher" | "noPublisher" | "hosting" | "noHosting", string>;

/** Names of the figures about the data. */
type Figures = { heading: string; stations: string; asOf: string; days: string; source: string; sources: Sources };
type Sources = { official: string; file: string; sample: string };

const FRENCH: AboutWords = /* @__PURE__ */ setFrench({
  about: {
    title: "À propos : d’où viennent les prix, ce qu’ils valent",
    description:
      "D’où viennent les prix de Jauge, quand un prix compte, pourquoi certains ne sont pas classés, et ce que le site ne sait pas de vous.",
    lead: "Jauge montre les prix des carburants que l’État publie, sans publicité et sans intérêt dans aucune station.",
    figures: {
      heading: "En ce moment",
      stations: "stations suivies",
      asOf: "dernier relevé",
      days: "jours d’historique",
      source: "origine des données",
      sources: { official: "flux officiel", file: "fichier officiel", sample: "données d’exemple, inventées" },
    },
    chapters: [
      {
        id: "prix",
        title: "D’où viennent les prix",
        text: [
          "Les stations qui vendent plus de 500 m³ de carburant par an doivent déclarer leurs prix au Ministère de l’Économie, qui les publie toutes les dix minutes. Jauge lit ce relevé, écarte ce qui est impossible et laisse le reste tel quel.",
          "Les plus petites stations n’y figurent pas toutes, et l’outre-mer pas du tout.",
          "Les noms et les enseignes viennent d’OpenStreetMap : le relevé officiel n’en donne pas.",
        ],
      },
      {
        id: "en-vigueur",
        title: "Quand un prix compte",
        text: [
          "Un prix est en vigueur quand c’est le dernier connu, qu’il a trente jours au plus, que le carburant n’est pas annoncé en rupture et qu’il est plausible. Les autres restent visibles sur la page de la station, barrés, mais ne sont jamais classés ni moyennés.",
          "L’âge d’un prix est écrit à côté : une station peut l’avoir changé depuis sans le dire.",
          "Une station sans prix classé est en rupture, ou son prix a plus de trente jours, ou elle ne vend pas ce carburant : la carte distingue les trois. Une rupture annoncée comme temporaire depuis plus d’un an compte comme « non vendu ».",
        ],
      },
      {
        id: "moyennes",
        title: "Les moyennes",
        text: [
          "La moyenne d’un jour est celle, sur toutes les stations, du prix en vigueur à la fin du jour. Chaque station compte une fois, quel que soit son débit. Les jours sans relevé n’ont pas de moyenne : les courbes s’y interrompent.",
        ],
      },
      {
        id: "vie-privee",
        title: "Ce que le site sait de vous",
        text: [
          "Rien. Ni compte, ni cookie, ni mesure d’audience, ni script d’un tiers. Vos favoris, votre réservoir, le thème, et de votre dernière visite le carburant, le lieu et l’ordre restent dans votre navigateur ; « Oublier », à l’accueil, efface la dernière visite. Votre position n’y est pas gardée.",
          "Votre position ne quitte l’appareil que si vous la demandez, comme centre d’une recherche. La recherche d’adresses interroge le géocodeur de l’État, et le fond de carte vient de l’IGN ou d’OpenStreetMap : ces services voient alors votre adresse IP.",
          "La page Itinéraire envoie le départ et l’arrivée au service d’itinéraires de l’IGN, qui dessine la route, et le tracé avec votre voiture et vos remises à notre serveur, qui y répond et n’en garde rien. Un fichier GPX ou GeoJSON est lu sur votre appareil : seul son tracé est envoyé, à notre serveur. L’adresse de la page contient la question : qui reçoit le lien la lit.",
        ],
      },
      {
        id: "api",
        title: "Pour les développeurs",
        text: [
          "Tout ce que montrent ces pages est aussi dans une API ouverte, sans clé, documentée à l’adresse /docs.",
        ],
      },
    ],
  },
  legal: {
    title: "Mentions légales et licence des données",
    description: "Éditeur, licence des données et du logiciel, vie privée, responsabilité.",
    lead: "Site non officiel : il n’est ni édité ni approuvé par l’État.",
    operator: {
      id: "editeur",
      title: "Éditeur et hébergeur",
      publisher: "Éditeur et directeur de la publication : {name}.",
      noPublisher: "Cette instance n’a pas encore indiqué son éditeur.",
      hosting: "Hébergeur : {name}.",
      noHosting: "Cette instance n’a pas encore indiqué son hébergeur.",
    },
    chapters: [
      {
        id: "donnees",
        title: "Licence des données",
        text: [
          "Prix, stations et ruptures : « Prix des carburants en France », Ministère de l’Économie, des Finances et de la Souveraineté industrielle et numérique, Licence Ouverte 2.0.",
          "Noms et enseignes : © les contributeurs d’OpenStreetMap, ODbL 1.0. L’ensemble que Jauge en compose est sous ODbL 1.0 : réutilisez-le en citant ces deux sources et sous la même licence.",
          "Communes : INSEE, La Poste (Licence Ouverte 2.0). Centres des communes : La Poste (ODbL 1.0), GeoNames (CC BY 4.0). Contours : Natural Earth (domaine public).",
        ],
      },
      {
        id: "logiciel",
        title: "Licence du logiciel",
        text: ["Le code de Jauge est libre, sous licence MIT."],
      },
      {
        id: "responsabilite",
        title: "Exactitude",
        text: [
          "Les prix sont ceux que les stations déclarent. Seul le prix affiché à la pompe fait foi. Une erreur se signale à la source, sur prix-carburants.gouv.fr : la correction arrive ici avec le relevé suivant.",
        ],
      },
      {
        id: "vie-privee",
        title: "Données personnelles",
        text: [
          "Aucun compte, aucun cookie, aucun traceur. Pour limiter les abus de l’API, le serveur compte les requêtes sous une empreinte chiffrée de l’adresse IP, oubliée peu après ; l’adresse elle-même n’est pas conservée.",
        ],
      },
    ],
  },
});

const ENGLISH: AboutWords = {
  about: {
    title: "About: where the prices come from and how far to trust them",
    description:
      "Where Jauge’s prices come from, when a price counts, why some are not ranked, and what the site does not know about you.",
    lead:
      "Jauge shows the fuel prices published by the French government. It carries no advertising and has no stake in any station.",
    figures: {
      heading: "Right now",
      stations: "stations tracked",
      asOf: "last update",
      days: "days of history",
      source: "source of the data",
      sources: { official: "official feed", file: "official file", sample: "sample data, made up" },
    },
    chapters: [
      {
        id: "prices",
        title: "Where the prices come from",
        text: [
          "Stations that sell more than 500 m³ of fuel a year must report their prices to the Ministry of the Economy, which publishes them every ten minutes. Jauge reads that feed, drops what is impossible and leaves the rest as it is.",
          "Not all of the smallest stations are in it, and none overseas.",
          "Names and brands come from OpenStreetMap: the official feed has none.",
        ],
      },
      {
        id: "in-force",
        title: "When a price counts",
        text: [
          "A price counts when it is the latest one known, is at most thirty days old, is plausible, and the fuel has not been reported out of stock. Other prices stay visible on the station’s page, struck through, but are never ranked or averaged.",
          "The age of a price is shown beside it: a station may have changed it since without saying so.",
          "A station without a ranked price is out of stock, or its price is more than thirty days old, or it does not sell the fuel: the map tells the three apart. A stock-out reported as temporary more than a year ago counts as “not sold”.",
        ],
      },
      {
        id: "means",
        title: "Averages",
        text: [
          "A day’s average is taken over all stations, from the price in force at the end of that day. Each station counts once, however much it sells. Days without data have no average: the curves break off there.",
        ],
      },
      {
        id: "privacy",
        title: "What the site knows about you",
        text: [
          "Nothing. No account, no cookies, no analytics, no third-party scripts. Your favourites, your tank, your theme, and the fuel, place and order of your last visit stay in your browser; “Forget”, on the home page, erases the last visit. Your location is not kept.",
          "Your location leaves your device only when you ask for it, as the centre of a search. Address searches go to the government’s geocoder, and the base map comes from IGN or OpenStreetMap: those services then see your IP address.",
          "The route page sends start and destination to IGN’s routing service, which draws the road, and the line with your car and discounts to our server, which answers and keeps none of it. A GPX or GeoJSON file is read on your device: only its line is sent, to our server. The page’s address contains the question: whoever gets the link can read it.",
        ],
      },
      {
        id: "api",
        title: "For developers",
        text: ["Everything on these pages is also available from an open API that needs no key, documented at /docs."],
      },
    ],
  },
  legal: {
    title: "Legal notice and data licence",
    description: "Publisher, licence of the data and of the software, privacy, accuracy.",
    lead: "This is not an official site: it is neither published nor endorsed by the French government.",
    operator: {
      id: "publisher",
      title: "Publisher and host",
      publisher: "Publisher: {name}.",
      noPublisher: "This instance has not named its publisher yet.",
      hosting: "Host: {name}.",
      noHosting: "This instance has not named its host yet.",
    },
    chapters: [
      {
        id: "data",
        title: "Licence of the data",
        text: [
          "Prices, stations and stock-outs: “Prix des carburants en France”, French Ministry of the Economy, Licence Ouverte 2.0.",
          "Names and brands: © OpenStreetMap contributors, ODbL 1.0. What Jauge makes of both is under the ODbL 1.0: reuse it naming these two sources and under the same licence.",
          "Towns: INSEE, La Poste (Licence Ouverte 2.0). Their centres: La Poste (ODbL 1.0), GeoNames (CC BY 4.0). Outlines: Natural Earth (public domain).",
        ],
      },
      {
        id: "software",
        title: "Licence of the software",
        text: ["The code of Jauge is free, under the MIT licence."],
      },
      {
        id: "accuracy",
        title: "Accuracy",
        text: [
          "Prices are those that stations declare. Only the price shown at the pump is binding. Errors are reported at the source, on prix-carburants.gouv.fr: the correction arrives here with the next update.",
        ],
      },
      {
        id: "privacy",
        title: "Personal data",
        text: [
          "No account, no cookie, no tracker. To limit abuse of the API the server counts requests under a keyed hash of the IP address, forgotten soon after; the address itself is not kept.",
        ],
      },
    ],
  },
};

/** The texts of a language. */
export function aboutWords(lang: Lang): AboutWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
