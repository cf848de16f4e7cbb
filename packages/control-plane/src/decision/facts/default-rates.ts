// Rates of a tenant that has set none: list prices of common models, in dollars per million tokens. A tenant's own table
// replaces it as a whole. Changing a number here needs a new revision, which stands in every row priced with it.

import type { ModelRate, RateTable } from "@portcullis/core";

const rate = (prompt: string, completion: string): ModelRate => ({
  prompt_usd_per_million: prompt,
  completion_usd_per_million: completion,
});

export const DEFAULT_RATES: RateTable = {
  revision: "builtin-1",
  default: rate("5", "15"),
  rates: {
    "claude-3-5-haiku": rate("0.8", "4"),
    "claude-3-5-sonnet": rate("3", "15"),
    "claude-haiku-4-5": rate("1", "5"),
    "claude-opus-4-1": rate("15", "75"),
    "claude-sonnet-4-5": rate("3", "15"),
    "gemini-2.5-flash": rate("0.3", "2.5"),
    "gemini-2.5-pro": rate("1.25", "10"),
    "gpt-4.1": rate("2", "8"),
    "gpt-4.1-mini": rate("0.4", "1.6"),
    "gpt-4o": rate("2.5", "10"),
    "gpt-4o-mini": rate("0.15", "0.6"),
    "gpt-5": rate("1.25", "10"),
    "gpt-5-mini": rate("0.25", "2"),
  },
};
