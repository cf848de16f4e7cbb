// Tag billing: spend, and the rates that calls are priced with.

import type { HandlersOf } from "../../http/handler.js";
import { readRates, replaceRates } from "./rates.js";
import { readSummary } from "./summary.js";

export const billingHandlers: HandlersOf<"billing"> = {
  "billing.summary": (context, { query }) => context.read((db) => readSummary(db, query.days, Date.now())),

  "billing.getRates": (context) => context.read(readRates),

  "billing.setRates": (context, { body }) =>
    context.write(async (tx) => {
      const before = await readRates(tx);
      const data = await replaceRates(tx, body);
      return {
        data,
        audit: { old_revision: before.revision, new_revision: data.revision, models: Object.keys(data.rates).length },
      };
    }),
};
