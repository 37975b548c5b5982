/**
 * Lists realistic user tasks, each with the shortest sequence of calls that solves it.
 *
 * @module
 */

type Args = Record<string, unknown>;

export type Before = readonly { data: { id: string }[] }[];

/** A call and its expected result: the codes of its places, and whether it must be rejected. */
export type Call = {
  tool: string;
  args: Args | ((before: Before) => Args);
  places?: readonly string[];
  refused?: RegExp;
};

/** A task with its calls. A user's replies in between are part of the calls' arguments. */
export type Request = { said: string; calls: readonly Call[] };

const SHORT = { detail: "short" };

function one(
  said: string,
  tool: string,
  args: Args,
  right: Pick<Call, "places" | "refused"> = {},
): Request {
  return { said, calls: [{ tool, args, ...right }] };
}

function near(
  said: string,
  place: string,
  [code, fuel]: [string, string],
  more: Args = {},
): Request {
  return one(said, "search_stations_nearby", { place, fuel, ...more, ...SHORT }, {
    places: [code],
  });
}

function route(said: string, ends: Args, places: string[]): Request {
  return one(said, "find_stations_on_route", { ...ends, corridor: 10, ...SHORT }, { places });
}

function compare(said: string, args: Args, code: string): Request {
  return one(said, "compare_price", args, { places: [code] });
}

function refusedAt(said: string, args: Args, refused: RegExp): Request {
  return one(said, "search_stations_nearby", args, { refused });
}

/** Returns a task whose first place is rejected, so that the user can choose between candidates. */
function refusedFirst(
  said: string,
  [first, second]: [string, string],
  [code, fuel]: [string, string],
): Request {
  const refused = refusedAt(
    said,
    { place: first, fuel, ...SHORT },
    /Several places|No place in France/,
  );
  return { said, calls: [...refused.calls, ...near(said, second, [code, fuel]).calls] };
}

/** Returns a task about the cheapest station of a place, whose ID the first call finds. */
function thenOf(first: Request, tool: string, toArgs: (id: string) => Args): Request {
  const args = (before: Before) => toArgs(before[0]!.data[0]!.id);
  return { said: first.said, calls: [...first.calls, { tool, args }] };
}

function search(said: string, args: Args, code: string): Request {
  return one(said, "search_stations_nearby", { ...args, ...SHORT }, { places: [code] });
}

/** Tasks about areas, motorways, landmarks, addresses, stock-outs and days. */
const BEYOND_TOWNS: readonly Request[] = [
  search(
    "la station 24 h/24 la plus proche de la gare de Lyon",
    { place: "Gare de Lyon", fuel: "gazole", sort: "distance", automate_24_7: true },
    "8768600",
  ),
  search("le gazole le moins cher sur l'A6", { road: "A6", fuel: "gazole" }, "FR"),
  search(
    "Où le SP98 manque-t-il à Lille ?",
    { place: "Lille", fuel: "SP98", out_of_stock: true },
    "59350",
  ),
  search(
    "Quels Total de Lille n'ont plus de SP98 ?",
    { place: "Lille", fuel: "SP98", out_of_stock: true, brand: "Total" },
    "59350",
  ),
  one("Dans quel département le gazole est-il le moins cher ?", "get_department_prices", {
    fuel: "gazole",
  }),
  search("le E10 le moins cher de France", { place: "France", fuel: "E10" }, "FR"),
  search("gazole le moins cher en Alsace", { place: "Alsace", fuel: "gazole" }, "67,68"),
  search("les stations les moins chères du Finistère en gazole", {
    place: "Finistère",
    fuel: "gazole",
  }, "29"),
  refusedAt(
    "gazole près du 10 rue de Rivoli à Paris",
    { place: "10 rue de Rivoli, Paris", fuel: "gazole" },
    /is an address: geocode it first, https:\/\/data\.geopf\.fr\/geocodage\/search\?q=10\+rue/,
  ),
  search("diesel near Charles de Gaulle airport", {
    place: "Charles de Gaulle airport",
    fuel: "diesel",
  }, "CDG"),
  one("How has diesel at Leclerc moved since March?", "get_price_series", {
    area: "brand:Leclerc",
    fuel: "diesel",
    from: "2026-03-01",
  }),
  one("Was diesel cheaper last month than this one?", "get_price_series", {
    fuel: "diesel",
    from: "2026-05-01",
  }),
];

const IN_FRENCH: readonly Request[] = [
  near("Où est le gazole le moins cher près de Saint-Denis ?", "Saint-Denis", ["93066", "gazole"]),
  near("essence pas chère à Valence", "Valence", ["26362", "essence"]),
  near("Diesel à Lyon", "Lyon", ["69123", "diesel"]),
  near("le SP98 le moins cher dans le 15e à Paris", "Paris 15e", ["75115", "SP98"]),
  near("Prix du E85 à Bordeaux ?", "Bordeaux", ["33063", "E85"]),
  near("GPL à moins de 15 km de Toulouse", "Toulouse", ["31555", "GPL"], { radius: 15 }),
  near("sans plomb 95, code postal 13001", "13001", ["13201", "sans plomb 95"]),
  near("gasoil a sete", "sete", ["34301", "gasoil"]),
  near("éthanol à ÉVREUX", "ÉVREUX", ["27229", "éthanol"]),
  near("Une station ouverte maintenant à Nîmes pour du gazole", "Nîmes", ["30189", "gazole"], {
    open_now: true,
  }),
  near("le Leclerc le moins cher autour de Rennes en SP95-E10", "Rennes", ["35238", "SP95-E10"], {
    brand: "Leclerc",
  }),
  near("gazole vers Mâcon mais pas sur l'autoroute", "Mâcon", ["71270", "gazole"], {
    motorway: "exclude",
  }),
  near("du super à St Etienne", "St Etienne", ["42218", "super"]),
  near("Sans plomb 98 à L'Haÿ-les-Roses", "L'Haÿ-les-Roses", ["94038", "Sans plomb 98"]),
  near("du gaz à Brive", "Brive", ["19031", "gaz"]),
  near("diesel au Mans", "Le Mans", ["72181", "diesel"]),
  near("station pas chère à La Rochelle pour du 95", "La Rochelle", ["17300", "95"]),
  near("essence dans le 44000", "44000", ["44109", "essence"]),
  near("E10 à Montreuil dans le 93", "Montreuil 93", ["93048", "E10"]),
  near("gazole à Vienne en Isère", "Vienne en Isère", ["38544", "gazole"]),
  near("SP95 à Saint-Martin-d'Hères", "Saint-Martin-d'Hères", ["38421", "SP95"]),
  near("gazole clermont ferrand", "clermont ferrand", ["63113", "gazole"]),
  near("Gazole à Ajaccio", "Ajaccio", ["2A004", "gazole"]),
  near("50 litres de gazole au moins cher autour de Dijon, trajet compris", "Dijon", [
    "21231",
    "gazole",
  ], {
    litres: 50,
    sort: "cost",
  }),
  route("Où faire le plein de diesel entre Paris et Lyon ?", {
    from: "Paris",
    to: "Lyon",
    fuel: "diesel",
  }, [
    "75056",
    "69123",
  ]),
  route("Lille – Nice par Dijon, réservoir de 50 litres, gazole : où m'arrêter ?", {
    from: "Lille",
    via: "Dijon",
    to: "Nice",
    fuel: "gazole",
    tank: 50,
  }, ["59350", "21231", "06088"]),
  route("stations E10 entre Nantes et Rennes", { from: "Nantes", to: "Rennes", fuel: "E10" }, [
    "44109",
    "35238",
  ]),
  compare(
    "1,79 le SP98 à Lyon, c'est bien ?",
    { place: "Lyon", fuel: "SP98", price: 1.79 },
    "69123",
  ),
  compare(
    "1,65 le gazole à Brest, c'est cher ?",
    { place: "Brest", fuel: "gazole", price: 1.65 },
    "29019",
  ),
  one("0,95 le GPL, bon prix ?", "compare_price", { fuel: "GPL", price: 0.95 }),
  one("prix moyen du gazole en France", "get_national_prices", { fuel: "gazole" }),
  one("Est-ce que le gazole augmente ?", "get_national_prices", { fuel: "gazole" }),
  one("prix moyen du E10 dans le Finistère", "get_department_prices", {
    code: "Finistère",
    fuel: "E10",
  }),
  one("le gazole le moins cher en Seine-Saint-Denis", "get_department_prices", {
    code: "Seine-Saint-Denis",
    fuel: "gazole",
  }),
  one("Combien coûte l'essence dans le 75 ?", "get_department_prices", {
    code: "75",
    fuel: "essence",
  }),
  one("Quelle enseigne est la moins chère pour le SP95 ?", "get_brand_trends", {
    fuel: "SP95",
    days: 2,
  }),
  refusedAt("gazole à Saint-Denis de la Réunion", {
    place: "Saint-Denis (La Réunion)",
    fuel: "gazole",
  }, /overseas/),
  refusedAt(
    "prix du diesel à Fort-de-France",
    { place: "Fort-de-France", fuel: "diesel" },
    /overseas/,
  ),
  refusedFirst("gazole à Aix", ["Aix", "Aix-en-Provence (13)"], ["13001", "gazole"]),
  refusedFirst("le moins cher à Clermont en gazole", ["Clermont", "Clermont (60)"], [
    "60157",
    "gazole",
  ]),
  refusedFirst("essence autour de moi", ["autour de moi", "Lyon"], ["69123", "essence"]),
  refusedFirst("diesel à Brutele", ["Brutele", "Brutelles (80)"], ["80146", "diesel"]),
];

const IN_ENGLISH: readonly Request[] = [
  near("Where is diesel cheapest near Saint-Denis?", "Saint-Denis", ["93066", "diesel"]),
  near("cheapest unleaded in Nice", "Nice", ["06088", "unleaded"]),
  near("diesel near Mont Saint Michel", "Mont Saint Michel", ["50353", "diesel"]),
  near("LPG in Bordeaux please", "Bordeaux", ["33063", "LPG"]),
  near("petrol in Chamonix", "Chamonix", ["74056", "petrol"]),
  near("98 octane in Cannes", "Cannes", ["06029", "98"]),
  near("cheap Carrefour diesel around Toulouse", "Toulouse", ["31555", "diesel"], {
    brand: "Carrefour",
  }),
  near("gas near Disneyland Paris", "Chessy (77)", ["77111", "gas"]),
  near("E85 in Strasbourg, France", "Strasbourg, France", ["67482", "E85"]),
  one("cheapest diesel at 48.8584, 2.2945", "search_stations_nearby", {
    lat: 48.8584,
    lng: 2.2945,
    fuel: "diesel",
    ...SHORT,
  }),
  compare("Is 1.85 a good price for E10 in Marseille?", {
    place: "Marseille",
    fuel: "E10",
    price: 1.85,
  }, "13055"),
  route(
    "Where should I fill up with petrol between Calais and Reims?",
    { from: "Calais", to: "Reims", fuel: "petrol" },
    ["62193", "51454"],
  ),
  one("What does diesel cost in France?", "get_national_prices", { fuel: "diesel" }),
  one("Is petrol getting cheaper?", "get_national_prices", { fuel: "petrol" }),
  refusedAt(
    "gas prices in Paris, Texas",
    { place: "Paris, Texas", fuel: "gas" },
    /No place in France/,
  ),
  refusedFirst("diesel near me", ["near me", "Reims"], ["51454", "diesel"]),
  thenOf(
    near("Is the cheapest diesel station in Pau open on Sunday?", "Pau", ["64445", "diesel"]),
    "lookup_station",
    (id) => ({ id }),
  ),
  thenOf(
    near("Is the cheapest E10 in Metz cheaper than last month?", "Metz", ["57463", "E10"]),
    "get_price_history",
    (id) => ({ stationId: id, fuel: "e10", days: 30 }),
  ),
];

export const REQUESTS: readonly Request[] = [...IN_FRENCH, ...IN_ENGLISH, ...BEYOND_TOWNS];
