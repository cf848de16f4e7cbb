// Keys of messengers that show no vendor's letters: a bot's token, and the secret part of a webhook's URL.
import { isLetterOrDigit, unitAt } from "../../text/unit.js";
import type { Detected } from "../detected.js";
import type { Reach } from "../run.js";

const BOT_SECRET = 35;

/** Telegram: the number of a bot, a colon, and 35 letters that begin with AA. */
export function findBotToken(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  const size = end - start;
  if (size < 8 || size > 10 || unitAt(text, end) !== 0x3a) return undefined;
  // What is no number is seen without a look at what follows: many names stand before a colon.
  if (!/^\d+$/.test(text.slice(start, end))) return undefined;
  const to = end + 1 + BOT_SECRET;
  if (to + 1 > reach.end) reach.end = to + 1;
  return /^AA[\w-]{33}(?![\w-])/.test(text.slice(end + 1, to + 1)) ? { kind: "api_key", start, end: to } : undefined;
}

const WEBHOOKS: readonly (readonly [host: string, path: string])[] = [
  ["hooks.slack.com", "/services/"],
  ["discord.com", "/api/webhooks/"],
  ["discordapp.com", "/api/webhooks/"],
];
const LONGEST_WEBHOOK = 160;

/** The secret part of a webhook's URL: whoever knows it may post. */
export function findWebhook(text: string, start: number, end: number, reach: Reach): Detected | undefined {
  if (unitAt(text, end) !== 0x2f || unitAt(text, end - 1) !== 0x6d) return undefined;
  const known = WEBHOOKS.find(([host]) => text.startsWith(host, start) && start + host.length === end);
  if (known === undefined) return undefined;
  let to = end;
  while (to - end < LONGEST_WEBHOOK && (isLetterOrDigit(unitAt(text, to)) || "/_-".includes(text[to] as string)))
    to += 1;
  if (to + 1 > reach.end) reach.end = to + 1;
  const from = end + known[1].length;
  return text.startsWith(known[1], end) && to - from >= 20 ? { kind: "api_key", start: from, end: to } : undefined;
}
