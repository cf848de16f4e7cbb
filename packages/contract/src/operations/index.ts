// Every operation, by its one key: operationId, handler, SDK call, CLI command, metric label and test title.

import type { ClientInput, HandlerData, HandlerInput, Operation } from "../operation.js";
import { agents } from "./agents.js";
import { apiKeys } from "./api-keys.js";
import { audit, receipts, transparency } from "./audit.js";
import { auth, users } from "./auth.js";
import { autonomy, autoResponse } from "./autonomy.js";
import { billing } from "./billing.js";
import { edge } from "./edge.js";
import { execution } from "./execution.js";
import { decision, killSwitch } from "./kill-switch.js";
import { policy, risk } from "./policy.js";
import { registry } from "./registry.js";
import { events, service } from "./service.js";
import { tenant } from "./tenant.js";

export { DEFAULT_POLICY_NAME } from "./policy.js";
export { MAX_APPROVAL_MINUTES } from "./tenant.js";

export const operations = {
  ...execution,
  ...auth,
  ...users,
  ...apiKeys,
  ...agents,
  ...registry,
  ...tenant,
  ...killSwitch,
  ...decision,
  ...policy,
  ...risk,
  ...autonomy,
  ...autoResponse,
  ...audit,
  ...receipts,
  ...transparency,
  ...billing,
  ...events,
  ...service,
  ...edge,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;

/** What the handler of an operation gets and gives. */
export type InputOf<K extends OperationId> = HandlerInput<Operations[K]>;
export type DataOf<K extends OperationId> = HandlerData<Operations[K]>;
/** What a client sends. */
export type CallOf<K extends OperationId> = ClientInput<Operations[K]>;

/** Operations as a list, with their ids. */
export const operationList: readonly (Operation & { readonly id: OperationId })[] = Object.entries(operations).map(
  ([id, definition]) => ({ ...(definition as Operation), id: id as OperationId }),
);
