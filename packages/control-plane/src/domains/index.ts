// Every handler, in one object: a handler that is missing or extra does not compile.

import type { Handlers } from "../http/handler.js";
import { agentsHandlers } from "./agents/index.js";
import { apiKeysHandlers, edgeSessionHandlers } from "./api-keys/index.js";
import { auditHandlers } from "./audit/index.js";
import { authHandlers, edgeAdmissionHandlers } from "./auth/index.js";
import { autoResponseHandlers } from "./auto-response/index.js";
import { autonomyHandlers } from "./autonomy/index.js";
import { billingHandlers } from "./billing/index.js";
import { decisionHandlers } from "./decision/index.js";
import { edgeHandlers } from "./edge/index.js";
import { killSwitchHandlers } from "./kill-switch/index.js";
import { policyHandlers } from "./policy/index.js";
import { receiptsHandlers } from "./receipts/index.js";
import { registryHandlers } from "./registry/index.js";
import { riskHandlers } from "./risk/index.js";
import { type HealthCheck, serviceHandlers } from "./service/index.js";
import { tenantHandlers } from "./tenant/index.js";
import { transparencyHandlers } from "./transparency/index.js";
import { usersHandlers } from "./users/index.js";

/** The handlers of an app whose readiness is what `checks` say. */
export function allHandlers(checks: readonly HealthCheck[]): Handlers {
  return {
    ...agentsHandlers,
    ...apiKeysHandlers,
    ...auditHandlers,
    ...authHandlers,
    ...autoResponseHandlers,
    ...autonomyHandlers,
    ...billingHandlers,
    ...decisionHandlers,
    ...edgeAdmissionHandlers,
    ...edgeHandlers,
    ...edgeSessionHandlers,
    ...killSwitchHandlers,
    ...policyHandlers,
    ...receiptsHandlers,
    ...registryHandlers,
    ...riskHandlers,
    ...serviceHandlers(checks),
    ...tenantHandlers,
    ...transparencyHandlers,
    ...usersHandlers,
  };
}
