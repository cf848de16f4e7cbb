// The context that a handler gets: reads and audited writes of the caller's tenant.

import type { Operation, OperationId } from "@portcullis/contract";
import { lockTenant } from "../db/state.js";
import type { TenantTx } from "../db/tx.js";
import type { Services } from "../services.js";
import { actorOf, appendOperatorRow } from "./audited.js";
import type { CallContext, Caller } from "./handler.js";

export interface CallDetails extends Caller {
  readonly requestId: string;
  readonly traceId: string;
  readonly address: string;
  readonly setHeader: (name: string, value: string) => void;
}

/** Makes the context of one call of an operation. */
export function makeContext(
  services: Services,
  operation: Operation & { readonly id: OperationId },
  call: CallDetails,
): CallContext {
  const { store, ledger } = services;
  return {
    services,
    ...call,
    read: (work) => store.read(call.tenantId, work),
    async write(work) {
      const change = async (tx: TenantTx) => {
        const done = await work(tx);
        if (operation.audit !== undefined) {
          const row = {
            action: operation.audit,
            requestId: call.requestId,
            ...actorOf(call.principal),
            agentId: done.agentId ?? null,
            fields: done.audit,
          };
          await appendOperatorRow(ledger, tx, row);
        }
        return done.data;
      };
      // The kill switch waits for nobody.
      if (operation.tag !== "kill-switch") await services.decisions.giveWay(call.tenantId);
      const data = await store.write(call.tenantId, change, { open: lockTenant });
      ledger.notifyAppended(call.tenantId);
      await store.announce(call.tenantId);
      return data;
    },
  };
}
