// The loop of any agent: ask the model what to do next, do it, show it what came back. A refusal is an observation like
// any other, so a model can say what it was not allowed to do instead of failing.

import type { GovernedTools, Observation } from "./governed-tools.js";

export type Step =
  | { readonly kind: "call"; readonly tool: string; readonly args: Record<string, unknown> }
  | { readonly kind: "answer"; readonly text: string };

/** A model, or anything that decides the next step from what has been seen. */
export type Model = (seen: readonly Observation[], tools: readonly string[]) => Step | Promise<Step>;

export interface LoopOptions {
  readonly maxSteps?: number;
  readonly onObservation?: (observation: Observation) => void;
}

/** Runs until the model answers. Throws after `maxSteps` (10) steps. */
export async function runAgentLoop(model: Model, tools: GovernedTools, options: LoopOptions = {}): Promise<string> {
  const offered = await tools.list();
  const seen: Observation[] = [];
  for (let step = 0; step < (options.maxSteps ?? 10); step++) {
    const next = await model(seen, offered);
    if (next.kind === "answer") return next.text;
    const observation = await tools.call(next.tool, next.args);
    options.onObservation?.(observation);
    seen.push(observation);
  }
  throw new Error("The model did not come to an answer.");
}
