/** Route that must win over the one with a parameter. @module */

export const handler = { GET: () => new Response("first") };
