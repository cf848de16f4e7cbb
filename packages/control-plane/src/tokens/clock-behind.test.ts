// A control plane whose own clock is behind that of PostgreSQL, by which tokens are made and end.

import { newId } from "@portcullis/core";
import { useDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type HttpFixture, openHttpFixture } from "../http/http-fixture.js";
import { EdgeSessions } from "./edge-sessions.js";
import { createTokenService } from "./token-service.js";
import { insertToken } from "./token-store.js";
import { type Claims, signClaims } from "./token-text.js";

const MINUTE_MS = 60_000;
const BEHIND_MS = 90 * MINUTE_MS;

describe("a control plane whose clock is an hour and a half behind the database's", () => {
  const database = useDatabase("postgres");
  let fixture: HttpFixture;
  const now = Date.now;

  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  beforeEach(() => {
    vi.spyOn(Date, "now").mockImplementation(() => now() - BEHIND_MS);
  });
  afterAll(() => fixture.close());

  /** A token of this deployment that was made two hours ago, and ends as many minutes from now. */
  async function tokenOf(
    kind: "user" | "agent" | "edge",
    endsInMinutes: number,
  ): Promise<{ token: string; jti: string }> {
    const { store, keys } = fixture.app.services;
    const { tenantId, users, agent } = fixture.made;
    const seconds = (minutes: number) => Math.floor((now() + minutes * MINUTE_MS) / 1000);
    const times = { jti: newId(), tenant_id: tenantId, iat: seconds(-120), exp: seconds(endsInMinutes) };
    const instance = newId();
    const made: Record<typeof kind, { claims: Claims; subject: string }> = {
      user: {
        claims: { ...times, user_id: users.ADMIN.id, org_id: tenantId, role: "ADMIN" },
        subject: users.ADMIN.id,
      },
      agent: { claims: { ...times, agent_id: agent.id, role: "agent", permissions: [] }, subject: agent.id },
      edge: { claims: { ...times, role: "edge", instance }, subject: instance },
    };
    const { claims, subject } = made[kind];
    await store.write(tenantId, async (tx) => {
      const credential = await tx.query.selectFrom("agent_credentials").select("id").executeTakeFirstOrThrow();
      const apiKey = await tx.query.selectFrom("api_keys").select("id").executeTakeFirstOrThrow();
      await insertToken(tx, {
        jti: times.jti,
        kind,
        subject,
        credential_id: { user: null, agent: credential.id, edge: apiKey.id }[kind],
        role: claims.role,
        permissions: "[]",
        act: "[]",
        issued_at: times.iat * 1000,
        expires_at: times.exp * 1000,
        signed_by: keys.tokenSecretId,
      });
    });
    return { token: await signClaims(claims, keys.tokenSecret), jti: times.jti };
  }

  it.each(["user", "agent", "edge"] as const)("takes no %s's token that is over by the database's", async (kind) => {
    const { tokens } = fixture.app.services;
    await expect(tokens.verify((await tokenOf(kind, 30)).token)).resolves.toMatchObject({ row: { kind } });
    await expect(tokens.verify((await tokenOf(kind, -30)).token)).rejects.toMatchObject({ code: "invalid_token" });
  });

  it("ends streams whose token is over by the database's, and no others", async () => {
    const { sessions } = fixture.app.services;
    const ended: string[] = [];
    const follow = ({ jti }: { jti: string }) =>
      sessions.add(fixture.made.tenantId, { jtis: [jti], end: () => ended.push(jti) });
    const [over, good] = [await tokenOf("user", -30), await tokenOf("user", 30)];
    const stops = [follow(good), follow(over)];
    await expect.poll(() => ended).toEqual([over.jti]);
    for (const stop of stops) stop();
  });

  it("asks no longer with an edge's session that it knows than the session lasts", async () => {
    const { store, keys } = fixture.app.services;
    const lifetimeMs = 2000;
    const tokens = createTokenService(store, keys, lifetimeMs);
    const sessions = new EdgeSessions(store, tokens);
    const apiKey = fixture.made.apiKey.id;
    const { token } = await store.write(fixture.made.tenantId, (tx) =>
      tokens.issueEdgeSession(tx, { instance: newId(), apiKeyId: apiKey }),
    );
    vi.spyOn(Date, "now").mockImplementation(now);
    const known = await sessions.find(token);
    expect(await sessions.find(token)).toBe(known);
    vi.spyOn(Date, "now").mockImplementation(() => now() - MINUTE_MS / 2);
    await expect
      .poll(() => sessions.find(token).catch((error: { code: string }) => error.code))
      .toBe("invalid_edge_session");
  });
});
