// A refusal of somebody whose token is good, outside the role gate: it is a row of the caller's tenant like the gate's own.

import { type ErrorCode, Refusal } from "@portcullis/contract";
import type { Caller } from "./handler.js";

/** `caller.tenantId` is the token's tenant, whatever the request named. */
export class KnownRefusal extends Refusal {
  readonly caller: Caller;
  constructor(code: ErrorCode, caller: Caller) {
    super(code);
    this.caller = caller;
  }
}
