/**
 * State and actions of the route page: its question and address, the line, and the stations found
 * along it.
 *
 * @module
 */

import { batch, computed, signal } from "@preact/signals";
import {
  divideEntries,
  type PackedAnswer,
  type RouteAnswer,
  unpackAnswer,
  withStops,
} from "../../site/route/route_answer.ts";
import {
  MAX_LINE_LETTERS,
  readQuestion,
  type RouteQuestion,
  toEnds,
  toPoints,
  toQuestionQuery,
  toRouteCar,
  toRouteParams,
} from "../../site/route/route_question.ts";
import type { Point } from "../../places/point.ts";
import { type Driver, USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { readDriver } from "../device/driver.ts";
import { rememberRoute, requestRoute } from "../device/my_route.ts";
import { shareLink } from "../share.ts";
import { type LineFile, measureKm, readLineFile, toGpx, type Way } from "./line_file.ts";
import { decodePolyline, encodePolyline, findRoadLine, simplify } from "./lines.ts";

/** The line of a file. `isKept`: it is in the address; else only this page has it. */
type FileLine = { readonly name: string | null; readonly km: number; readonly isKept: boolean };

/** The step that the page is at, or how it ended. `limited`: come back in so many seconds. */
type Phase =
  | { readonly kind: "idle" | "routing" | "asking" | "found" | "failed" | "refused" }
  | { readonly kind: "limited"; readonly afterS: number };

/**
 * The line on the map and its source. `away`: straight, since the routing service did not answer.
 */
export type Drawn = {
  readonly places: readonly Point[];
  readonly source: "road" | "file" | "away";
};

/**
 * Metres that a line on roads, and one of a file, may be off after simplification: lanes are as
 * wide.
 */
const [ROAD_M, FINEST_M, COARSEST_M] = [10, 10, 40] as const;

/**
 * A line for the address and the question alike; null when only a coarse one would be short enough.
 */
function toShortLine(places: readonly Point[]): string | null {
  for (let metres: number = FINEST_M; metres <= COARSEST_M; metres *= 2) {
    const line = encodePolyline(simplify(places, metres));
    if (line.length <= MAX_LINE_LETTERS) return line;
  }
  return null;
}

function toKeptLine(line: string | null): FileLine | null {
  return line === null ? null : { name: null, km: measureKm(decodePolyline(line)), isKept: true };
}

function createState({ query, first }: { query: string; first: RouteAnswer | null }) {
  const question = readQuestion(new URLSearchParams(query));
  const { line } = question;
  const state = {
    question: signal(question),
    /** The visitor's profile; an address that names a car has its own for the visit. */
    driver: signal(USUAL_DRIVER),
    answer: signal(first),
    drawn: signal<Drawn | null>(
      line === null ? null : { places: decodePolyline(line), source: "file" },
    ),
    phase: signal<Phase>({ kind: first ? "found" : "idle" }),
    file: signal(toKeptLine(line)),
    fileFault: signal<Exclude<LineFile["kind"], "line"> | null>(null),
    /** False: one of them was refused, so that none is counted. */
    areDiscountsCounted: signal(true),
    message: signal<"copied" | "failed" | null>(null),
  };
  return {
    ...state,
    plan: computed(() => state.answer.value?.meta.plan ?? null),
    /** The stations besides the stops, and the one that saves most. */
    divided: computed(() =>
      state.answer.value && divideEntries(state.answer.value, state.question.value)
    ),
  };
}

/**
 * Makes the page's state from the address's query, places looked up, and the answer that the server
 * found.
 */
export function createPlanner({ query, first }: { query: string; first: PackedAnswer | null }) {
  const state = createState({ query, first: first && unpackAnswer(first) });
  const { question, driver, answer, drawn, phase, file, fileFault } = state;
  /** The line of a file that is too long for the address. */
  let longLine: Point[] | null = null;
  /** The last line on roads, and the ends that it joins. */
  let road: { ends: string; places: Point[] } | null = null;
  let calls = new AbortController();
  let taken: Driver = USUAL_DRIVER;

  async function findLine(signal: AbortSignal): Promise<Drawn | null> {
    const { line } = question.peek();
    if (longLine) return { places: longLine, source: "file" };
    if (line !== null) return { places: decodePolyline(line), source: "file" };
    const ends = toPoints(question.peek());
    if (!ends) return null;
    const points = toEnds(question.peek()).map(({ point }) => point!);
    if (road?.ends !== ends.points) {
      phase.value = { kind: "routing" };
      const places = await findRoadLine(points, signal);
      if (signal.aborted) return null;
      road = places && { ends: ends.points, places: simplify(places, ROAD_M) };
    }
    return road ? { places: road.places, source: "road" } : { places: points, source: "away" };
  }

  async function load(): Promise<void> {
    calls.abort();
    calls = new AbortController();
    const { signal } = calls;
    const line = await findLine(signal);
    if (signal.aborted) return;
    batch(() => {
      drawn.value = line;
      phase.value = { kind: line ? "asking" : "idle" };
      if (!line) answer.value = null;
    });
    if (line) await request(line, signal);
  }

  async function request({ places, source }: Drawn, signal: AbortSignal): Promise<void> {
    let sent = question.peek();
    const line = source === "away"
      ? toPoints(sent)!
      : { polyline: sent.line ?? encodePolyline(places) };
    const send = () => requestRoute(toRouteParams(sent, line), signal);
    let found = await send();
    // The operation refuses discounts of a sign that is no network's, which the device may have.
    const isRefused = found.kind === "failed" && sent.discounts.size > 0;
    if (isRefused) {
      sent = { ...sent, discounts: new Map() };
      found = await send();
    }
    if (signal.aborted || found.kind === "aborted") return;
    batch(() => {
      state.areDiscountsCounted.value = !isRefused;
      if (found.kind === "ok") {
        answer.value = withStops(found.body);
        if (!longLine) {
          rememberRoute(
            { query: toQuestionQuery(sent), params: toRouteParams(sent, line) },
            found.body,
          );
        }
      }
      phase.value = found.kind === "ok"
        ? { kind: "found" }
        : found.kind === "limited"
        ? { kind: "limited", afterS: found.retryAfterS }
        : { kind: measureKm(places) === 0 ? "refused" : "failed" };
    });
  }

  const readAddress = () => readQuestion(new URLSearchParams(location.search), driver.peek());
  const reload = () => void load().catch(reportError);

  /** Changes the question and the address: ends and lines are new entries of the history. */
  function change(change: Partial<RouteQuestion>): void {
    const isWay = ["places", "line"].some((name) => name in change);
    question.value = { ...question.peek(), ...isWay && { stops: [] }, ...change };
    const query = toQuestionQuery(question.peek());
    history[isWay ? "pushState" : "replaceState"](
      null,
      "",
      query === "" ? location.pathname : `?${query}`,
    );
    reload();
  }

  function restore(): void {
    longLine = null;
    question.value = readAddress();
    file.value = toKeptLine(question.peek().line);
    reload();
  }

  return {
    ...state,
    change,
    /** Makes the profile the question's car if it has changed: each change is a new plan. */
    takeDriver(): void {
      if (driver.peek() !== taken) change(toRouteCar(taken = driver.peek()));
    },
    /** Begins with the address's question, and the visitor's profile for what it does not name. */
    start(): void {
      driver.value = taken = readDriver();
      question.value = { ...question.peek(), ...toRouteCar(readAddress()) };
      reload();
      addEventListener("popstate", restore);
    },
    async takeFile(chosen: File): Promise<void> {
      const read = await readLineFile(chosen);
      fileFault.value = read.kind === "line" ? null : read.kind;
      if (read.kind !== "line") return;
      const line = toShortLine(read.places);
      longLine = line === null ? simplify(read.places, FINEST_M) : null;
      file.value = { name: chosen.name, km: read.km, isKept: line !== null };
      change({ line });
    },
    dropFile(): void {
      longLine = file.value = fileFault.value = null;
      change({ line: null });
    },
    async share(): Promise<void> {
      const shared = await shareLink(document.title, location.href);
      state.message.value = shared === "shared" ? null : shared;
    },
    save(way: Way): void {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([toGpx(way)], { type: "application/gpx+xml" }));
      link.download = "jauge.gpx";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    },
    retry(): void {
      road = null;
      reload();
    },
  };
}

/** State and actions of the route page. */
export type Planner = ReturnType<typeof createPlanner>;
