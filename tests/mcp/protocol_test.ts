import { deepEqual, equal, match } from "../support/assert.ts";
import { checkCommonHeaders } from "../support/api_checks.ts";
import { LIST, newEra, post, testApp, toCall } from "./app.ts";

const CALL = toCall();

// Proves docs/contract.md#mcp
testApp("POST /mcp answers a bare tools/list with JSON whatever the Accept", async (app) => {
  for (
    const accept of [undefined, "*/*", "application/json", "text/event-stream", "text/html", ""]
  ) {
    const { status, headers, body } = await post(app, LIST, accept === undefined ? {} : { accept });
    equal(status, 200);
    match(headers.get("content-type")!, /^application\/json/);
    equal(body.result.tools.length, 11);
    checkCommonHeaders({ headers });
  }
});

testApp(
  "POST /mcp speaks every revision that initialize may request, and the last one to others",
  async (app) => {
    for (
      const protocolVersion of [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "1999-01-01",
      ]
    ) {
      const params = {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      };
      const { body, headers } = await post(app, { ...LIST, method: "initialize", params });
      const spoken = protocolVersion === "1999-01-01" ? "2025-11-25" : protocolVersion;
      equal(body.result.protocolVersion, spoken);
      equal(headers.get("mcp-session-id"), null);
      const after = await post(app, CALL, { "mcp-protocol-version": spoken });
      equal(after.body.result.structuredContent.data.scope, "national");
    }
  },
);

// Proves docs/contract.md#mcp
testApp(
  "other methods return 405 with Allow, /mcp/ redirects to /mcp, and paths below return 404",
  async (app) => {
    for (const method of ["GET", "DELETE", "PUT", "PATCH", "HEAD"]) {
      const response = await app.fetch("/mcp", {
        method,
        headers: { accept: "text/event-stream" },
      });
      deepEqual([response.status, response.headers.get("allow")], [405, "POST, OPTIONS"], method);
      checkCommonHeaders(response);
      const text = await response.text();
      if (method !== "HEAD") equal(JSON.parse(text).error.code, -32000);
    }
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await app.fetch("/mcp/", { method, headers: { host: "evil.example" } });
      deepEqual([response.status, response.headers.get("location")], [308, "/mcp"], method);
      checkCommonHeaders(response);
    }
    for (const path of ["/mcp/x", "/mcp//", "/mcp/x/"]) {
      const { status, body } = await post({ fetch: (_, init) => app.fetch(path, init) }, LIST);
      deepEqual([status, body.error.code], [404, "NOT_FOUND"], path);
    }
  },
);

testApp("POST /mcp returns 415 unless the body is plain application/json", async (app) => {
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/jsonx",
    "application/json-rpc",
    "",
  ];
  for (const type of types) {
    const { status, body } = await post(app, LIST, { "content-type": type });
    deepEqual([status, body.id], [415, null], type);
  }
  equal((await post(app, LIST, { "content-encoding": "gzip" })).status, 415);
  equal((await post(app, LIST, { "content-type": "Application/JSON; charset=UTF-8" })).status, 200);
});

// Proves docs/contract.md#mcp
testApp(
  "POST /mcp returns 413 above 256 KiB, declared or not, and accepts up to that",
  async (app) => {
    const padded = (length: number) => JSON.stringify(LIST).padEnd(length);
    equal((await post(app, padded(256 * 1024))).status, 200);
    const { status, body } = await post(app, padded(256 * 1024 + 1));
    deepEqual([status, body.error.code], [413, -32000]);
    equal((await post(app, "x", { "content-length": "999999999" })).status, 413);
  },
);

const deep = (open: string, close: string) => open.repeat(20_000) + "1" + close.repeat(20_000);
const NO_MESSAGES = [
  "[]",
  "null",
  "1",
  '"tools/list"',
  "{}",
  JSON.stringify([LIST]),
  JSON.stringify([LIST, LIST]),
  ...[{ id: undefined, jsonrpc: undefined }, { jsonrpc: "1.0" }, { method: 5 }, {
    method: undefined,
  }]
    .map((change) => JSON.stringify({ ...LIST, ...change })),
  ...[[], "x"].map((params) => JSON.stringify({ ...LIST, params })),
  deep("[", "]"),
  deep('{"a":', "}"),
  "[".repeat(200_000),
  JSON.stringify(toCall("get_national_prices", { fuel: 0 })).replace(
    '"fuel":0',
    `"fuel":${deep("[", "]")}`,
  ),
];

testApp(
  "POST /mcp returns 400 for invalid JSON, an invalid message, a batch, or too deep nesting",
  async (app) => {
    for (const text of ["", "{", "nope", '{"jsonrpc":"2.0",}', "\u0000"]) {
      const { status, body } = await post(app, text);
      deepEqual([status, body.error.code, body.id, body.jsonrpc], [400, -32700, null, "2.0"], text);
    }
    const bytes = new Uint8Array([0x22, 0xff, 0x22]);
    const headers = { "content-type": "application/json" };
    equal(
      (await (await app.fetch("/mcp", { method: "POST", headers, body: bytes })).json()).error.code,
      -32700,
    );
    for (const text of NO_MESSAGES) {
      const { status, body } = await post(app, text);
      deepEqual([status, body.error.code], [400, -32600], text.slice(0, 100));
    }
  },
);

testApp("POST /mcp echoes string and integer IDs and rejects all others", async (app) => {
  for (const id of ["a", "", 'é\u2028"\\', 0, -1, 7, 2 ** 53 - 1]) {
    for (const message of [LIST, CALL, { ...LIST, method: "nope" }]) {
      const { status, body } = await post(app, { ...message, id });
      deepEqual([status, body.id], [200, id]);
    }
  }
  for (const id of [null, true, 1.5, 2 ** 53, [], {}, ["a"]]) {
    const { status, body } = await post(app, { ...LIST, id });
    deepEqual([status, body.error.code, body.id], [400, -32600, null], JSON.stringify(id));
  }
});

testApp("POST /mcp returns 202 without a body for notifications and responses", async (app) => {
  const messages = [
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } },
  ];
  for (const message of messages) {
    const { status, text } = await post(app, message);
    deepEqual([status, text], [202, ""]);
  }
});

testApp("unknown methods return -32601 and unknown tools -32602", async (app) => {
  equal((await post(app, { ...LIST, method: "nope/nope" })).body.error.code, -32601);
  for (const name of ["nope", "__proto__", "constructor", "toString"]) {
    const { error } = (await post(app, toCall(name, {}))).body;
    equal(error.code, -32602);
    match(error.message, /search_stations_nearby/);
  }
  for (
    const params of [undefined, {}, { name: 5 }, { name: "get_national_prices", arguments: [] }]
  ) {
    equal((await post(app, { ...CALL, params })).body.error.code, -32602, JSON.stringify(params));
  }
});

const HOSTS = {
  pass: [
    "localhost",
    "localhost:1234",
    "127.0.0.1:80",
    "[::1]:8000",
    "fuel.example:443",
    "FUEL.example",
    "app.example:8443",
  ],
  refuse: [
    "evil.example",
    "fuel.example:8000",
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "evil.example#localhost",
    "localhost@evil.example",
  ],
};
const ORIGINS = {
  pass: [
    "https://fuel.example",
    "https://app.example:8443",
    "http://localhost:3000",
    "https://127.0.0.1",
    "http://[::1]:5173",
  ],
  refuse: [
    "https://evil.example",
    "http://fuel.example",
    "https://fuel.example.evil.example",
    "https://app.example",
    "null",
    "",
    "file://",
    "http://localhost:3000/path",
    "https://fuel.example, https://evil.example",
  ],
};

testApp("a foreign Host or Origin is rejected with 403, and ours pass", async (app) => {
  for (const [header, { pass, refuse }] of Object.entries({ host: HOSTS, origin: ORIGINS })) {
    for (const value of pass) {
      equal((await post(app, LIST, { [header]: value })).status, 200, value);
    }
    for (const value of refuse) {
      const { status, body } = await post(app, LIST, { [header]: value });
      deepEqual([status, body.error.code, body.id], [403, -32000, null], value);
    }
  }
}, { env: { BASE_URL: "https://fuel.example", ALLOWED_ORIGINS: "https://app.example:8443" } });

testApp("2026-07-28: no response may be stored", async (app) => {
  const { meta } = newEra("tools/call");
  const call = { ...CALL, params: { ...CALL.params, _meta: meta } };
  const unknown = { ...LIST, method: "nope/nope", params: { _meta: meta } };
  for (const [message, tool] of [[call, call.params.name], [unknown]] as const) {
    const { headers } = await post(app, message, newEra(message.method, tool).headers);
    equal(headers.get("cache-control"), "no-store, no-transform", message.method);
  }
});

testApp(
  "2026-07-28: an unknown revision is rejected and the known ones are listed",
  async (app) => {
    const { headers, meta } = newEra("tools/list");
    const version = "2099-01-01";
    const message = {
      ...LIST,
      params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version } },
    };
    const { status, body } = await post(app, message, {
      ...headers,
      "mcp-protocol-version": version,
    });
    deepEqual([status, body.error.data.supported], [400, ["2026-07-28"]]);
    equal((await post(app, LIST, { "mcp-protocol-version": version })).status, 400);
  },
);
