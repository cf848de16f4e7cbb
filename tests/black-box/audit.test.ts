// The specification's sections Audit chain, Receipts, Usage and Events: rows, verification, receipts offline, the live stream.

import { createHash, randomUUID } from "node:crypto";
import { verifyReceipt } from "@portcullis/core";
import {
  auditRowOf,
  type EventStreamReader,
  eachDatabase,
  execute,
  HOMES,
  openEventStream,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

eachDatabase("audit", (database) => {
  const stack = useStack(database);
  const auditor = () => stack().tenant.users.AUDITOR;
  const done: string[] = [];
  beforeAll(async () => {
    for (const home of HOMES) {
      for (const tool of ["echo", "priced", "emails", "fail"])
        done.push((await execute(stack(), home, tool)).requestId);
      done.push((await execute(stack(), home, "db.query", { payload: { sql: "DROP TABLE users" } })).requestId);
    }
    for (const requestId of done) await auditRowOf(stack(), requestId);
  });

  describe("rows", () => {
    test("every call, allowed or refused, is exactly one row", async () => {
      for (const requestId of done) {
        const found = await stack().call("audit.search", { as: auditor(), body: { request_id: requestId } });
        expect(found.data.items).toHaveLength(1);
      }
    });
    test("are listed newest first, in pages that next_cursor joins without gap or repeat", async () => {
      const whole = await stack().call("audit.list", { as: auditor(), query: { limit: 500, action: "execute" } });
      const seqs = whole.data.items.map(({ seq }) => Number(seq));
      expect(seqs).toEqual([...seqs].sort((a, b) => b - a));
      const paged: number[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query: Record<string, string | number> = {
          limit: 3,
          action: "execute",
          ...(cursor === "" ? {} : { cursor }),
        };
        const page = await stack().call("audit.list", { as: auditor(), query });
        expect(page.data.items.length).toBeLessThanOrEqual(3);
        paged.push(...page.data.items.map(({ seq }) => Number(seq)));
        cursor = page.data.next_cursor;
      }
      expect(paged).toEqual(seqs);
    });
    test("filter by action, agent, decision, tool, outcome; nothing found is 200 with empty items", async () => {
      const { agent } = stack().tenant;
      const query = {
        action: "execute",
        agent_id: agent.id,
        decision: "deny",
        tool_name: "db.query",
        outcome: "denied",
      };
      const found = await stack().call("audit.list", { as: auditor(), query });
      expect(found.data.items).toHaveLength(2);
      const none = await stack().call("audit.list", { as: auditor(), query: { agent_id: randomUUID() } });
      expect(none).toMatchObject({ status: 200 });
      expect(none.data).toEqual({ items: [], next_cursor: null });
    });
    test("search finds by findings and time", async () => {
      const found = await stack().call("audit.search", { as: auditor(), body: { findings: ["destructive_sql"] } });
      expect(found.data.items.map(({ tool_name }) => tool_name)).toEqual(["db.query", "db.query"]);
      const before = await stack().call("audit.search", { as: auditor(), body: { until: "2020-01-01T00:00:00.000Z" } });
      expect(before.data.items).toEqual([]);
    });
    test("anyone can hash the stored content again: content hash, event hash, link to the row before", async () => {
      const listed = await stack().call("audit.list", { as: auditor(), query: { limit: 500 } });
      const rows = [...listed.data.items].reverse();
      expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1));
      let previous: string | null = null;
      for (const row of rows) {
        expect(sha256(row.content)).toBe(row.content_hash);
        expect(row.prev_hash).toBe(previous);
        const link: Buffer[] = previous === null ? [] : [Buffer.from(previous, "hex")];
        expect(sha256(...link, Buffer.from(row.content_hash, "hex"))).toBe(row.event_hash);
        previous = row.event_hash;
      }
    });
    test("the content names tenant, seq, request, decision, findings, outcome and cost, and no payload", async () => {
      const row = await auditRowOf(stack(), done[1] ?? "");
      const content = JSON.parse(row.content) as Record<string, unknown>;
      expect(content).toMatchObject({
        v: 1,
        tenant: stack().tenant.id,
        seq: row.seq,
        audit_id: row.id,
        request_id: done[1],
        action: "execute",
        agent_id: stack().tenant.agent.id,
        role: "agent",
        decision: "allow",
        findings: [],
        outcome: "allowed",
        policy_revision: expect.any(String),
      });
      expect(row.content).toContain("0.25");
      expect(row.content).not.toContain("DROP TABLE");
    });
    test("operators' writes are rows too, in the same chain", async () => {
      const listed = await stack().call("audit.list", { as: auditor(), query: { limit: 500 } });
      const actions = new Set(listed.data.items.map(({ action }) => action));
      for (const action of [
        "tenant_saved",
        "user_login",
        "user_created",
        "agent_created",
        "permission_granted",
        "tool_registered",
        "credentials_created",
        "api_key_created",
      ]) {
        expect(actions, [...actions].join(" ")).toContain(action);
      }
    });
    test("are another tenant's never", async () => {
      const { otherTenant } = stack();
      for (const requestId of done) {
        const found = await stack().call("audit.search", {
          as: otherTenant.users.ADMIN,
          body: { request_id: requestId },
        });
        expect(found.data.items).toEqual([]);
      }
    });
    test("a malformed cursor is 400 invalid_cursor", async () => {
      expect(await stack().call("audit.list", { as: auditor(), query: { cursor: "%%%" } })).toMatchObject({
        status: 400,
        error: "invalid_cursor",
      });
    });
  });

  test("the chain verifies: 200, valid, no violations, all rows", async () => {
    const answer = await stack().call("audit.verify", { as: auditor() });
    expect(answer.data).toMatchObject({ valid: true, violations: [], from_seq: "1" });
    expect(answer.data.rows).toBeGreaterThanOrEqual(done.length);
  });

  describe("receipts", () => {
    const receiptOf = async (requestId: string) => {
      const { id } = await auditRowOf(stack(), requestId);
      return (await stack().call("audit.receipt", { as: auditor(), params: { audit_id: id } })).data;
    };
    const keys = async () => (await stack().call("transparency.keys")).data.keys;
    test("of every row verify offline with the published keys, refusals and failures included", async () => {
      const pinned = await keys();
      for (const requestId of done) {
        const { signature_valid: isValid, receipt } = await receiptOf(requestId);
        expect(isValid).toBe(true);
        expect(verifyReceipt(receipt, pinned)).toEqual({ valid: true, checked: "signature", violations: [] });
      }
    });
    test.each(HOMES)(
      "of a call through the %s name its edge and mark findings and outcome as its word",
      async (home) => {
        const answer = await execute(stack(), home, "echo", { payload: { text: "DROP TABLE users" } });
        const refused = await receiptOf(answer.requestId);
        expect(refused.receipt).toMatchObject({ edge_instance: expect.any(String) });
        expect(refused.receipt.statements.edge).toContain("findings");
        expect(refused.receipt.statements.edge).not.toContain("decision");
        const { receipt } = await receiptOf((await execute(stack(), home, "echo")).requestId);
        expect(receipt.edge_instance).toBe(refused.receipt.edge_instance);
        expect(receipt.statements.edge).toEqual(expect.arrayContaining(["findings", "outcome", "edge_statement"]));
        for (const central of ["decision", "rule_id", "policy_revision", "amount_usd", "seq", "at"]) {
          expect(receipt.statements.edge).not.toContain(central);
        }
      },
    );
    test("of what the control plane wrote by itself name no edge", async () => {
      const { data } = await stack().call("audit.list", { as: auditor(), query: { action: "user_login", limit: 1 } });
      const [login] = data.items;
      if (login === undefined) throw new Error("nobody signed in");
      const { receipt } = (await stack().call("audit.receipt", { as: auditor(), params: { audit_id: login.id } })).data;
      expect(receipt).toMatchObject({ edge_instance: null, statements: { edge: [] } });
    });
    test("GET /receipts/{execution_id} gives the same receipt", async () => {
      const { receipt } = await receiptOf(done[0] ?? "");
      const other = await stack().call("receipts.get", { as: auditor(), params: { execution_id: receipt.audit_id } });
      expect(other.data.receipt).toEqual(receipt);
    });
    test("an allowed answer's receipt_url leads to it", async () => {
      const answer = await execute(stack(), "control plane", "echo");
      const found = await stack().callPath("GET", answer.data.receipt_url, { as: auditor() });
      expect(found).toMatchObject({ status: 200, body: { data: { signature_valid: true } } });
    });
    test("a changed byte of content, hash or signature is found, offline and by POST /receipts/verify", async () => {
      const { receipt } = await receiptOf(done[0] ?? "");
      const pinned = await keys();
      const verify = (candidate: unknown) =>
        stack().call("receipts.verify", { as: auditor(), body: { receipt: candidate } });
      expect((await verify(receipt)).data).toMatchObject({ valid: true, checked: "signature", violations: [] });
      const [signature] = receipt.envelope.signatures;
      const changes = [
        { ...receipt, content: receipt.content.replace('"allow"', '"deny"') },
        { ...receipt, event_hash: sha256("other") },
        { ...receipt, audit_id: randomUUID() },
        {
          ...receipt,
          envelope: { ...receipt.envelope, signatures: [{ ...signature, sig: Buffer.alloc(64).toString("base64") }] },
        },
      ];
      for (const changed of changes) {
        expect(verifyReceipt(changed, pinned).valid).toBe(false);
        const answer = await verify(changed);
        expect(answer.data.valid).toBe(false);
        expect(answer.data.violations.length).toBeGreaterThan(0);
      }
    });
    test("a key that is not pinned verifies nothing", async () => {
      const { receipt } = await receiptOf(done[0] ?? "");
      expect(verifyReceipt(receipt, [])).toMatchObject({ valid: false, violations: [{ code: "unknown_key" }] });
    });
    test("an id that never was is 404 with a detail beside the envelope", async () => {
      for (const [id, params] of [
        ["audit.receipt", "audit_id"],
        ["receipts.get", "execution_id"],
      ] as const) {
        const answer = await stack().call(id, { as: auditor(), params: { [params]: randomUUID() } });
        expect(answer).toMatchObject({
          status: 404,
          error: "not_found",
          body: { success: false, data: null, detail: expect.any(String) },
        });
      }
    });
    test("GET /receipts/key is anonymous and names the primary key of /transparency/keys", async () => {
      const key = (await stack().call("receipts.key")).data;
      const all = (await stack().call("transparency.keys")).data;
      expect(all.primary_fingerprint).toBe(key.fingerprint);
      expect(all.keys).toContainEqual(key.jwk);
      expect(all.historical_keys).toEqual([]);
      expect((await receiptOf(done[0] ?? "")).receipt.envelope.signatures[0]?.keyid).toBe(key.fingerprint);
    });
  });

  describe("usage", () => {
    test("every billable row has exactly one usage record: both gaps are empty", async () => {
      await waitFor(
        async () => {
          const gaps = await stack().call("audit.billingGaps", { as: auditor() });
          return (
            gaps.data.audit_without_usage.length === 0 &&
            gaps.data.usage_without_audit.length === 0 &&
            gaps.data.checked_rows > 0
          );
        },
        { what: "the gaps to close" },
      );
    });
    test("the summary adds up: total, by agent, by tool, by day", async () => {
      const summary = await waitFor(
        async () => {
          const answer = await stack().call("billing.summary", { as: auditor(), query: { days: 7 } });
          return Number(answer.data.pending_usd) === 0 && answer.data.calls >= 8 ? answer.data : undefined;
        },
        { what: "the usage worker" },
      );
      const sum = (amounts: readonly { amount_usd: string }[]) =>
        amounts.reduce((total, { amount_usd }) => total + Number(amount_usd), 0);
      expect(Number(summary.total_usd)).toBe(0.5);
      expect(sum(summary.by_agent)).toBe(0.5);
      expect(sum(summary.by_tool)).toBe(0.5);
      expect(sum(summary.daily)).toBe(0.5);
      expect(summary.by_agent[0]).toMatchObject({ agent_id: stack().tenant.agent.id });
      expect(summary.by_tool[0]).toMatchObject({ tool_name: "priced", calls: 2 });
    });
  });

  describe("the live stream", () => {
    let open: EventStreamReader[] = [];
    const listen = async (headers: Readonly<Record<string, string>>, url = stack().url, query = "") => {
      const reader = await openEventStream(`${url}/events/stream${query}`, headers);
      open.push(reader);
      return reader;
    };
    afterEach(() => {
      for (const reader of open) reader.close();
      open = [];
    });
    test.each(HOMES)("brings every decision, listened to at the %s, in the documented shape", async (home) => {
      const reader = await listen(auditor().headers, stack().urlOf(home));
      expect(reader.status).toBe(200);
      expect(reader.headers["content-type"]).toMatch(/^text\/event-stream/);
      const { requestId } = await execute(stack(), home, "db.query", { payload: { sql: "DROP TABLE users" } });
      const row = await auditRowOf(stack(), requestId);
      const event = await reader.next(({ id }) => id === row.seq);
      expect(event.event).toBe("decision");
      expect(event.data).toEqual({
        audit_id: row.id,
        agent_id: stack().tenant.agent.id,
        tool_name: "db.query",
        action: "execute",
        decision: "deny",
        outcome: "denied",
        findings: expect.arrayContaining(["destructive_sql"]),
        score: expect.any(Number),
        at: row.created_at,
      });
    });
    test("Last-Event-ID resumes after that row, without gap or repeat", async () => {
      const first = await auditRowOf(stack(), done[0] ?? "");
      const reader = await listen({ ...auditor().headers, "last-event-id": first.seq });
      const { requestId } = await execute(stack(), "control plane", "echo");
      const last = await auditRowOf(stack(), requestId);
      await reader.next(({ id }) => id === last.seq);
      const ids = reader.events.map(({ id }) => Number(id));
      expect(ids[0]).toBe(Number(first.seq) + 1);
      expect(ids).toEqual(ids.map((_, index) => Number(first.seq) + 1 + index));
    });
    test("an agent gets its own calls only", async () => {
      const other = await stack().tenant.createAgent({ grants: ["echo"] });
      const reader = await listen(other.headers);
      const foreign = await execute(stack(), "control plane", "echo");
      const own = await execute(stack(), "control plane", "echo", { as: other });
      const row = await auditRowOf(stack(), own.requestId);
      await auditRowOf(stack(), foreign.requestId);
      await reader.next(({ id }) => id === row.seq);
      expect(reader.events.map(({ data }) => (data as { agent_id: string }).agent_id)).toEqual([other.id]);
    });
    test("a user may listen to one agent; operators' actions carry their own event name", async () => {
      const reader = await listen(auditor().headers);
      const agent = await stack().tenant.createAgent();
      await reader.next(({ event, data }) => event === "agent_created" && JSON.stringify(data).includes(agent.id));
      const one = await listen(auditor().headers, stack().url, `?agent_id=${agent.id}`);
      expect(one.status).toBe(200);
    });
    test("another tenant hears nothing of it", async () => {
      const reader = await listen(stack().otherTenant.users.ADMIN.headers);
      const foreign = await execute(stack(), "control plane", "echo");
      const own = await execute(stack(), "control plane", "echo", { as: stack().otherTenant.agent });
      const row = await auditRowOf(stack(), own.requestId, stack().otherTenant);
      await reader.next(({ id }) => id === row.seq);
      expect(JSON.stringify(reader.events)).not.toContain(foreign.data.audit_id);
    });
    test("without a token it is 401, for a VIEWER 403, and an id that is no number 422", async () => {
      expect((await listen({ "x-tenant-id": stack().tenant.id })).status).toBe(401);
      expect((await listen(stack().tenant.users.VIEWER.headers)).status).toBe(403);
      expect((await listen({ ...auditor().headers, "last-event-id": "x" })).status).toBe(422);
    });
    test("a revoked token's stream ends", async () => {
      const { tenant } = stack();
      const own = await tenant.signIn(tenant.users.ADMIN);
      const reader = await listen(own.headers);
      expect(reader.status).toBe(200);
      await stack().call("auth.revoke", { as: tenant.users.SECURITY, body: { token: own.token } });
      await waitFor(reader.isEnded, { what: "the stream to end" });
    });
  });
});
