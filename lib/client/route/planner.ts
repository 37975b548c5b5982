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
  readQuestion,
  type RouteQuestion,
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
import { downloadGpx, type LineFile, measureKm, readLineFile } from "./line_file.ts";
import { decodePolyline, encodePolyline } from "./lines.ts";
import { type Drawn, RouteLines } from "./route_lines.ts";

/** The line of a file. `isKept` is false if the line is too long for the address. */
type FileLine = { readonly name: string | null; readonly km: number; readonly isKept: boolean };

/** The step that the page is at, or its outcome. `limited`: retry in `afterS` seconds. */
type Phase =
  | { readonly kind: "idle" | "routing" | "asking" | "found" | "failed" | "refused" }
  | { readonly kind: "limited"; readonly afterS: number };

type RequestLine = Parameters<typeof toRouteParams>[1];

function toKeptLine(line: string | null): FileLine | null {
  return line === null ? null : { name: null, km: measureKm(decodePolyline(line)), isKept: true };
}

/**
 * Requests the plan of a question, and again without discounts if that fails: the operation rejects
 * discounts of unknown networks, which the device may have. Returns the question that was sent
 * last.
 */
async function requestPlan(question: RouteQuestion, line: RequestLine, signal: AbortSignal) {
  const found = await requestRoute(toRouteParams(question, line), signal);
  if (found.kind !== "failed" || question.discounts.size === 0) return { found, sent: question };
  const sent: RouteQuestion = { ...question, discounts: new Map() };
  return { found: await requestRoute(toRouteParams(sent, line), signal), sent };
}

function toPhase(
  found: Awaited<ReturnType<typeof requestRoute>>,
  places: readonly Point[],
): Phase {
  if (found.kind === "ok") return { kind: "found" };
  if (found.kind === "limited") return { kind: "limited", afterS: found.retryAfterS };
  return { kind: measureKm(places) === 0 ? "refused" : "failed" };
}

/**
 * State and actions of the route page. Actions are arrow functions, because components pass them on
 * as event handlers.
 */
export class Planner {
  readonly question;
  readonly answer;
  readonly drawn;
  readonly file;
  readonly phase;
  /** The visitor's profile. An address that names a car has its own for the visit. */
  readonly driver = signal(USUAL_DRIVER);
  readonly fileFault = signal<Exclude<LineFile["kind"], "line"> | null>(null);
  /** False if the operation rejected one of them, and the plan has none. */
  readonly areDiscountsCounted = signal(true);
  readonly message = signal<"copied" | "failed" | null>(null);
  readonly plan = computed(() => this.answer.value?.meta.plan ?? null);
  /** The stations that are not stops, and the one that saves most. */
  readonly divided = computed(() =>
    this.answer.value && divideEntries(this.answer.value, this.question.value)
  );
  readonly #lines = new RouteLines();
  #calls = new AbortController();
  #takenDriver: Driver = USUAL_DRIVER;

  /** Starts with the address's query, its places looked up, and the answer of the server. */
  constructor({ query, first }: { query: string; first: PackedAnswer | null }) {
    const question = readQuestion(new URLSearchParams(query));
    const { line } = question;
    this.question = signal(question);
    this.answer = signal<RouteAnswer | null>(first && unpackAnswer(first));
    this.drawn = signal<Drawn | null>(
      line === null ? null : { places: decodePolyline(line), source: "file" },
    );
    this.file = signal(toKeptLine(line));
    this.phase = signal<Phase>({ kind: first ? "found" : "idle" });
  }

  /** Reads the question from the address, with the visitor's profile where it names no car. */
  readonly start = (): void => {
    this.#takenDriver = this.driver.value = readDriver();
    this.question.value = { ...this.question.peek(), ...toRouteCar(this.#readAddress()) };
    this.#reload();
    addEventListener("popstate", this.#restore);
  };

  /** Changes the question and the address. New places and lines are new entries of the history. */
  readonly change = (change: Partial<RouteQuestion>): void => {
    const isWay = "places" in change || "line" in change;
    this.question.value = { ...this.question.peek(), ...isWay && { stops: [] }, ...change };
    const query = toQuestionQuery(this.question.peek());
    const address = query === "" ? location.pathname : `?${query}`;
    history[isWay ? "pushState" : "replaceState"](null, "", address);
    this.#reload();
  };

  /** Makes the profile the question's car if it has changed: each change is a new plan. */
  readonly takeDriver = (): void => {
    const driver = this.driver.peek();
    if (driver === this.#takenDriver) return;
    this.#takenDriver = driver;
    this.change(toRouteCar(driver));
  };

  readonly takeFile = async (chosen: File): Promise<void> => {
    const read = await readLineFile(chosen);
    this.fileFault.value = read.kind === "line" ? null : read.kind;
    if (read.kind !== "line") return;
    const line = this.#lines.takeFile(read.places);
    this.file.value = { name: chosen.name, km: read.km, isKept: line !== null };
    this.change({ line });
  };

  readonly dropFile = (): void => {
    this.#lines.dropFile();
    this.file.value = null;
    this.fileFault.value = null;
    this.change({ line: null });
  };

  readonly share = async (): Promise<void> => {
    const shared = await shareLink(document.title, location.href);
    this.message.value = shared === "shared" ? null : shared;
  };

  readonly save = downloadGpx;

  readonly retry = (): void => {
    this.#lines.dropRoad();
    this.#reload();
  };

  readonly #restore = (): void => {
    this.#lines.dropFile();
    this.question.value = this.#readAddress();
    this.file.value = toKeptLine(this.question.peek().line);
    this.#reload();
  };

  #readAddress(): RouteQuestion {
    return readQuestion(new URLSearchParams(location.search), this.driver.peek());
  }

  #reload(): void {
    this.#load().catch(reportError);
  }

  async #load(): Promise<void> {
    this.#calls.abort();
    this.#calls = new AbortController();
    const { signal } = this.#calls;
    const onRouting = () => {
      this.phase.value = { kind: "routing" };
    };
    const line = await this.#lines.find(this.question.peek(), { signal, onRouting });
    if (signal.aborted) return;
    batch(() => {
      this.drawn.value = line;
      this.phase.value = { kind: line ? "asking" : "idle" };
      if (!line) this.answer.value = null;
    });
    if (line) await this.#findStations(line, signal);
  }

  async #findStations({ places, source }: Drawn, signal: AbortSignal): Promise<void> {
    const question = this.question.peek();
    const line = source === "away"
      ? toPoints(question)!
      : { polyline: question.line ?? encodePolyline(places) };
    const { found, sent } = await requestPlan(question, line, signal);
    if (signal.aborted || found.kind === "aborted") return;
    batch(() => {
      this.areDiscountsCounted.value = sent === question;
      if (found.kind === "ok") this.answer.value = withStops(found.body);
      this.phase.value = toPhase(found, places);
    });
    if (found.kind !== "ok" || this.#lines.isLong) return;
    rememberRoute({ query: toQuestionQuery(sent), params: toRouteParams(sent, line) }, found.body);
  }
}
