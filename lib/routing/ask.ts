/** Asks a routing engine over HTTP within bounds of time and size. @module */

/** The engine is away, slow, or answers what it should not: the words are ours, never the engine's. */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/** The engine understood and said no, as its protocol has it: nothing is wrong with it. */
export class EngineRefusal extends Error {
  override readonly name = "EngineRefusal";
}

/** A request: the path behind the engine's address, and the JSON that is posted. */
export type EngineRequest = { path: string; body: unknown };

/** Bounds of one request. `untilMs`: by `performance.now()`. */
export type AskBounds = { untilMs: number; maxBytes: number };

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // what arrives is unpacked already, so a bomb is noticed here
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new EngineFault(`it answers more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return await new Blob(parts as BlobPart[]).text();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new EngineFault("its answer is not JSON");
  }
}

function toAddress(base: string, path: string): URL {
  const address = new URL(base);
  address.pathname = address.pathname.replace(/(?<!\/)\/+$/, "") + path;
  return address;
}

/**
 * The JSON that an engine answers. Throws an {@link EngineRefusal} when it answers 400, which is how the protocol says that
 * there is no way, and an {@link EngineFault} for everything else that is no answer.
 */
export async function askEngine(base: string, { path, body }: EngineRequest, bounds: AskBounds): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(0, bounds.untilMs - performance.now()));
  try {
    const response = await fetch(toAddress(base, path), {
      method: "POST",
      body: JSON.stringify(body),
      headers: { accept: "application/json", "content-type": "application/json" },
      redirect: "manual",
      signal: controller.signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      if (response.status === 400) throw new EngineRefusal("it knows no way");
      throw new EngineFault(`it answers with status ${response.status}`);
    }
    return parse(await readBounded(response, bounds.maxBytes));
  } catch (error) {
    if (error instanceof EngineFault || error instanceof EngineRefusal) throw error;
    throw new EngineFault(controller.signal.aborted ? "it is too slow" : "it is away or broke off");
  } finally {
    clearTimeout(timer);
    // an answer that is given up is not read to its end
    controller.abort();
  }
}
