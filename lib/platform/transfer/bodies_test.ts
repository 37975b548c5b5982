import { deepEqual, equal } from "../../../tests/support/assert.ts";
import { Bodies } from "./bodies.ts";
import { BODY_LIMITS } from "../limits.ts";

const { one, roomBytes } = BODY_LIMITS;
const FULL = roomBytes / one.maxBytes;

/** A request whose body begins with `bytes` bytes, and never ends unless it is `isWhole`. */
function post(bytes: number, { isWhole = false }: { isWhole?: boolean } = {}): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes).fill(97));
      if (isWhole) controller.close();
    },
  });
  const headers = { "content-length": String(one.maxBytes) };
  return new Request("http://localhost/", { method: "POST", headers, body });
}

Deno.test("Bodies counts the bytes that arrived, not the declared length", async () => {
  const bodies = new Bodies();
  const limits = { ...one, maxMs: 500 };
  const stalled = Array.from({ length: 4 * FULL }, () => bodies.read(post(1), limits));
  const { text } = await bodies.read(post(200_000, { isWhole: true }), one) as { text: string };
  equal(text.length, 200_000);
  for (const read of stalled) deepEqual(await read, { fault: "too slow" });
});

Deno.test("Bodies drops the oldest long body when a new one needs its room, but never a young one", async () => {
  const limits = { ...one, maxMs: 500 };
  for (
    const [keepMs, first, last] of [[0, "too many", "too slow"], [
      60_000,
      "too slow",
      "too many",
    ]] as const
  ) {
    const bodies = new Bodies({ keepMs });
    const reads = Array.from({ length: FULL + 1 }, () => bodies.read(post(20_000), limits));
    deepEqual([await reads.at(0), await reads.at(-1)], [{ fault: first }, { fault: last }]);
    await Promise.all(reads);
  }
});
