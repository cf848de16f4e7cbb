// Streams and the tokens behind them: whatever is revoked, exactly the streams end that depend on it, and one look serves all.

import { randomUUID } from "node:crypto";
import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bumpStateVersion } from "../db/state.js";
import type { Store } from "../db/tx.js";
import { newUser } from "../domains/auth/accounts.js";
import { insertUser } from "../domains/auth/store.js";
import { type LedgerFixture, openLedgerFixture } from "../ledger/ledger-fixture.js";
import { SessionWatch } from "./session-watch.js";
import { insertToken, revokeTokens } from "./token-store.js";

const TOKENS = 6;
const log = pino({ level: "silent" });
const tokens = fc.uniqueArray(fc.nat({ max: TOKENS - 1 }), { minLength: 1, maxLength: 3 });

eachDatabase("the sessions of open streams", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  /** Ids of tokens of one active user. */
  async function issue(tenantId: string): Promise<string[]> {
    const jtis = Array.from({ length: TOKENS }, () => randomUUID());
    await fixture.store.write(tenantId, async (tx) => {
      const user = newUser(tx, `${randomUUID()}@example.com`, "", "VIEWER");
      await insertUser(tx, user);
      const times = { issued_at: tx.nowMs, expires_at: tx.nowMs + 3_600_000 };
      const rest = { credential_id: null, role: user.role, permissions: "[]", act: "[]", signed_by: null, ...times };
      for (const jti of jtis) await insertToken(tx, { jti, kind: "user", subject: user.id, ...rest });
    });
    return jtis;
  }

  async function revoke(tenantId: string, jtis: readonly string[]): Promise<void> {
    await fixture.store.write(tenantId, async (tx) => {
      const version = await bumpStateVersion(tx);
      for (const jti of jtis) await revokeTokens(tx, { jti }, version);
    });
    await fixture.store.announce(tenantId);
  }

  /** A stream that says when it was ended. */
  function open(watch: SessionWatch, tenantId: string, jtis: readonly string[]) {
    const ended = new AbortController();
    const unwatch = watch.add(tenantId, { jtis, end: () => ended.abort() });
    return { jtis, isEnded: () => ended.signal.aborted, unwatch };
  }

  it("end with their token or with one of its hops, and no others do", async () => {
    const [tenantId, other] = [await fixture.createTenant(), await fixture.createTenant()];
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 12 }), tokens, async (sessions, revoked) => {
        const jtis = await issue(tenantId);
        const idsOf = (indexes: readonly number[]) => indexes.map((index) => jtis[index] as string);
        const watch = new SessionWatch(fixture.store, log);
        const streams = sessions.map((session) => open(watch, tenantId, idsOf(session)));
        const stranger = open(watch, other, await issue(other));
        const dead = new Set(idsOf(revoked));
        await revoke(tenantId, [...dead]);
        const isOver = ({ jtis: own }: { readonly jtis: readonly string[] }) => own.some((jti) => dead.has(jti));
        await expect.poll(() => streams.filter(isOver).every(({ isEnded }) => isEnded())).toBe(true);
        await watch.recheck(tenantId);
        expect(streams.filter(({ isEnded }) => isEnded())).toEqual(streams.filter(isOver));
        expect(stranger.isEnded()).toBe(false);
        watch.close();
      }),
      { numRuns: 15 },
    );
  });

  it("are looked at in one read, however many there are, and no more when they are closed", async () => {
    const STREAMS = 1000;
    const tenantId = await fixture.createTenant();
    const jtis = await issue(tenantId);
    let reads = 0;
    const store: Store = {
      ...fixture.store,
      read: (...read) => {
        reads += 1;
        return fixture.store.read(...read);
      },
    };
    const watch = new SessionWatch(store, log);
    const streams = Array.from({ length: STREAMS }, (_, index) =>
      open(watch, tenantId, [jtis[index % TOKENS] as string]),
    );
    await revoke(tenantId, jtis);
    await expect.poll(() => streams.every(({ isEnded }) => isEnded())).toBe(true);
    expect(reads).toBeLessThan(STREAMS);
    for (const { unwatch } of streams) unwatch();
    await watch.recheck(tenantId);
    const before = reads;
    await fixture.store.announce(tenantId);
    await watch.recheck(tenantId);
    expect(reads).toBe(before);
    watch.close();
  });

  it("are looked at again after a look that failed", async () => {
    const tenantId = await fixture.createTenant();
    const jtis = await issue(tenantId);
    let isDown = true;
    const store: Store = {
      ...fixture.store,
      read: (...read) => (isDown ? Promise.reject(new Error("down")) : fixture.store.read(...read)),
      // Nobody announces the revocation either.
      onAnnounce: () => () => undefined,
    };
    const watch = new SessionWatch(store, log);
    const stream = open(watch, tenantId, jtis);
    await revoke(tenantId, jtis.slice(0, 1));
    await watch.recheck(tenantId);
    expect(stream.isEnded()).toBe(false);
    isDown = false;
    await expect.poll(stream.isEnded).toBe(true);
    watch.close();
  });
});
