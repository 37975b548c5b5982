/** State and actions of the route page: which line is asked about, what was found along it, and the address. @module */

import { batch, type Signal, signal } from "@preact/signals";
import { DRIVER_KEY } from "../../shared/real_cost.ts";
import { parseDriver } from "../../shared/my_price.ts";
import type { RouteAnswer } from "../../shared/route_answer.ts";
import {
  type LineParams,
  MAX_LINE_LETTERS,
  readQuestion,
  type RouteQuestion,
  toPoints,
  toQuestionQuery,
  toRouteParams,
} from "../../shared/route_question.ts";
import type { Point } from "../../shared/url_state.ts";
import { requestJson } from "../request.ts";
import { shareLink } from "../share.ts";
import { toGpx } from "./gpx.ts";
import { type LineFile, measureKm, readLineFile } from "./line_file.ts";
import { decodePolyline, encodePolyline } from "./polyline.ts";
import { findRoadLine } from "./road_line.ts";
import { simplify } from "./simplify.ts";

/** The line of a file. `isKept`: it is in the address; else only this page knows it. */
export type FileLine = { readonly name: string | null; readonly km: number; readonly isKept: boolean };

/** What the page is doing, or how it ended. `limited`: come back in so many seconds. */
export type Phase =
  | { readonly kind: "idle" | "routing" | "asking" | "found" | "failed" | "refused" }
  | { readonly kind: "limited"; readonly afterS: number };

/** Where the line on the map comes from. `away`: straight, since the routing service did not answer. */
export type Drawn = { readonly places: readonly Point[]; readonly source: "road" | "file" | "straight" | "away" };

/** State and actions of the page. */
export type Planner = {
  readonly question: Signal<RouteQuestion>;
  readonly answer: Signal<RouteAnswer | null>;
  readonly drawn: Signal<Drawn | null>;
  readonly phase: Signal<Phase>;
  readonly file: Signal<FileLine | null>;
  readonly fileFault: Signal<Exclude<LineFile["kind"], "line"> | null>;
  /** False: one of them was refused, so that none is counted. */
  readonly areDiscountsCounted: Signal<boolean>;
  /** What became of the link that was handed on. */
  readonly message: Signal<"copied" | "failed" | null>;
  /** Takes up what the device remembers, and asks what the address asks. Returns what ends it. */
  start(): () => void;
  change(change: Partial<RouteQuestion>): void;
  takeFile(file: File): Promise<void>;
  dropFile(): void;
  retry(): void;
  /** Hands the page's address on. */
  share(): Promise<void>;
  /** Saves a way as a GPX file. */
  save(way: Parameters<typeof toGpx>[0]): void;
};

/** Metres that a line on roads, and one of a file, may be off after simplification: lanes are as wide. */
const [ROAD_M, FINEST_M, COARSEST_M] = [10, 10, 40] as const;

/** A line for the address and the question alike; null when only a coarse one would be short enough. */
function toShortLine(places: readonly Point[]): string | null {
  for (let metres: number = FINEST_M; metres <= COARSEST_M; metres *= 2) {
    const line = encodePolyline(simplify(places, metres));
    if (line.length <= MAX_LINE_LETTERS) return line;
  }
  return null;
}

/** The question of an address; one that asks nothing begins with the car that the device remembers. */
function readAddress(query: URLSearchParams): RouteQuestion {
  const question = readQuestion(query);
  if (query.has("from") || query.has("to") || query.has("line")) return question;
  try {
    const { litres, per100Km, discounts } = parseDriver(localStorage.getItem(DRIVER_KEY));
    return { ...question, litres, per100Km, discounts };
  } catch {
    // storage is refused: nobody in particular
    return question;
  }
}

/** The line of a file that an address holds; null: it holds none. */
function toKeptLine(line: string | null): FileLine | null {
  return line === null ? null : { name: null, km: measureKm(decodePolyline(line)), isKept: true };
}

/** Asks the operation. */
function send(asked: RouteQuestion, { line, signal }: { line: LineParams; signal: AbortSignal }) {
  return requestJson<RouteAnswer>("/api/v1/stations/route", {
    ...{ method: "POST", signal, headers: { "content-type": "application/json" } },
    body: JSON.stringify(toRouteParams(asked, line)),
  });
}

/** Makes the page's state from the address's query, places looked up, and what the server found. */
export function createPlanner(start: { query: string; first: RouteAnswer | null }): Planner {
  const question = signal(readQuestion(new URLSearchParams(start.query)));
  const answer = signal(start.first);
  const line = question.peek().line;
  const drawn = signal<Drawn | null>(line === null ? null : { places: decodePolyline(line), source: "file" });
  const phase = signal<Phase>({ kind: start.first ? "found" : "idle" });
  const file = signal(toKeptLine(line));
  const fileFault = signal<Exclude<LineFile["kind"], "line"> | null>(null);
  const areDiscountsCounted = signal(true);
  const message = signal<"copied" | "failed" | null>(null);
  /** The line of a file that is too long for the address. */
  let ownLine: Point[] | null = null;
  /** The last line on roads, and the ends that it joins. */
  let road: { ends: string; places: Point[] } | null = null;
  let calls = new AbortController();

  async function findLine(signal: AbortSignal): Promise<{ asked: LineParams; drawn: Drawn } | null> {
    const { line, from, to } = question.peek();
    const own = ownLine ?? (line === null ? null : decodePolyline(line));
    if (own) {
      return { asked: { polyline: ownLine ? encodePolyline(ownLine) : line! }, drawn: { places: own, source: "file" } };
    }
    const ends = toPoints(question.peek());
    if (!ends) return null;
    const [first, last] = [from.point!, to.point!];
    if (road?.ends !== ends.points) {
      phase.value = { kind: "routing" };
      const places = await findRoadLine(first, last, signal);
      road = places && { ends: ends.points, places: simplify(places, ROAD_M) };
    }
    if (!road) return { asked: ends, drawn: { places: [first, last], source: "away" } };
    return { asked: { polyline: encodePolyline(road.places) }, drawn: { places: road.places, source: "road" } };
  }

  async function ask(): Promise<void> {
    calls.abort();
    calls = new AbortController();
    const { signal } = calls;
    try {
      const line = await findLine(signal);
      if (signal.aborted) return;
      if (!line) {
        batch(() => {
          answer.value = drawn.value = null;
          phase.value = { kind: "idle" };
        });
        return;
      }
      await request(line, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async function request(line: { asked: LineParams; drawn: Drawn }, signal: AbortSignal): Promise<void> {
    batch(() => {
      drawn.value = line.drawn;
      phase.value = { kind: "asking" };
    });
    const asked = question.peek();
    let found = await send(asked, { line: line.asked, signal });
    // the operation refuses discounts of a sign that is no network's, which the device may hold
    const isRefused = found.kind === "failed" && asked.discounts.size > 0;
    if (isRefused) found = await send({ ...asked, discounts: new Map() }, { line: line.asked, signal });
    if (signal.aborted || found.kind === "aborted") return;
    batch(() => {
      areDiscountsCounted.value = !isRefused;
      if (found.kind === "ok") answer.value = found.body;
      phase.value = found.kind === "ok"
        ? { kind: "found" }
        : found.kind === "limited"
        ? { kind: "limited", afterS: found.retryAfterS }
        : { kind: measureKm(line.drawn.places) === 0 ? "refused" : "failed" };
    });
  }

  /** Writes the question into the address: ends and lines as new entries of the history. */
  function write(how: "push" | "replace"): void {
    const query = toQuestionQuery(question.peek());
    const address = query === "" ? location.pathname : `?${query}`;
    history[how === "push" ? "pushState" : "replaceState"](null, "", address);
  }

  function change(change: Partial<RouteQuestion>): void {
    const isWay = ["from", "to", "line"].some((name) => name in change);
    question.value = { ...question.peek(), ...change };
    write(isWay ? "push" : "replace");
    ask().catch(reportError);
  }

  function restore(): void {
    ownLine = null;
    question.value = readQuestion(new URLSearchParams(location.search));
    file.value = toKeptLine(question.peek().line);
    ask().catch(reportError);
  }

  return {
    ...{ question, answer, drawn, phase, file, fileFault, areDiscountsCounted, message, change },
    start() {
      if (location.search === "") question.value = readAddress(new URLSearchParams());
      ask().catch(reportError);
      addEventListener("popstate", restore);
      return () => {
        calls.abort();
        removeEventListener("popstate", restore);
      };
    },
    async takeFile(chosen) {
      const read = await readLineFile(chosen);
      fileFault.value = read.kind === "line" ? null : read.kind;
      if (read.kind !== "line") return;
      const line = toShortLine(read.places);
      ownLine = line === null ? simplify(read.places, FINEST_M) : null;
      file.value = { name: chosen.name, km: read.km, isKept: line !== null };
      change({ line });
    },
    dropFile() {
      ownLine = file.value = fileFault.value = null;
      change({ line: null });
    },
    async share() {
      const shared = await shareLink(document.title, location.href);
      message.value = shared === "shared" ? null : shared;
    },
    save(way) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([toGpx(way)], { type: "application/gpx+xml" }));
      link.download = "jauge.gpx";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
    retry() {
      road = null;
      ask().catch(reportError);
    },
  };
}
