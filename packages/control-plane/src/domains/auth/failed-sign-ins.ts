// Failed sign-ins by client address (of IPv6, by its network), over all replicas: 20 within 5 minutes block the address until the
// window ends, or the clock that began it was set back. Few attempts of one address run at a time, so that a burst of parallel guesses
// cannot run ahead of the count. Many agents share an address (a sidecar, a NAT): what one of them does wrong must not end the sessions
// of the others.

import { Refusal } from "@portcullis/contract";
import { sql } from "kysely";
import { FifoQueue } from "../../db/fifo-queue.js";
import { CLOCK_SET_BACK_MS } from "../../db/set-back.js";
import type { Store } from "../../db/tx.js";
import { networkOf } from "./client-network.js";

const WINDOW_MS = 300_000;
const MAX_FAILURES = 20;
const PARALLEL_PER_ADDRESS = 4;
const TURN_TIMEOUT_MS = 10_000;

/** The turns of each network from which somebody signs in now, and how many do or wait to. */
const turnsOf = new Map<string, { readonly turns: FifoQueue; users: number }>();

/** Refuses `ip_blocked` for an address that failed too often. */
export async function requireNotBlocked(store: Store, address: string): Promise<void> {
  await store.platform("failed sign-ins by address", async ({ query, nowMs }) => {
    const row = await query
      .selectFrom("auth_failures")
      .selectAll()
      .where("address", "=", networkOf(address))
      .executeTakeFirst();
    if (row === undefined || row.failures < MAX_FAILURES) return;
    const leftMs = row.window_started_at + WINDOW_MS - nowMs;
    if (leftMs > 0 && leftMs <= WINDOW_MS + CLOCK_SET_BACK_MS)
      throw new Refusal("ip_blocked", { retryAfterS: Math.ceil(leftMs / 1000) });
  });
}

/** Runs a sign-in; counts it when it refuses because of what the caller presented. */
export function guardSignIn<T>(store: Store, address: string, signIn: () => Promise<T>): Promise<T> {
  return inTurn(address, async () => {
    await requireNotBlocked(store, address);
    try {
      return await signIn();
    } catch (error) {
      if (isWrong(error)) await countFailure(store, address);
      throw error;
    }
  });
}

/**
 * {@link guardSignIn} for secrets that were generated here, which nobody can guess: a right one passes, whoever else failed
 * from its address; a wrong one counts, and is turned away once the address is blocked.
 */
export function guardSecret<T>(store: Store, address: string, exchange: () => Promise<T>): Promise<T> {
  return inTurn(address, async () => {
    try {
      return await exchange();
    } catch (error) {
      if (isWrong(error)) {
        await requireNotBlocked(store, address);
        await countFailure(store, address);
      }
      throw error;
    }
  });
}

/** Counts one failure of an address. */
export async function countFailure(store: Store, address: string): Promise<void> {
  await store.platform("failed sign-ins by address", async ({ query, nowMs }) => {
    const isOver = sql<boolean>`(auth_failures.window_started_at <= ${nowMs - WINDOW_MS}
      or auth_failures.window_started_at > ${nowMs + CLOCK_SET_BACK_MS})`;
    await query
      .insertInto("auth_failures")
      .values({ address: networkOf(address), window_started_at: nowMs, failures: 1 })
      .onConflict((conflict) =>
        conflict.column("address").doUpdateSet({
          failures: sql<number>`case when ${isOver} then 1 else auth_failures.failures + 1 end`,
          window_started_at: sql<number>`case when ${isOver} then ${nowMs} else auth_failures.window_started_at end`,
        }),
      )
      .execute();
  });
}

/** Whether it is what the caller presented. */
function isWrong(error: unknown): boolean {
  return error instanceof Refusal && error.status === 401;
}

async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  const network = networkOf(address);
  const of = turnsOf.get(network) ?? { turns: new FifoQueue(PARALLEL_PER_ADDRESS, TURN_TIMEOUT_MS), users: 0 };
  turnsOf.set(network, of);
  of.users++;
  try {
    return await of.turns.run(work);
  } finally {
    if (--of.users === 0) turnsOf.delete(network);
  }
}
