// Readers of one tail, fast and slow: each gets every row of its channel once and in order, and together they read the
// database no more often than one of them alone.

import { eachDatabase } from "@portcullis/testkit";
import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callDraft, type LedgerFixture, openLedgerFixture } from "../../ledger/ledger-fixture.js";
import type { ChainTail } from "./chain-tail.js";
import { ChainTails } from "./chain-tails.js";
import { ALL_ROWS, type Channel } from "./store.js";

const AGENTS = ["aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"] as const;
const CHANNELS: readonly Channel[] = [
  ALL_ROWS,
  { agentId: AGENTS[0], callsOnly: false },
  { agentId: AGENTS[1], callsOnly: true },
];
const log = pino({ level: "silent" });

/** A reader as a stream is one, which takes a page when it is told to. */
class Reader {
  readonly seen: number[] = [];
  readonly #tail: ChainTail;
  readonly #channel: Channel;
  readonly from: number;
  #seq: number;

  constructor(tail: ChainTail, from: number, channel: Channel) {
    this.#tail = tail;
    this.from = from;
    this.#seq = from;
    this.#channel = channel;
  }

  async take(): Promise<number> {
    const { events, upTo } = await this.#tail.pageAfter(this.#seq, this.#channel);
    this.seen.push(...events.map(({ seq }) => seq));
    this.#seq = upTo;
    return events.length;
  }

  async takeUpTo(seq: number): Promise<void> {
    while (this.#seq < seq) {
      if ((await this.take()) === 0) await this.#tail.next(this.#seq, 60_000, new AbortController().signal);
    }
  }

  expects(rows: readonly Row[]): number[] {
    const { agentId, callsOnly } = this.#channel;
    return rows
      .filter((row) => row.seq > this.from)
      .filter((row) => (agentId === null || row.agentId === agentId) && (!callsOnly || row.action === "execute"))
      .map(({ seq }) => seq);
  }
}

interface Row {
  readonly seq: number;
  readonly agentId: string;
  readonly action: string;
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const step = fc.oneof(
  fc.record({ kind: fc.constant("append" as const), count: fc.integer({ min: 1, max: 450 }), isTold: fc.boolean() }),
  fc.record({ kind: fc.constant("open" as const), from: place, channel: fc.constantFrom(...CHANNELS) }),
  fc.record({ kind: fc.constant("take" as const), reader: place }),
);

eachDatabase("the tail of a chain", (database) => {
  let fixture: LedgerFixture;
  beforeAll(async () => {
    fixture = await openLedgerFixture(database.url);
  });
  afterAll(() => fixture.store.close());

  async function append(tenantId: string, count: number): Promise<Row[]> {
    const rows = Array.from({ length: count }, (_, index) => ({
      agentId: AGENTS[index % 2] as string,
      action: index % 3 === 0 ? "agent_created" : "execute",
    }));
    const appended = await fixture.append(
      tenantId,
      rows.map((row) => callDraft(tenantId, undefined, row)),
    );
    return rows.map((row, index) => ({ ...row, seq: appended[index]?.seq ?? 0 }));
  }

  it("gives each reader its rows once and in order, whenever it came, from wherever, and however slow it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const tenantId = await fixture.createTenant();
        const rows = await append(tenantId, 3);
        const { tail, leave } = new ChainTails({ ...fixture, log }).follow(tenantId, rows.length);
        const readers = [new Reader(tail, 0, ALL_ROWS)];
        for (const each of steps) {
          if (each.kind === "open") {
            readers.push(new Reader(tail, Math.round(each.from * rows.length), each.channel));
          } else if (each.kind === "take") {
            await readers[Math.round(each.reader * (readers.length - 1))]?.take();
          } else {
            rows.push(...(await append(tenantId, each.count)));
            if (each.isTold) fixture.ledger.notifyAppended(tenantId);
          }
        }
        fixture.ledger.notifyAppended(tenantId);
        await Promise.all(readers.map((reader) => reader.takeUpTo(rows.length)));
        leave();
        for (const reader of readers) expect(reader.seen).toEqual(reader.expects(rows));
      }),
      { numRuns: 10 },
    );
  });

  it("reads what is committed once for all readers that keep up", async () => {
    const READERS = 1000;
    const COMMITS = 20;
    const tenantId = await fixture.createTenant();
    let reads = 0;
    const store: typeof fixture.store = {
      ...fixture.store,
      read: (...read) => {
        reads += 1;
        return fixture.store.read(...read);
      },
    };
    const tails = new ChainTails({ ...fixture, store, log });
    const followed = Array.from({ length: READERS }, () => tails.follow(tenantId, 0));
    const readers = followed.map(({ tail }, index) => new Reader(tail, 0, CHANNELS[index % 3] as Channel));
    const rows: Row[] = [];
    for (let commit = 1; commit <= COMMITS; commit++) {
      const taken = readers.map((reader) => reader.takeUpTo(commit * 3));
      rows.push(...(await append(tenantId, 3)));
      fixture.ledger.notifyAppended(tenantId);
      await Promise.all(taken);
    }
    for (const { leave } of followed) leave();
    for (const reader of readers) expect(reader.seen).toEqual(reader.expects(rows));
    expect(reads).toBeLessThan(READERS);
  });
});
