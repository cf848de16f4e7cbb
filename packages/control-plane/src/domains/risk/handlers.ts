// Handlers of tag risk: the weights of stage 6, beside the thresholds that they are held against.

import type { DataOf } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { DEFAULT_WEIGHTS, THRESHOLDS } from "../../decision/judging/combine.js";
import type { HandlersOf } from "../../http/handler.js";
import { findWeights, type SignalWeightRow, saveWeights } from "./store.js";

export const riskHandlers: HandlersOf<"risk"> = {
  async "risk.getSignalWeights"(context) {
    return answerOf(await context.read(findWeights));
  },

  async "risk.setSignalWeights"(context, { body }) {
    return context.write(async (tx) => {
      const before = answerOf(await findWeights(tx)).weights;
      const data = answerOf(await saveWeights(tx, body));
      return { data, audit: { before, after: data.weights } };
    });
  },
};

function answerOf(row: SignalWeightRow | undefined): DataOf<"risk.getSignalWeights"> {
  const { inference, policy, behavior } = row ?? DEFAULT_WEIGHTS;
  return {
    weights: { inference, policy, behavior },
    is_default: row === undefined,
    thresholds: THRESHOLDS,
    updated_at: row === undefined ? null : formatInstant(row.updated_at),
  };
}
