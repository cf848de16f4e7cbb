// Measures stages by name and remembers what each one gave, so that the boundary knows how far a call came. Stages never
// see it: only the pipeline page runs them through it.
import { type Refusal, STAGES, type StageName, type StageTiming } from "@portcullis/contract";
import type { Clock } from "../ports.js";
import type { StageValues } from "./stage-values.js";

type MeasuredStage = keyof StageValues;

/** The timeline of one call; offsets are milliseconds from its arrival. */
export class Timeline {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #entries: StageTiming[] = [];
  readonly #given: Partial<StageValues> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
  }

  /** Runs one stage; `last` names the last one of several that run as one. */
  run<S extends MeasuredStage>(
    stage: S,
    work: () => Promise<StageValues[S]>,
    last?: StageName,
  ): Promise<StageValues[S]>;
  run<S extends MeasuredStage>(stage: S, work: () => StageValues[S], last?: StageName): StageValues[S];
  run<S extends MeasuredStage>(
    stage: S,
    work: () => StageValues[S] | Promise<StageValues[S]>,
    last?: StageName,
  ): StageValues[S] | Promise<StageValues[S]> {
    const start = this.elapsedMs();
    try {
      const value = work();
      if (!(value instanceof Promise)) return this.#keep(stage, last, start, value);
      return value.then(
        (given) => this.#keep(stage, last, start, given),
        (error: unknown) => {
          this.#note(stage, last, start, decisionOfError(error));
          throw error;
        },
      );
    } catch (error) {
      this.#note(stage, last, start, decisionOfError(error));
      throw error;
    }
  }

  /** What a stage gave; undefined when the call did not come that far. */
  given<S extends MeasuredStage>(stage: S): StageValues[S] | undefined {
    return this.#given[stage];
  }

  /** Notes a stage that is measured by its own end, as the last one is. */
  note(stage: StageName, startMs: number, decision: string): void {
    this.#note(stage, undefined, startMs, decision);
  }

  elapsedMs(): number {
    return roundMs(this.#clock.monotonic() - this.#startedAt);
  }

  /** The stages so far, in order. */
  entries(): StageTiming[] {
    return this.#entries.slice();
  }

  #keep<S extends MeasuredStage>(stage: S, last: StageName | undefined, start: number, value: StageValues[S]) {
    this.#given[stage] = value;
    this.#note(stage, last, start, decisionOfValue(value));
    return value;
  }

  #note(stage: StageName, last: StageName | undefined, start_ms: number, decision: string): void {
    const end_ms = Math.max(start_ms, this.elapsedMs());
    if (last === undefined) {
      this.#entries.push({ stage, start_ms, end_ms, decision });
      return;
    }
    for (const name of STAGES.slice(STAGES.indexOf(stage), STAGES.indexOf(last) + 1)) {
      this.#entries.push({ stage: name, start_ms, end_ms, decision });
    }
  }
}

function roundMs(ms: number): number {
  return ms <= 0 ? 0 : Math.round(ms * 1000) / 1000;
}

function decisionOfValue(value: StageValues[MeasuredStage]): string {
  if (value !== undefined && "verdict" in value) return value.verdict;
  if (value !== undefined && "outcome" in value) return value.outcome;
  return "pass";
}

function decisionOfError(error: unknown): string {
  const code = (error as Partial<Refusal> | null)?.code;
  return typeof code === "string" ? code.slice(0, 60) : "internal";
}
