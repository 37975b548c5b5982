/** Sixty requests as people make them, each with the shortest sequence of calls that answers it. @module */

type Args = Record<string, unknown>;

/** What calls before have answered. */
export type Before = readonly { data: { id: string }[] }[];

/** A call, and what is right of its answer: the codes of the places in it, and whether it has to be refused. */
export type Call = {
  tool: string;
  args: Args | ((before: Before) => Args);
  places?: readonly string[];
  refused?: RegExp;
};

/** A request with its calls; what a person answers in between is part of the calls' arguments. */
export type Request = { said: string; calls: readonly Call[] };

const SHORT = { detail: "short" };

function near(said: string, place: string, options: { code: string } & Args): Request {
  const { code, ...args } = options;
  return {
    said,
    calls: [{ tool: "search_stations_nearby", args: { place, ...args, ...SHORT }, places: [code] }],
  };
}

function route(said: string, ends: Args, codes: string[]): Request {
  return {
    said,
    calls: [{ tool: "find_stations_on_route", args: { ...ends, corridor: 10, ...SHORT }, places: codes }],
  };
}

function one(said: string, tool: string, call: Omit<Call, "tool">): Request {
  return { said, calls: [{ tool, ...call }] };
}

/** A request whose first place is refused, for a person to say which one is meant. */
function refusedFirst(said: string, [first, second]: [string, string], options: { code: string; fuel: string }) {
  const { code, fuel } = options;
  const tool = "search_stations_nearby";
  const calls = [
    { tool, args: { place: first, fuel, ...SHORT }, refused: /Several places|No place in France/ },
    { tool, args: { place: second, fuel, ...SHORT }, places: [code] },
  ];
  return { said, calls };
}

/** What is asked of a station, by its id. */
type AskOf = (id: string) => { tool: string; args: Args };

/** A request about the cheapest station of a place, whose id the first call finds. */
function thenOf(said: string, first: { place: string; fuel: string; code: string }, ask: AskOf): Request {
  const { place, ...options } = first;
  const { calls } = near(said, place, options);
  const args = (before: Before) => ask(before[0]!.data[0]!.id).args;
  return { said, calls: [...calls, { tool: ask("").tool, args }] };
}

const IN_FRENCH: readonly Request[] = [
  near("Où est le gazole le moins cher près de Saint-Denis ?", "Saint-Denis", { code: "93066", fuel: "gazole" }),
  near("essence pas chère à Valence", "Valence", { code: "26362", fuel: "essence" }),
  near("Diesel à Lyon", "Lyon", { code: "69123", fuel: "diesel" }),
  near("le SP98 le moins cher dans le 15e à Paris", "Paris 15e", { code: "75115", fuel: "SP98" }),
  near("Prix du E85 à Bordeaux ?", "Bordeaux", { code: "33063", fuel: "E85" }),
  near("GPL à moins de 15 km de Toulouse", "Toulouse", { code: "31555", fuel: "GPL", radius: 15 }),
  near("sans plomb 95, code postal 13001", "13001", { code: "13201", fuel: "sans plomb 95" }),
  near("gasoil a sete", "sete", { code: "34301", fuel: "gasoil" }),
  near("éthanol à ÉVREUX", "ÉVREUX", { code: "27229", fuel: "éthanol" }),
  near("Une station ouverte maintenant à Nîmes pour du gazole", "Nîmes", {
    ...{ code: "30189", fuel: "gazole", open_now: true },
  }),
  near("le Leclerc le moins cher autour de Rennes en SP95-E10", "Rennes", {
    ...{ code: "35238", fuel: "SP95-E10", brand: "Leclerc" },
  }),
  near("gazole vers Mâcon mais pas sur l'autoroute", "Mâcon", { code: "71270", fuel: "gazole", motorway: "exclude" }),
  near("du super à St Etienne", "St Etienne", { code: "42218", fuel: "super" }),
  near("Sans plomb 98 à L'Haÿ-les-Roses", "L'Haÿ-les-Roses", { code: "94038", fuel: "Sans plomb 98" }),
  near("du gaz à Brive", "Brive", { code: "19031", fuel: "gaz" }),
  near("diesel au Mans", "Le Mans", { code: "72181", fuel: "diesel" }),
  near("station pas chère à La Rochelle pour du 95", "La Rochelle", { code: "17300", fuel: "95" }),
  near("essence dans le 44000", "44000", { code: "44109", fuel: "essence" }),
  near("E10 à Montreuil dans le 93", "Montreuil 93", { code: "93048", fuel: "E10" }),
  near("gazole à Vienne en Isère", "Vienne en Isère", { code: "38544", fuel: "gazole" }),
  near("SP95 à Saint-Martin-d'Hères", "Saint-Martin-d'Hères", { code: "38421", fuel: "SP95" }),
  near("gazole clermont ferrand", "clermont ferrand", { code: "63113", fuel: "gazole" }),
  near("Gazole à Ajaccio", "Ajaccio", { code: "2A004", fuel: "gazole" }),
  near("50 litres de gazole au moins cher autour de Dijon, trajet compris", "Dijon", {
    ...{ code: "21231", fuel: "gazole", litres: 50, sort: "cost" },
  }),
  route("Où faire le plein de diesel entre Paris et Lyon ?", { from: "Paris", to: "Lyon", fuel: "diesel" }, [
    ...["75056", "69123"],
  ]),
  route("Lille – Nice par Dijon, réservoir de 50 litres, gazole : où m'arrêter ?", {
    ...{ from: "Lille", via: "Dijon", to: "Nice", fuel: "gazole", tank: 50 },
  }, ["59350", "21231", "06088"]),
  route("stations E10 entre Nantes et Rennes", { from: "Nantes", to: "Rennes", fuel: "E10" }, ["44109", "35238"]),
  one("1,79 le SP98 à Lyon, c'est bien ?", "compare_price", {
    ...{ args: { place: "Lyon", fuel: "SP98", price: 1.79 }, places: ["69123"] },
  }),
  one("1,65 le gazole à Brest, c'est cher ?", "compare_price", {
    ...{ args: { place: "Brest", fuel: "gazole", price: 1.65 }, places: ["29019"] },
  }),
  one("0,95 le GPL, bon prix ?", "compare_price", { args: { fuel: "GPL", price: 0.95 } }),
  one("prix moyen du gazole en France", "get_national_prices", { args: { fuel: "gazole" } }),
  one("Est-ce que le gazole augmente ?", "get_national_prices", { args: { fuel: "gazole" } }),
  one("prix moyen du E10 dans le Finistère", "get_department_prices", { args: { code: "Finistère", fuel: "E10" } }),
  one("le gazole le moins cher en Seine-Saint-Denis", "get_department_prices", {
    args: { code: "Seine-Saint-Denis", fuel: "gazole" },
  }),
  one("Combien coûte l'essence dans le 75 ?", "get_department_prices", { args: { code: "75", fuel: "essence" } }),
  one("Quelle enseigne est la moins chère pour le SP95 ?", "get_brand_trends", { args: { fuel: "SP95", days: 2 } }),
  one("gazole à Saint-Denis de la Réunion", "search_stations_nearby", {
    ...{ args: { place: "Saint-Denis (La Réunion)", fuel: "gazole" }, refused: /overseas/ },
  }),
  one("prix du diesel à Fort-de-France", "search_stations_nearby", {
    ...{ args: { place: "Fort-de-France", fuel: "diesel" }, refused: /overseas/ },
  }),
  refusedFirst("gazole à Aix", ["Aix", "Aix-en-Provence (13)"], { code: "13001", fuel: "gazole" }),
  refusedFirst("le moins cher à Clermont en gazole", ["Clermont", "Clermont (60)"], { code: "60157", fuel: "gazole" }),
  refusedFirst("essence autour de moi", ["autour de moi", "Lyon"], { code: "69123", fuel: "essence" }),
  refusedFirst("diesel à Grenble", ["Grenble", "Grenoble (38)"], { code: "38185", fuel: "diesel" }),
];

const IN_ENGLISH: readonly Request[] = [
  near("Where is diesel cheapest near Saint-Denis?", "Saint-Denis", { code: "93066", fuel: "diesel" }),
  near("cheapest unleaded in Nice", "Nice", { code: "06088", fuel: "unleaded" }),
  near("diesel near Mont Saint Michel", "Mont Saint Michel", { code: "50353", fuel: "diesel" }),
  near("LPG in Bordeaux please", "Bordeaux", { code: "33063", fuel: "LPG" }),
  near("petrol in Chamonix", "Chamonix", { code: "74056", fuel: "petrol" }),
  near("98 octane in Cannes", "Cannes", { code: "06029", fuel: "98" }),
  near("cheap Carrefour diesel around Toulouse", "Toulouse", { code: "31555", fuel: "diesel", brand: "Carrefour" }),
  near("gas near Disneyland Paris", "Chessy (77)", { code: "77111", fuel: "gas" }),
  near("E85 in Strasbourg, France", "Strasbourg, France", { code: "67482", fuel: "E85" }),
  one("cheapest diesel at 48.8584, 2.2945", "search_stations_nearby", {
    args: { lat: 48.8584, lng: 2.2945, fuel: "diesel", ...SHORT },
  }),
  one("Is 1.85 a good price for E10 in Marseille?", "compare_price", {
    ...{ args: { place: "Marseille", fuel: "E10", price: 1.85 }, places: ["13055"] },
  }),
  route("Where should I fill up with petrol between Calais and Reims?", {
    ...{ from: "Calais", to: "Reims", fuel: "petrol" },
  }, ["62193", "51454"]),
  one("What does diesel cost in France?", "get_national_prices", { args: { fuel: "diesel" } }),
  one("Is petrol getting cheaper?", "get_national_prices", { args: { fuel: "petrol" } }),
  one("gas prices in Paris, Texas", "search_stations_nearby", {
    ...{ args: { place: "Paris, Texas", fuel: "gas" }, refused: /No place in France/ },
  }),
  refusedFirst("diesel near me", ["near me", "Reims"], { code: "51454", fuel: "diesel" }),
  thenOf(
    "Is the cheapest diesel station in Pau open on Sunday?",
    { place: "Pau", fuel: "diesel", code: "64445" },
    (id) => ({ tool: "lookup_station", args: { id } }),
  ),
  thenOf(
    "Is the cheapest E10 in Metz cheaper than last month?",
    { place: "Metz", fuel: "E10", code: "57463" },
    (id) => ({ tool: "get_price_history", args: { stationId: id, fuel: "e10", days: 30 } }),
  ),
];

/** All requests. */
export const REQUESTS: readonly Request[] = [...IN_FRENCH, ...IN_ENGLISH];
