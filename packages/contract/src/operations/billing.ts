// Tag billing: what was spent, and the rates that calls are priced with.

import { z } from "zod";
import { operation } from "../operation.js";
import { day, instant, usd, usdInput, wholeNumberInQuery } from "../schemas/common.js";

const tag = "billing";
const rateInput = z.strictObject({
  prompt_usd_per_million: usdInput,
  completion_usd_per_million: usdInput,
  call_usd: usdInput.optional(),
});
const rateOutput = z.object({
  prompt_usd_per_million: usd,
  completion_usd_per_million: usd,
  call_usd: usd.optional(),
});
const ratesData = z.object({
  revision: z.string(),
  default: rateOutput,
  rates: z.record(z.string(), rateOutput),
  updated_at: instant.nullable(),
});

export const billing = {
  "billing.summary": operation({
    method: "GET",
    path: "/billing/summary",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "Spend of the last days: total, by agent, by tool, by day, and the share of the cap",
    query: z.strictObject({ days: wholeNumberInQuery(z.number().int().min(1).max(366).default(30)) }),
    data: z.object({
      from: day,
      to: day,
      total_usd: usd,
      pending_usd: usd,
      calls: z.number().int(),
      by_agent: z.array(z.object({ agent_id: z.string(), amount_usd: usd, calls: z.number().int() })),
      by_tool: z.array(z.object({ tool_name: z.string(), amount_usd: usd, calls: z.number().int() })),
      daily: z.array(z.object({ day, amount_usd: usd, calls: z.number().int() })),
      today: z.object({
        spent_usd: usd,
        reserved_usd: usd,
        cap_usd: usd.nullable(),
        percent_of_cap: z.number().nullable(),
      }),
    }),
    scopes: ["read", "billing:read"],
  }),
  "billing.getRates": operation({
    method: "GET",
    path: "/billing/rates",
    tag,
    who: "AUDITOR+",
    status: 200,
    summary: "The rate table",
    data: ratesData,
    scopes: ["read", "billing:read"],
  }),
  "billing.setRates": operation({
    method: "PUT",
    path: "/billing/rates",
    tag,
    who: "ADMIN",
    status: 200,
    summary: "Replace the rate table; calls decided before keep theirs",
    body: z.strictObject({
      default: rateInput,
      rates: z
        .record(z.string().min(1).max(200), rateInput)
        .refine((value) => Object.keys(value).length <= 2000, "at most 2000 models"),
    }),
    example: {
      default: { prompt_usd_per_million: "10", completion_usd_per_million: "30" },
      rates: {
        "small-model": { prompt_usd_per_million: "0.15", completion_usd_per_million: "0.6", call_usd: "0.001" },
      },
    },
    data: ratesData,
    audit: "rates_changed",
  }),
};
