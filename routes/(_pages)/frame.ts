/** What every inner page needs of its request: without it each would find its language, origin and errors by itself. @module */

import { HttpError } from "fresh";
import { originOf } from "../../lib/http/documents.ts";
import type { Ctx } from "../../lib/http/state.ts";
import type { DataState } from "../../lib/operations/mod.ts";
import { type Fuel, isFuel } from "../../lib/shared/fuels.ts";
import { type Lang, langOf } from "../../lib/shared/lang.ts";

/** The request of a page. Plain data. */
export type Frame = {
  lang: Lang;
  /** Public origin of the site. */
  origin: string;
  /** The server's clock, for ages. */
  nowMs: number;
  /** The fuel that the address names; null when none or nonsense. */
  fuel: Fuel | null;
};

/** Reads the request of a page. */
export function toFrame(ctx: Ctx): Frame {
  const { service } = ctx.state;
  const asked = ctx.url.searchParams.get("fuel") ?? "";
  return {
    lang: langOf(ctx.url.pathname),
    origin: originOf(ctx),
    nowMs: service.clock().getTime(),
    fuel: isFuel(asked) ? asked : null,
  };
}

/**
 * Headers of a page: a minute of caching, since prices come every ten, so that a browser that goes back shows it at once.
 * Caches in between may keep it only when its own address in it does not come from the request.
 */
export function pageHeaders(ctx: Ctx): { headers: Record<string, string> } {
  const scope = ctx.state.service.config.baseUrl === null ? "private" : "public";
  return { headers: { "cache-control": `${scope}, max-age=60, stale-while-revalidate=300` } };
}

const STATUS: Record<string, 404 | 503> = {
  STATION_NOT_FOUND: 404,
  DEPARTMENT_NOT_FOUND: 404,
  NOT_FOUND: 404,
  SERVICE_UNAVAILABLE: 503,
};

/** Runs what a page reads; what the caller caused, or what will pass, becomes the error page of its status. */
export async function readForPage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, name } = (error ?? {}) as { code?: string; name?: string };
    const status = name === "DomainError" ? STATUS[code ?? ""] : undefined;
    if (status === undefined) throw error;
    throw new HttpError(status);
  }
}

/** Instant of the data as text. */
export function toAsOf(state: DataState): string {
  return new Date(state.asOfMs).toISOString();
}
