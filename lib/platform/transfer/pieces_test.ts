import { equal, ok, rejects } from "../../../tests/support/assert.ts";
import { toPieces } from "./pieces.ts";

const BYTES = new Uint8Array(30_000_000).fill(97);

Deno.test("toPieces() yields the same bytes in order, without a copy", async () => {
  const pieces = await Array.fromAsync(
    toPieces([BYTES.subarray(0, 100_000), BYTES.subarray(7, 8)]),
  );
  equal(pieces.map(({ length }) => length).join(), "65536,34464,1");
  for (const { buffer } of pieces) equal(buffer, BYTES.buffer);
});

Deno.test("toPieces() stops reading for a client that accepts no piece in time, and closes its connection", async () => {
  const { promise: given, resolve: giveUp } = Promise.withResolvers<number>();
  async function* read() {
    let count = 0;
    try {
      for (; count < 400; count++) yield BYTES.subarray(0, 65_536);
    } finally {
      giveUp(count);
    }
  }
  const handler = () =>
    new Response(toPieces(read(), { pieceMs: 50 }), {
      headers: { "content-length": String(400 * 65_536) },
    });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/`);
  ok(await given < 400);
  await rejects(response.bytes());
});
