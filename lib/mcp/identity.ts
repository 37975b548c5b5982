/**
 * The identity of the MCP server, for clients that connect, its card and the registry's file.
 *
 * @module
 */

/** Last part of the server's name. */
export const MCP_NAME = "fuel-prices-service";

/** The server's name for people. */
export const MCP_TITLE = "Fuel Prices Service (France)";

/** At most a hundred characters, the limit of registries. */
export const MCP_DESCRIPTION =
  "Fuel prices now and in the past at the filling stations of mainland France and Corsica";

/** Media type of the server's card (SEP-2127). */
export const MCP_CARD_TYPE = "application/mcp-server-card+json";

/** The protocol revisions that the endpoint supports, oldest first. */
export const MCP_VERSIONS = [
  "2024-10-07",
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];

/** Path of the icon below the service's origin; the file is in `static/`. */
export const MCP_ICON_PATH = "/icons/icon.svg";

/** Returns the icons of the server at `origin`, which has no trailing slash. */
export function toIcons(origin: string): { src: string; mimeType: string; sizes: string[] }[] {
  return [{ src: origin + MCP_ICON_PATH, mimeType: "image/svg+xml", sizes: ["any"] }];
}

/**
 * Returns the server's name in reverse-DNS form: the publisher's domain backwards, then the name.
 */
export function toReverseName(origin: string): string {
  const { hostname } = new URL(origin);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  const domain = isAddress
    ? hostname.replace(/[^\d.a-z]+/g, "-")
    : hostname.split(".").reverse().join(".");
  return `${domain}/${MCP_NAME}`;
}

/** Returns the fields that the card and the registry's file share. */
export function toPublished(origin: string) {
  return {
    name: toReverseName(origin),
    title: MCP_TITLE,
    description: MCP_DESCRIPTION,
    version: VERSION,
    websiteUrl: `${origin}/`,
    icons: toIcons(origin),
  };
}

/** Semantic version; the `info.version` of OpenAPI and the version of the MCP server. */
export const VERSION = "1.0.0";
