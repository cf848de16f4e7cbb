// What a call has to bring, told to whom brings no token: it differs with the door at which they stand.

import type { EdgeOptions } from "../ports.js";

const BRING = "Send the agent's token as `Authorization: Bearer <token>`, with X-Tenant-ID and X-Agent-ID.";

/** The next step of a caller without credentials, for the hint of the refusal. */
export const HOW_TO_CALL: Readonly<Record<EdgeOptions["home"], string>> = {
  sidecar: `${BRING} POST /auth/agent/token here gives one for {"agent_id","secret"}.`,
  "control-plane": `${BRING} POST /auth/agent/token gives one for {"agent_id","secret"}, at a sidecar without X-Internal-Secret.`,
  embedded: "Give the client the agent's id and secret, or an access token of it.",
};
