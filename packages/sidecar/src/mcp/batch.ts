// Several JSON-RPC messages in one request, which the transport answers once every call in it has its answer. What would keep
// it from that is taken out here, or refused before anything runs.
import { Refusal } from "@portcullis/contract";

/** As many as the transport takes; what comes before it looks at each of them. */
const MAX_MESSAGES = 100;

/**
 * The message as it may be served; a single one as it is. A cancellation in a batch is left out: its call gets no answer, and the
 * others' would wait for it. Throws a Refusal where two calls share an id, since only one could be answered, and for a batch of
 * more than a hundred.
 */
export function answerableMessage(message: unknown): unknown {
  if (!Array.isArray(message)) return message;
  if (message.length > MAX_MESSAGES) {
    throw new Refusal("malformed_body", { detail: `a batch takes at most ${MAX_MESSAGES} messages` });
  }
  const ids = new Set<unknown>();
  for (const { id } of message.filter(isCall)) {
    if (ids.has(id)) throw new Refusal("malformed_body", { detail: "two calls of the batch have the same id" });
    ids.add(id);
  }
  return message.filter((each) => methodOf(each) !== "notifications/cancelled");
}

function isCall(message: unknown): message is { readonly id: unknown } {
  return methodOf(message) !== undefined && (message as { id?: unknown }).id !== undefined;
}

function methodOf(message: unknown): unknown {
  return typeof message === "object" && message !== null ? (message as { method?: unknown }).method : undefined;
}
