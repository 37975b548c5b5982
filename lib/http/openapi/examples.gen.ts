/** Responses over the invented fixture, written by `deno task gen`; never edited. @module */

// deno-fmt-ignore-file

import type { Examples } from "./mod.ts";

/** Examples by operation id. */
export const EXAMPLES: Examples = {
  "searchStations": {
    "path": "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=5&limit=2",
    "body": {
      "data": [
        {
          "id": "75015007",
          "name": "Relais Vaugirard",
          "brand": "TotalEnergies",
          "address": "118 Rue de Vaugirard",
          "city": "Paris",
          "postal_code": "75015",
          "department": "75",
          "latitude": 48.84321,
          "longitude": 2.31254,
          "motorway": false,
          "automate_24_7": true,
          "fuel": "gazole",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T08:10:00.000Z",
          "age_hours": 2,
          "distance_km": 3.269
        },
        {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "postal_code": "75014",
          "department": "75",
          "latitude": 48.82811,
          "longitude": 2.32684,
          "motorway": false,
          "automate_24_7": false,
          "fuel": "gazole",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T09:10:00.000Z",
          "age_hours": 1,
          "distance_km": 3.675
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 2,
        "total": 2,
        "fuel": "gazole",
        "next": null,
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "boxStations": {
    "path": "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25&fuel=gazole&limit=2",
    "body": {
      "data": [
        {
          "id": "92120001",
          "name": "E.Leclerc Montrouge",
          "brand": "E.Leclerc",
          "address": "1 Avenue Pierre Brossolette",
          "city": "Montrouge",
          "postal_code": "92120",
          "department": "92",
          "latitude": 48.8165,
          "longitude": 2.3165,
          "motorway": false,
          "automate_24_7": true,
          "fuel": "gazole",
          "price": "1.729",
          "price_eur": 1.729,
          "updated_at": "2026-06-05T09:50:00.000Z",
          "age_hours": 0.3
        },
        {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "postal_code": "75014",
          "department": "75",
          "latitude": 48.82811,
          "longitude": 2.32684,
          "motorway": false,
          "automate_24_7": false,
          "fuel": "gazole",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T09:10:00.000Z",
          "age_hours": 1
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 2,
        "total": 3,
        "fuel": "gazole",
        "next": 2,
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "routeStations": {
    "path": "/api/v1/stations/route?points=48.8566,2.3522;48.6,2.43&fuel=gazole&corridor=10&tank=30&start_level=6&limit=2",
    "body": {
      "data": [
        {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "postal_code": "75014",
          "department": "75",
          "latitude": 48.82811,
          "longitude": 2.32684,
          "motorway": false,
          "automate_24_7": false,
          "fuel": "gazole",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T09:10:00.000Z",
          "age_hours": 1,
          "net_price": "1.799",
          "net_price_eur": 1.799,
          "km_along": 3.56,
          "km_off": 2.45,
          "side": null,
          "detour_km": 6.37,
          "detour": "estimated",
          "net_saving": "6.86",
          "open": true
        },
        {
          "id": "92120001",
          "name": "E.Leclerc Montrouge",
          "brand": "E.Leclerc",
          "address": "1 Avenue Pierre Brossolette",
          "city": "Montrouge",
          "postal_code": "92120",
          "department": "92",
          "latitude": 48.8165,
          "longitude": 2.3165,
          "motorway": false,
          "automate_24_7": true,
          "fuel": "gazole",
          "price": "1.729",
          "price_eur": 1.729,
          "updated_at": "2026-06-05T09:50:00.000Z",
          "age_hours": 0.3,
          "net_price": "1.729",
          "net_price_eur": 1.729,
          "km_along": 5.011,
          "km_off": 3.449,
          "side": null,
          "detour_km": 8.969,
          "detour": "estimated",
          "net_saving": "9.39",
          "open": true
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 2,
        "total": 4,
        "fuel": "gazole",
        "route": {
          "length_km": 37.834,
          "quality": "straight",
          "estimated": true,
          "corridor_km": 10,
          "average_price": "1.829",
          "average_price_eur": 1.829
        },
        "plan": {
          "feasible": true,
          "stops": [
            {
              "id": "91090002",
              "name": "Relais de Lisses",
              "brand": "TotalEnergies",
              "address": "Autoroute A6, aire de Lisses",
              "city": "Lisses",
              "latitude": 48.6021,
              "longitude": 2.4313,
              "motorway": true,
              "price": "1.989",
              "price_eur": 1.989,
              "net_price": "1.989",
              "net_price_eur": 1.989,
              "updated_at": "2026-06-04T04:10:00.000Z",
              "age_hours": 30,
              "detour_km": 0,
              "detour": "none",
              "open": true,
              "km_along": 37.561,
              "litres": 1.5,
              "litres_left": 3.6,
              "cost": "2.98",
              "cheapest_in_reach": true
            }
          ],
          "litres_left": 5,
          "litres": 1.5,
          "cost": "2.98",
          "saves_on_first": "-0.29",
          "saves_on_average": "-0.24",
          "older": []
        },
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "listStations": {
    "path": "/api/v1/stations?department=75&limit=2",
    "body": {
      "data": [
        {
          "id": "75013013",
          "name": null,
          "brand": "Esso Express",
          "address": "37 Boulevard Vincent Auriol",
          "city": "Paris",
          "postal_code": "75013",
          "department": "75",
          "region": "Île-de-France",
          "latitude": 48.8372,
          "longitude": 2.3719,
          "services": [],
          "service_codes": [],
          "prices": [
            {
              "fuel": "gazole",
              "label": "Gazole",
              "price": "1.750",
              "price_eur": 1.75,
              "updated_at": "2026-06-05T05:10:00.000Z",
              "age_hours": 5,
              "in_force": false,
              "suspect": false
            },
            {
              "fuel": "sp98",
              "label": "SP98",
              "price": "2.010",
              "price_eur": 2.01,
              "updated_at": "2026-04-26T10:10:00.000Z",
              "age_hours": 960,
              "in_force": false,
              "suspect": false
            },
            {
              "fuel": "e10",
              "label": "E10",
              "price": "1.939",
              "price_eur": 1.939,
              "updated_at": "2026-06-05T05:10:00.000Z",
              "age_hours": 5,
              "in_force": true,
              "suspect": false
            }
          ],
          "out_of_stock": [
            {
              "fuel": "gazole",
              "since": "2026-06-05T09:10:00.000Z",
              "kind": "temporary"
            }
          ],
          "closed_since": null,
          "closed_kind": null,
          "motorway": false,
          "automate_24_7": true,
          "opening_hours": null,
          "last_seen_at": "2026-06-05T10:10:00.000Z"
        },
        {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "postal_code": "75014",
          "department": "75",
          "region": "Île-de-France",
          "latitude": 48.82811,
          "longitude": 2.32684,
          "services": [],
          "service_codes": [],
          "prices": [
            {
              "fuel": "gazole",
              "label": "Gazole",
              "price": "1.799",
              "price_eur": 1.799,
              "updated_at": "2026-06-05T09:10:00.000Z",
              "age_hours": 1,
              "in_force": true,
              "suspect": false
            },
            {
              "fuel": "sp95",
              "label": "SP95",
              "price": "1.999",
              "price_eur": 1.999,
              "updated_at": "2026-06-05T09:10:00.000Z",
              "age_hours": 1,
              "in_force": true,
              "suspect": false
            },
            {
              "fuel": "e10",
              "label": "E10",
              "price": "1.949",
              "price_eur": 1.949,
              "updated_at": "2026-06-05T09:10:00.000Z",
              "age_hours": 1,
              "in_force": true,
              "suspect": false
            }
          ],
          "out_of_stock": [],
          "closed_since": null,
          "closed_kind": null,
          "motorway": false,
          "automate_24_7": false,
          "opening_hours": [
            {
              "day": 1,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 2,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 3,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 4,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 5,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 6,
              "slots": [
                {
                  "open": "07:00",
                  "close": "12:30"
                },
                {
                  "open": "14:00",
                  "close": "21:00"
                }
              ],
              "closed": false
            },
            {
              "day": 7,
              "slots": [],
              "closed": true
            }
          ],
          "last_seen_at": "2026-06-05T10:10:00.000Z"
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 2,
        "total": 3,
        "next": 2,
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "lookupStation": {
    "path": "/api/v1/stations/75015007",
    "body": {
      "data": {
        "id": "75015007",
        "name": "Relais Vaugirard",
        "brand": "TotalEnergies",
        "address": "118 Rue de Vaugirard",
        "city": "Paris",
        "postal_code": "75015",
        "department": "75",
        "region": "Île-de-France",
        "latitude": 48.84321,
        "longitude": 2.31254,
        "services": [
          "Toilettes publiques",
          "Station de gonflage"
        ],
        "service_codes": [
          "toilettes",
          "gonflage"
        ],
        "prices": [
          {
            "fuel": "gazole",
            "label": "Gazole",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T08:10:00.000Z",
            "age_hours": 2,
            "in_force": true,
            "suspect": false
          },
          {
            "fuel": "sp98",
            "label": "SP98",
            "price": "2.059",
            "price_eur": 2.059,
            "updated_at": "2026-06-05T08:10:00.000Z",
            "age_hours": 2,
            "in_force": true,
            "suspect": false
          },
          {
            "fuel": "e10",
            "label": "E10",
            "price": "1.949",
            "price_eur": 1.949,
            "updated_at": "2026-06-04T08:10:00.000Z",
            "age_hours": 26,
            "in_force": true,
            "suspect": false
          },
          {
            "fuel": "e85",
            "label": "E85",
            "price": "0.829",
            "price_eur": 0.829,
            "updated_at": "2026-06-02T10:10:00.000Z",
            "age_hours": 72,
            "in_force": true,
            "suspect": false
          }
        ],
        "out_of_stock": [],
        "closed_since": null,
        "closed_kind": null,
        "motorway": false,
        "automate_24_7": true,
        "opening_hours": [
          {
            "day": 1,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 2,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 3,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 4,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 5,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 6,
            "slots": [
              {
                "open": "07:00",
                "close": "12:30"
              },
              {
                "open": "14:00",
                "close": "21:00"
              }
            ],
            "closed": false
          },
          {
            "day": 7,
            "slots": [],
            "closed": true
          }
        ],
        "last_seen_at": "2026-06-05T10:10:00.000Z"
      },
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "nationalPrices": {
    "path": "/api/v1/prices/national?fuel=gazole",
    "body": {
      "data": {
        "scope": "national",
        "fuelType": "gazole",
        "avgPrice1d": "1.801",
        "avgPrice1d_eur": 1.801,
        "avgPrice3d": "1.787",
        "avgPrice3d_eur": 1.787,
        "avgPrice7d": "1.786",
        "avgPrice7d_eur": 1.786,
        "minPrice1d": "1.729",
        "minPrice1d_eur": 1.729,
        "maxPrice1d": "1.989",
        "maxPrice1d_eur": 1.989,
        "trend7d": "up",
        "change7d": "0.013",
        "stationCount": 12,
        "min": {
          "id": "92120001",
          "name": "E.Leclerc Montrouge",
          "brand": "E.Leclerc",
          "address": "1 Avenue Pierre Brossolette",
          "city": "Montrouge",
          "department": "92",
          "price": "1.729",
          "price_eur": 1.729,
          "updated_at": "2026-06-05T09:50:00.000Z",
          "age_hours": 0.3
        },
        "max": {
          "id": "91090002",
          "name": "Relais de Lisses",
          "brand": "TotalEnergies",
          "address": "Autoroute A6, aire de Lisses",
          "city": "Lisses",
          "department": "91",
          "price": "1.989",
          "price_eur": 1.989,
          "updated_at": "2026-06-04T04:10:00.000Z",
          "age_hours": 30
        }
      },
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "days_known": 7,
        "first_day": "2026-05-30",
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "departmentPrices": {
    "path": "/api/v1/prices/departments/75?fuel=gazole",
    "body": {
      "data": {
        "scope": "department",
        "code": "75",
        "name": "Paris",
        "region": "Île-de-France",
        "covered": true,
        "fuelType": "gazole",
        "avgPrice1d": "1.799",
        "avgPrice1d_eur": 1.799,
        "avgPrice3d": "1.787",
        "avgPrice3d_eur": 1.787,
        "avgPrice7d": "1.786",
        "avgPrice7d_eur": 1.786,
        "minPrice1d": "1.799",
        "minPrice1d_eur": 1.799,
        "maxPrice1d": "1.799",
        "maxPrice1d_eur": 1.799,
        "trend7d": "up",
        "change7d": "0.011",
        "stationCount": 2,
        "min": {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "department": "75",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T09:10:00.000Z",
          "age_hours": 1
        },
        "max": {
          "id": "75014002",
          "name": "Avia Porte d’Orléans",
          "brand": "Avia",
          "address": "10 Avenue du Général Leclerc",
          "city": "Paris",
          "department": "75",
          "price": "1.799",
          "price_eur": 1.799,
          "updated_at": "2026-06-05T09:10:00.000Z",
          "age_hours": 1
        },
        "cheapest": [
          {
            "id": "75014002",
            "name": "Avia Porte d’Orléans",
            "brand": "Avia",
            "address": "10 Avenue du Général Leclerc",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T09:10:00.000Z",
            "age_hours": 1
          },
          {
            "id": "75015007",
            "name": "Relais Vaugirard",
            "brand": "TotalEnergies",
            "address": "118 Rue de Vaugirard",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T08:10:00.000Z",
            "age_hours": 2
          }
        ]
      },
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "days_known": 7,
        "first_day": "2026-05-30",
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "allDepartmentPrices": {
    "path": "/api/v1/prices/departments?fuel=gazole&scope=region",
    "body": {
      "data": [
        {
          "area": "R52",
          "scope": "region",
          "code": "52",
          "name": "Pays de la Loire",
          "region": "Pays de la Loire",
          "latitude": 47.417,
          "longitude": -0.842,
          "fuelType": "gazole",
          "avgPrice1d": "1.764",
          "avgPrice1d_eur": 1.764,
          "avgPrice3d": "1.764",
          "avgPrice3d_eur": 1.764,
          "avgPrice7d": "1.764",
          "avgPrice7d_eur": 1.764,
          "minPrice1d": "1.739",
          "minPrice1d_eur": 1.739,
          "maxPrice1d": "1.789",
          "maxPrice1d_eur": 1.789,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 6,
          "min": {
            "id": "44000001",
            "name": "Carrefour Nantes 1",
            "brand": "Carrefour",
            "address": "1 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.739",
            "price_eur": 1.739,
            "updated_at": "2026-06-05T09:10:00.000Z",
            "age_hours": 1
          },
          "max": {
            "id": "44000006",
            "name": "Intermarché Nantes 6",
            "brand": "Intermarché",
            "address": "6 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.789",
            "price_eur": 1.789,
            "updated_at": "2026-06-05T04:10:00.000Z",
            "age_hours": 6
          }
        },
        {
          "area": "R11",
          "scope": "region",
          "code": "11",
          "name": "Île-de-France",
          "region": "Île-de-France",
          "latitude": 48.677,
          "longitude": 2.485,
          "fuelType": "gazole",
          "avgPrice1d": "1.829",
          "avgPrice1d_eur": 1.829,
          "avgPrice3d": "1.797",
          "avgPrice3d_eur": 1.797,
          "avgPrice7d": "1.790",
          "avgPrice7d_eur": 1.79,
          "minPrice1d": "1.729",
          "minPrice1d_eur": 1.729,
          "maxPrice1d": "1.989",
          "maxPrice1d_eur": 1.989,
          "trend7d": "up",
          "change7d": "0.041",
          "stationCount": 4,
          "min": {
            "id": "92120001",
            "name": "E.Leclerc Montrouge",
            "brand": "E.Leclerc",
            "address": "1 Avenue Pierre Brossolette",
            "city": "Montrouge",
            "department": "92",
            "price": "1.729",
            "price_eur": 1.729,
            "updated_at": "2026-06-05T09:50:00.000Z",
            "age_hours": 0.3
          },
          "max": {
            "id": "91090002",
            "name": "Relais de Lisses",
            "brand": "TotalEnergies",
            "address": "Autoroute A6, aire de Lisses",
            "city": "Lisses",
            "department": "91",
            "price": "1.989",
            "price_eur": 1.989,
            "updated_at": "2026-06-04T04:10:00.000Z",
            "age_hours": 30
          }
        },
        {
          "area": "R94",
          "scope": "region",
          "code": "94",
          "name": "Corse",
          "region": "Corse",
          "latitude": 42.211,
          "longitude": 9.076,
          "fuelType": "gazole",
          "avgPrice1d": "1.854",
          "avgPrice1d_eur": 1.854,
          "avgPrice3d": "1.854",
          "avgPrice3d_eur": 1.854,
          "avgPrice7d": "1.854",
          "avgPrice7d_eur": 1.854,
          "minPrice1d": "1.849",
          "minPrice1d_eur": 1.849,
          "maxPrice1d": "1.859",
          "maxPrice1d_eur": 1.859,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 2,
          "min": {
            "id": "20000006",
            "name": "=Vito; \"Loretto\"",
            "brand": "Vito",
            "address": "Route de Mezzavia, \"Le Loretto\"",
            "city": "Ajaccio",
            "department": "2A",
            "price": "1.849",
            "price_eur": 1.849,
            "updated_at": "2026-06-03T10:10:00.000Z",
            "age_hours": 48
          },
          "max": {
            "id": "20200004",
            "name": null,
            "brand": null,
            "address": null,
            "city": "Bastia",
            "department": "2B",
            "price": "1.859",
            "price_eur": 1.859,
            "updated_at": "2026-06-04T10:10:00.000Z",
            "age_hours": 24
          }
        },
        {
          "area": "R24",
          "scope": "region",
          "code": "24",
          "name": "Centre-Val de Loire",
          "region": "Centre-Val de Loire",
          "latitude": 47.653,
          "longitude": 1.57,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R27",
          "scope": "region",
          "code": "27",
          "name": "Bourgogne-Franche-Comté",
          "region": "Bourgogne-Franche-Comté",
          "latitude": 47.269,
          "longitude": 5.004,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R28",
          "scope": "region",
          "code": "28",
          "name": "Normandie",
          "region": "Normandie",
          "latitude": 49.139,
          "longitude": -0.05,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R32",
          "scope": "region",
          "code": "32",
          "name": "Hauts-de-France",
          "region": "Hauts-de-France",
          "latitude": 49.973,
          "longitude": 2.815,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R44",
          "scope": "region",
          "code": "44",
          "name": "Grand Est",
          "region": "Grand Est",
          "latitude": 48.79,
          "longitude": 5.797,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R53",
          "scope": "region",
          "code": "53",
          "name": "Bretagne",
          "region": "Bretagne",
          "latitude": 48.08,
          "longitude": -3.071,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R75",
          "scope": "region",
          "code": "75",
          "name": "Nouvelle-Aquitaine",
          "region": "Nouvelle-Aquitaine",
          "latitude": 44.989,
          "longitude": 0.399,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R76",
          "scope": "region",
          "code": "76",
          "name": "Occitanie",
          "region": "Occitanie",
          "latitude": 43.688,
          "longitude": 2.268,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R84",
          "scope": "region",
          "code": "84",
          "name": "Auvergne-Rhône-Alpes",
          "region": "Auvergne-Rhône-Alpes",
          "latitude": 45.46,
          "longitude": 4.606,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        },
        {
          "area": "R93",
          "scope": "region",
          "code": "93",
          "name": "Provence-Alpes-Côte d'Azur",
          "region": "Provence-Alpes-Côte d'Azur",
          "latitude": 44.068,
          "longitude": 6.058,
          "fuelType": "gazole",
          "avgPrice1d": null,
          "avgPrice3d": null,
          "avgPrice7d": null,
          "minPrice1d": null,
          "maxPrice1d": null,
          "trend7d": "unknown",
          "change7d": null,
          "stationCount": 0,
          "min": null,
          "max": null
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 13,
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "comparePrice": {
    "path": "/api/v1/prices/compare?fuel=gazole&price=1.7&lat=48.8566&lng=2.3522",
    "body": {
      "data": {
        "fuel": "gazole",
        "price": "1.700",
        "price_eur": 1.7,
        "around": {
          "radiusKm": 5,
          "stationCount": 2,
          "cheaperCount": 0,
          "cheaperShare": 0,
          "rank": 1,
          "avgPrice": "1.799",
          "avgPrice_eur": 1.799,
          "aboveAvg": "-0.099",
          "minPrice": "1.799",
          "minPrice_eur": 1.799,
          "cheapest": {
            "id": "75015007",
            "name": "Relais Vaugirard",
            "brand": "TotalEnergies",
            "address": "118 Rue de Vaugirard",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T08:10:00.000Z",
            "age_hours": 2,
            "distance_km": 3.269
          }
        },
        "national": {
          "stationCount": 12,
          "cheaperCount": 0,
          "cheaperShare": 0,
          "rank": 1,
          "avgPrice": "1.801",
          "avgPrice_eur": 1.801,
          "aboveAvg": "-0.101",
          "minPrice": "1.729",
          "minPrice_eur": 1.729,
          "cheapest": {
            "id": "92120001",
            "name": "E.Leclerc Montrouge",
            "brand": "E.Leclerc",
            "address": "1 Avenue Pierre Brossolette",
            "city": "Montrouge",
            "department": "92",
            "price": "1.729",
            "price_eur": 1.729,
            "updated_at": "2026-06-05T09:50:00.000Z",
            "age_hours": 0.3
          }
        }
      },
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "shortageRanking": {
    "path": "/api/v1/prices/shortages?fuel=gazole",
    "body": {
      "data": [
        {
          "code": "75",
          "name": "Paris",
          "region": "Île-de-France",
          "out": 1,
          "stationCount": 3,
          "share": 0.3333,
          "usualShare": 0
        },
        {
          "code": "2A",
          "name": "Corse-du-Sud",
          "region": "Corse",
          "out": 0,
          "stationCount": 1,
          "share": 0,
          "usualShare": 0
        },
        {
          "code": "2B",
          "name": "Haute-Corse",
          "region": "Corse",
          "out": 0,
          "stationCount": 1,
          "share": 0,
          "usualShare": 0
        },
        {
          "code": "44",
          "name": "Loire-Atlantique",
          "region": "Pays de la Loire",
          "out": 0,
          "stationCount": 6,
          "share": 0,
          "usualShare": 0
        },
        {
          "code": "91",
          "name": "Essonne",
          "region": "Île-de-France",
          "out": 0,
          "stationCount": 1,
          "share": 0,
          "usualShare": 0
        },
        {
          "code": "92",
          "name": "Hauts-de-Seine",
          "region": "Île-de-France",
          "out": 0,
          "stationCount": 1,
          "share": 0,
          "usualShare": 0
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 6,
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "priceHistory": {
    "path": "/api/v1/prices/history/75015007?fuel=gazole&days=7",
    "body": {
      "data": [
        {
          "recordedAt": "2026-05-30",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-05-31",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-06-01",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-06-02",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-06-03",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-06-04",
          "price": "1.802",
          "price_eur": 1.802
        },
        {
          "recordedAt": "2026-06-05",
          "price": "1.799",
          "price_eur": 1.799
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 7,
        "days_known": 7,
        "first_day": "2026-05-30",
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "priceSeries": {
    "path": "/api/v1/prices/series?fuel=gazole&area=75&from=2026-06-01&to=2026-06-05",
    "body": {
      "data": [
        {
          "recordedAt": "2026-06-01",
          "avgPrice": "1.784",
          "avgPrice_eur": 1.784,
          "minPrice": "1.600",
          "minPrice_eur": 1.6,
          "maxPrice": "2.100",
          "maxPrice_eur": 2.1,
          "stationCount": 10
        },
        {
          "recordedAt": "2026-06-02",
          "avgPrice": "1.783",
          "avgPrice_eur": 1.783,
          "minPrice": "1.600",
          "minPrice_eur": 1.6,
          "maxPrice": "2.100",
          "maxPrice_eur": 2.1,
          "stationCount": 10
        },
        {
          "recordedAt": "2026-06-03",
          "avgPrice": "1.781",
          "avgPrice_eur": 1.781,
          "minPrice": "1.600",
          "minPrice_eur": 1.6,
          "maxPrice": "2.100",
          "maxPrice_eur": 2.1,
          "stationCount": 10
        },
        {
          "recordedAt": "2026-06-04",
          "avgPrice": "1.780",
          "avgPrice_eur": 1.78,
          "minPrice": "1.600",
          "minPrice_eur": 1.6,
          "maxPrice": "2.100",
          "maxPrice_eur": 2.1,
          "stationCount": 10
        },
        {
          "recordedAt": "2026-06-05",
          "avgPrice": "1.799",
          "avgPrice_eur": 1.799,
          "minPrice": "1.799",
          "minPrice_eur": 1.799,
          "maxPrice": "1.799",
          "maxPrice_eur": 1.799,
          "stationCount": 2
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 5,
        "days_known": 5,
        "first_day": "2026-06-01",
        "fuel": "gazole",
        "area": "75",
        "name": "Paris",
        "from": "2026-06-01",
        "to": "2026-06-05",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "brandTrends": {
    "path": "/api/v1/prices/trends/brands?fuel=gazole&days=2",
    "body": {
      "data": [
        {
          "brand": "Carrefour",
          "stationCount": 2,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.759",
              "avgPrice_eur": 1.759
            }
          ],
          "min": {
            "id": "44000001",
            "name": "Carrefour Nantes 1",
            "brand": "Carrefour",
            "address": "1 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.739",
            "price_eur": 1.739,
            "updated_at": "2026-06-05T09:10:00.000Z",
            "age_hours": 1
          },
          "max": {
            "id": "44000005",
            "name": "Carrefour Nantes 5",
            "brand": "Carrefour",
            "address": "5 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.779",
            "price_eur": 1.779,
            "updated_at": "2026-06-05T05:10:00.000Z",
            "age_hours": 5
          }
        },
        {
          "brand": "Intermarché",
          "stationCount": 2,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.774",
              "avgPrice_eur": 1.774
            }
          ],
          "min": {
            "id": "44000003",
            "name": "Intermarché Nantes 3",
            "brand": "Intermarché",
            "address": "3 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.759",
            "price_eur": 1.759,
            "updated_at": "2026-06-05T07:10:00.000Z",
            "age_hours": 3
          },
          "max": {
            "id": "44000006",
            "name": "Intermarché Nantes 6",
            "brand": "Intermarché",
            "address": "6 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.789",
            "price_eur": 1.789,
            "updated_at": "2026-06-05T04:10:00.000Z",
            "age_hours": 6
          }
        },
        {
          "brand": "TotalEnergies",
          "stationCount": 2,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.894",
              "avgPrice_eur": 1.894
            }
          ],
          "min": {
            "id": "75015007",
            "name": "Relais Vaugirard",
            "brand": "TotalEnergies",
            "address": "118 Rue de Vaugirard",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T08:10:00.000Z",
            "age_hours": 2
          },
          "max": {
            "id": "91090002",
            "name": "Relais de Lisses",
            "brand": "TotalEnergies",
            "address": "Autoroute A6, aire de Lisses",
            "city": "Lisses",
            "department": "91",
            "price": "1.989",
            "price_eur": 1.989,
            "updated_at": "2026-06-04T04:10:00.000Z",
            "age_hours": 30
          }
        },
        {
          "brand": "Avia",
          "stationCount": 1,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.799",
              "avgPrice_eur": 1.799
            }
          ],
          "min": {
            "id": "75014002",
            "name": "Avia Porte d’Orléans",
            "brand": "Avia",
            "address": "10 Avenue du Général Leclerc",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T09:10:00.000Z",
            "age_hours": 1
          },
          "max": {
            "id": "75014002",
            "name": "Avia Porte d’Orléans",
            "brand": "Avia",
            "address": "10 Avenue du Général Leclerc",
            "city": "Paris",
            "department": "75",
            "price": "1.799",
            "price_eur": 1.799,
            "updated_at": "2026-06-05T09:10:00.000Z",
            "age_hours": 1
          }
        },
        {
          "brand": "BP",
          "stationCount": 1,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.769",
              "avgPrice_eur": 1.769
            }
          ],
          "min": {
            "id": "44000004",
            "name": "BP Nantes 4",
            "brand": "BP",
            "address": "4 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.769",
            "price_eur": 1.769,
            "updated_at": "2026-06-05T06:10:00.000Z",
            "age_hours": 4
          },
          "max": {
            "id": "44000004",
            "name": "BP Nantes 4",
            "brand": "BP",
            "address": "4 Quai de la Fosse",
            "city": "Nantes",
            "department": "44",
            "price": "1.769",
            "price_eur": 1.769,
            "updated_at": "2026-06-05T06:10:00.000Z",
            "age_hours": 4
          }
        },
        {
          "brand": "E.Leclerc",
          "stationCount": 1,
          "series": [
            {
              "recordedAt": "2026-06-04",
              "avgPrice": "1.780",
              "avgPrice_eur": 1.78
            },
            {
              "recordedAt": "2026-06-05",
              "avgPrice": "1.729",
              "avgPrice_eur": 1.729
            }
          ],
          "min": {
            "id": "92120001",
            "name": "E.Leclerc Montrouge",
            "brand": "E.Leclerc",
            "address": "1 Avenue Pierre Brossolette",
            "city": "Montrouge",
            "department": "92",
            "price": "1.729",
            "price_eur": 1.729,
            "updated_at": "2026-06-05T09:50:00.000Z",
            "age_hours": 0.3
          },
          "max": {
            "id": "92120001",
            "name": "E.Leclerc Montrouge",
            "brand": "E.Leclerc",
            "address": "1 Avenue Pierre Brossolette",
            "city": "Montrouge",
            "department": "92",
            "price": "1.729",
            "price_eur": 1.729,
            "updated_at": "2026-06-05T09:50:00.000Z",
            "age_hours": 0.3
          }
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 6,
        "days_known": 2,
        "first_day": "2026-06-04",
        "fuel": "gazole",
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "findPlaces": {
    "path": "/api/v1/places?q=Saint-Denis&limit=2",
    "body": {
      "data": [
        {
          "name": "Saint-Denis",
          "kind": "commune",
          "code": "93066",
          "area": "93",
          "department": "93",
          "postal_codes": [
            "93200",
            "93210",
            "93380"
          ],
          "former_name": null,
          "population": 149077,
          "latitude": 48.93,
          "longitude": 2.359,
          "covered": true
        },
        {
          "name": "Saint-Denis",
          "kind": "commune",
          "code": "11339",
          "area": "11",
          "department": "11",
          "postal_codes": [
            "11310"
          ],
          "former_name": null,
          "population": 523,
          "latitude": 43.356,
          "longitude": 2.218,
          "covered": true
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 2,
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  },
  "listBrands": {
    "path": "/api/v1/brands",
    "body": {
      "data": [
        {
          "brand": "Carrefour",
          "stationCount": 2,
          "code": "carrefour"
        },
        {
          "brand": "Intermarché",
          "stationCount": 2,
          "code": "intermarché"
        },
        {
          "brand": "TotalEnergies",
          "stationCount": 2,
          "code": "totalenergies"
        },
        {
          "brand": "Avia",
          "stationCount": 1,
          "code": "avia"
        },
        {
          "brand": "BP",
          "stationCount": 1,
          "code": "bp"
        },
        {
          "brand": "E.Leclerc",
          "stationCount": 1,
          "code": "e.leclerc"
        },
        {
          "brand": "Esso Express",
          "stationCount": 1,
          "code": "esso"
        },
        {
          "brand": "Système U",
          "stationCount": 1,
          "code": "système u"
        },
        {
          "brand": "Vito",
          "stationCount": 1,
          "code": "vito"
        }
      ],
      "meta": {
        "version": "v1",
        "generated_at": "2026-06-05T10:10:00.000Z",
        "count": 9,
        "feed_at": "2026-06-05T09:50:00.000Z",
        "source": "file",
        "attribution": "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap",
        "license": "ODbL-1.0"
      }
    }
  }
};
