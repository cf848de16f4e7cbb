// Failed sign-ins by client address (of IPv6, by its network), over all replicas: 20 within 5 minutes block the address until the
// window ends, or the clock that began it was set back. Few attempts of one address run at a time, so that a burst of parallel guesses
// cannot run ahead of the count. Many agents share an address (a sidecar, a NAT): what one of them does wrong must not end the sessions
// of the others.

import { Refusal } from "@portcullis/contract";
import { sql } from "kysely";
import { CLOCK_SET_BACK_MS } from "../../db/set-back.js";
import type { Store } from "../../db/tx.js";
import { networkOf } from "./client-network.js";

const WINDOW_MS = 300_000;
const MAX_FAILURES = 20;
const PARALLEL_PER_ADDRESS = 4;

const running = new Map<string, { count: number; readonly waiting: (() => void)[] }>();

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
export async function guardSignIn<T>(store: Store, address: string, signIn: () => Promise<T>): Promise<T> {
  const leave = await enter(address);
  try {
    await requireNotBlocked(store, address);
    return await signIn();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) await countFailure(store, address);
    throw error;
  } finally {
    leave();
  }
}

/**
 * {@link guardSignIn} for secrets that were generated here, which nobody can guess: a right one passes, whoever else failed
 * from its address; a wrong one counts, and is turned away once the address is blocked.
 */
export async function guardSecret<T>(store: Store, address: string, exchange: () => Promise<T>): Promise<T> {
  const leave = await enter(address);
  try {
    return await exchange();
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) {
      await requireNotBlocked(store, address);
      await countFailure(store, address);
    }
    throw error;
  } finally {
    leave();
  }
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

async function enter(address: string): Promise<() => void> {
  const network = networkOf(address);
  const slot = running.get(network) ?? { count: 0, waiting: [] };
  running.set(network, slot);
  if (slot.count >= PARALLEL_PER_ADDRESS) await new Promise<void>((resolve) => slot.waiting.push(resolve));
  else slot.count++;
  return () => {
    const next = slot.waiting.shift();
    if (next) next();
    else if (--slot.count === 0) running.delete(network);
  };
}
