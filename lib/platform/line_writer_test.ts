import { deepEqual, equal, match, ok } from "../../tests/support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { LineWriter } from "./line_writer.ts";

function createOutput(bytesAtATime = Infinity) {
  const written: string[] = [];
  const gate = Promise.withResolvers<void>();
  return {
    written,
    letGo: gate.resolve,
    text: () => written.join(""),
    async write(bytes: Uint8Array): Promise<number> {
      await gate.promise;
      const part = bytes.subarray(0, bytesAtATime);
      written.push(new TextDecoder().decode(part));
      return part.length;
    },
  };
}

Deno.test("lines are written in order, even if the output accepts a few bytes at a time", async () => {
  const output = createOutput(7);
  const writer = new LineWriter(output);
  const lines = Array.from({ length: 50 }, (_, at) => `line ${at}`);
  output.letGo();
  for (const line of lines) writer.write(line);
  await writer.flush();
  deepEqual(output.text().trimEnd().split("\n"), lines);
});

Deno.test("lines that arrive while a block is written go into the next block, and flush waits for them", async () => {
  const output = createOutput();
  const writer = new LineWriter(output);
  writer.write("first");
  const flushed = writer.flush();
  writer.write("second");
  writer.write("third");
  output.letGo();
  await flushed;
  await writer.flush();
  deepEqual(output.written, ["first\n", "second\nthird\n"]);
});

Deno.test("lines are written after a moment without a flush", async () => {
  const output = createOutput();
  output.letGo();
  new LineWriter(output).write("alone");
  while (output.written.length === 0) await delay(5);
  equal(output.text(), "alone\n");
});

Deno.test("unread output takes a bounded amount of memory, and the loss is reported once the reader resumes", async () => {
  const output = createOutput();
  const writer = new LineWriter(output);
  const line = "x".repeat(1023);
  for (let kilobytes = 0; kilobytes < 20_000; kilobytes++) writer.write(line);
  output.letGo();
  await writer.flush();
  const text = output.text();
  ok(text.length < 10_000 * 1024, `${text.length} characters`);
  match(text, /"message":"Lines of the log were dropped","lines":1\d{4}\}\n$/);
});

Deno.test("a closed output does not end the process", async () => {
  const writer = new LineWriter({ write: () => Promise.reject(new Error("Broken pipe")) });
  writer.write("lost");
  await writer.flush();
});
