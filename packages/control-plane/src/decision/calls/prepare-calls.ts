// Before the transaction: the tenant's facts, the callers, the readings, and the judgement of stages 4 to 7.

import type { DecideCall } from "@portcullis/contract";
import type { CallerFactsCache, KnownCaller } from "../facts/caller-facts.js";
import type { TokenReuse } from "../facts/token-reuse.js";
import { judge } from "../judging/judge.js";
import type { CallReadings, ReadingsReader } from "../judging/readings.js";
import { runInSlices, type Steps } from "../policy/index.js";
import type { TenantFacts, Verdict } from "../types.js";
import type { JudgedCall, PreparedCall } from "./prepared.js";

export interface PreparationPorts {
  readonly callers: CallerFactsCache;
  readonly readings: ReadingsReader;
  readonly tokenReuse: TokenReuse;
}

/** Reads and judges calls of one tenant at one version of its facts; in the order of the calls. */
export async function prepareCalls(
  ports: PreparationPorts,
  facts: TenantFacts,
  instance: string,
  calls: readonly DecideCall[],
): Promise<PreparedCall[]> {
  const callers = await ports.callers.get(facts, new Set(calls.map((call) => call.jti)));
  const isJudged = (call: DecideCall) => callers.has(call.jti) && facts.agents.has(call.agent_id);
  const judgeable = facts.killSwitch.engaged ? [] : calls.filter(isJudged);
  const elsewhere = new Set<DecideCall>();
  for (const call of judgeable) {
    const firstEdge = callers.get(call.jti)?.firstUsedEdge ?? null;
    if (await ports.tokenReuse.isElsewhere(facts.tenantId, firstEdge, instance)) elsewhere.add(call);
  }
  const readings =
    judgeable.length === 0
      ? []
      : await ports.readings.read(facts, judgeable, Date.now(), (call) => elsewhere.has(call));
  const byCall = new Map(judgeable.map((call, index) => [call, readings[index]] as const));
  // Rules may take long over large values: others have their turn between two calls.
  return runInSlices(
    (function* (): Steps<PreparedCall[]> {
      const prepared: PreparedCall[] = [];
      for (const call of calls) {
        const caller = callers.get(call.jti);
        const read = byCall.get(call);
        const judged = caller === undefined || read === undefined ? null : judgeCall(call, caller, facts, read);
        prepared.push({ call, instance, facts, caller, judged });
        yield;
      }
      return prepared;
    })(),
  );
}

/** Stages 4 to 7 of one call; once more with the verdict from `before`, where only spend and approval have changed. */
export function judgeCall(
  call: DecideCall,
  caller: KnownCaller,
  facts: TenantFacts,
  { readings, reservation }: CallReadings,
  before?: Verdict,
): JudgedCall {
  return { readings, reservation, verdict: judge(call, caller, facts, readings, before) };
}
