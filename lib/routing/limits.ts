/** Leaves a routing engine alone while it is away. @module */

/** How many questions must fail in a row until the engine is left alone. */
const MAX_FAILURES = 3;

/** Leaves an engine alone that fails, and tries it again now and then. */
export class Circuit {
  #failures = 0;
  #closedUntilMs = -Infinity;

  constructor(private readonly pauseMs: number) {}

  /** Whether a question may be asked now; of those after a pause only one, until it has been answered or another pause is over. */
  mayAsk(): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    const nowMs = performance.now();
    if (nowMs < this.#closedUntilMs) return false;
    this.#closedUntilMs = nowMs + this.pauseMs;
    return true;
  }

  /** Notes that a question was answered; true when the engine was left alone until now. */
  succeed(): boolean {
    const wasAway = this.#failures >= MAX_FAILURES;
    this.#failures = 0;
    return wasAway;
  }

  /** Notes that a question was not answered; true when the engine is left alone from now on. */
  fail(): boolean {
    this.#failures++;
    this.#closedUntilMs = performance.now() + this.pauseMs;
    return this.#failures === MAX_FAILURES;
  }
}
