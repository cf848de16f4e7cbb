// The client: one call for tools, and a resource for each tag of the API.

import { newId } from "@portcullis/core";
import { pickCredentials } from "./credentials.js";
import { executeBody } from "./execute-body.js";
import type { ExecuteResult, Resources } from "./generated/resources.js";
import type { ExecuteOptions, PortcullisOptions } from "./options.js";
import { createRequester, type Requester } from "./requester.js";
import { createResources } from "./resources.js";

/**
 * A client of a sidecar or of the control plane.
 * @example
 * const client = new Portcullis({ baseUrl: "http://127.0.0.1:8081", apiKey, agentId });
 * const { result } = await client.execute("customers.query", { sql: "SELECT count(*) FROM orders" });
 */
class PortcullisClient {
  readonly #requester: Requester;

  constructor(options: PortcullisOptions) {
    this.#requester = createRequester(options, pickCredentials(options));
    Object.assign(this, createResources(this.#requester));
  }

  /**
   * Calls a tool through the eleven stages.
   * Throws PolicyDeniedError, ApprovalRequiredError, KillSwitchEngagedError, RateLimitError and the other classes of errors.ts.
   */
  execute(
    toolName: string,
    payload: Record<string, unknown> = {},
    options: ExecuteOptions = {},
  ): Promise<ExecuteResult> {
    const { idempotencyKey, approvalKey } = options;
    // The service must know a retry from a second call, also when the caller names no key of its own.
    const headers: Record<string, string> = { "x-idempotency-key": idempotencyKey ?? newId() };
    if (approvalKey !== undefined) headers["x-approval-key"] = approvalKey;
    const body = executeBody(toolName, payload, options);
    return this.#requester.send({ method: "POST", path: "/execute", body, headers, repeatable: true }, options);
  }
}

/** The client's type: `execute`, and `client.<tag>.<operation>()` for every other operation. */
export type Portcullis = PortcullisClient & Resources;
export const Portcullis = PortcullisClient as new (options: PortcullisOptions) => Portcullis;
