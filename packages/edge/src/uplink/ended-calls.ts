// Which calls have ended here while their records are not acknowledged yet, by request id, idempotency key and approval: a question
// with one of these names must not be judged before that end. Of what runs, and of records that an earlier process left, nothing
// is known here: there the control plane says that the call is still running.

import type { DecideCall, EdgeRecord } from "@portcullis/contract";

type Named = Pick<DecideCall, "request_id" | "agent_id" | "idempotency_key" | "approval_key">;

export class EndedCalls {
  /** Names of permitted calls whose record is still to come, by request id. */
  readonly #running = new Map<string, readonly string[]>();
  /** Record ids, by the names of the call. */
  readonly #records = new Map<string, string>();
  /** The other way round. */
  readonly #names = new Map<string, readonly string[]>();

  /** A call may run, so that a record will come. */
  permit(call: Named): void {
    const names = namesOfKeys(call);
    if (names.length > 0) this.#running.set(call.request_id, names);
  }

  /**
   * Refusals are not waited for: what they refused was never permitted, or is still found running where its question was lost, and
   * asked about again a moment later.
   */
  end(record: EdgeRecord): void {
    if (record.kind !== "execution" || this.#names.has(record.record_id)) return;
    const names = [nameOfRequest(record), ...(this.#running.get(record.request_id) ?? [])];
    this.#running.delete(record.request_id);
    this.#names.set(record.record_id, names);
    for (const name of names) this.#records.set(name, record.record_id);
  }

  /** The control plane has the record, or will never have it. */
  forget(recordId: string): void {
    for (const name of this.#names.get(recordId) ?? []) {
      // A key that is free again may have another call by now.
      if (this.#records.get(name) === recordId) this.#records.delete(name);
    }
    this.#names.delete(recordId);
  }

  /** The records that must be stored before this question is judged. */
  recordsBefore(call: Named): string[] {
    const names = [nameOfRequest(call), ...namesOfKeys(call)];
    return names.flatMap((name) => this.#records.get(name) ?? []);
  }

  clear(): void {
    this.#records.clear();
    this.#names.clear();
  }
}

function nameOfRequest({ request_id }: Pick<Named, "request_id">): string {
  return `request ${request_id}`;
}

function namesOfKeys({ agent_id, idempotency_key, approval_key }: Named): string[] {
  return [
    ...(idempotency_key === undefined ? [] : [`key ${agent_id} ${idempotency_key}`]),
    ...(approval_key === undefined ? [] : [`approval ${approval_key}`]),
  ];
}
