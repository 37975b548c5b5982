/**
 * Serves the pictures of link previews. Paints equal texts once, and caches a few pictures.
 *
 * @module
 */

import { LRUCache } from "lru-cache";
import { Painter } from "../picture/painter.ts";
import { matchesEtag } from "../platform/content_coding.ts";
import type { SharePicture } from "../picture/share_picture.ts";
import { makeEtag } from "./representation.ts";

/** A picture is about 50 KB. */
const MAX_KEPT = 100;

/** Increases when pictures of equal texts look different. */
const DRAWING = 2;

/** Pictures are the same for every visitor. Prices change every ten minutes. */
const CACHING = "public, max-age=600, stale-while-revalidate=3600";

const FALLBACK = { status: 302, headers: { location: "/og.png", "cache-control": "no-store" } };

/** The pictures of a process. */
export class Pictures extends Painter {
  /** Painted pictures, one for equal texts. */
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>, SharePicture>({
    max: MAX_KEPT,
    fetchMethod: async (_etag, _stale, { context }) => await this.paint(context) ?? undefined,
  });

  /**
   * Returns a picture as PNG with a tag of its texts, 304 if the client has it, or the site's
   * default picture if it cannot be painted now.
   */
  async answer(req: Request, picture: SharePicture): Promise<Response> {
    const etag = makeEtag(`${DRAWING} ${JSON.stringify(picture)}`);
    const headers = { etag, "cache-control": CACHING };
    if (matchesEtag(req.headers.get("if-none-match"), etag)) {
      return new Response(null, { status: 304, headers });
    }
    const png = await this.#kept.fetch(etag, { context: picture });
    if (!png) return new Response(null, FALLBACK);
    return new Response(png, { headers: { ...headers, "content-type": "image/png" } });
  }
}
