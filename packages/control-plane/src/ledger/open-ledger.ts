// Makes the ledger that the rest of the control plane uses, and carries word of new rows to their readers.

import type { KeyRing } from "../keys/key-ring.js";
import { appendRows, sendRows } from "./append.js";
import type { Ledger } from "./ledger.js";

/** Rows of other replicas are found by looking, at least this often. */
const LOOK_EVERY_MS = 1000;

export function openLedger(keys: KeyRing): Ledger {
  const readers = new Map<string, Set<() => void>>();
  const woken = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const wake = (tenantId: string): void => {
    for (const listener of [...(readers.get(tenantId) ?? [])]) listener();
  };
  return {
    append: (tx, drafts) => appendRows(tx, keys, drafts),
    send: (tx, head, drafts) => sendRows(tx, keys, head, drafts),
    notifyAppended: (tenantId) => {
      if (!readers.has(tenantId) || woken.has(tenantId)) return;
      woken.add(tenantId);
      // Many commits of one turn of the loop wake a reader once.
      setImmediate(() => {
        woken.delete(tenantId);
        wake(tenantId);
      });
    },
    onAppended: (tenantId, listener) => {
      const listeners = readers.get(tenantId) ?? new Set();
      readers.set(tenantId, listeners.add(listener));
      timer ??= setInterval(() => [...readers.keys()].forEach(wake), LOOK_EVERY_MS).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && readers.get(tenantId) === listeners) readers.delete(tenantId);
        if (readers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
