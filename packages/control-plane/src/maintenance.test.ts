import { randomBytes, randomUUID } from "node:crypto";
import { encodeBase64 } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { beforeAll, expect, it } from "vitest";
import { type Config, readConfig } from "./config.js";
import { openStore } from "./db/open.js";
import { openKeyRing } from "./keys/open-key-ring.js";
import { callDraft, createTenant } from "./ledger/ledger-fixture.js";
import { openLedger } from "./ledger/open-ledger.js";
import { verifyChain } from "./ledger/verify.js";
import { confirmChain, replayUsage, rotateKeys } from "./maintenance.js";

eachDatabase("maintenance beside a running process", (database) => {
  let config: Config;
  beforeAll(() => {
    config = readConfig({ DATABASE_URL: database.url, PORTCULLIS_MASTER_KEY: encodeBase64(randomBytes(32)) });
  });

  it("a rotation from outside is taken up, and a halted chain goes on after its confirmation", async () => {
    const store = await openStore(config);
    const keys = await openKeyRing(store, config);
    const ledger = openLedger(keys);
    const tenant = await createTenant(store);
    const append = () => store.write(tenant, (tx) => ledger.append(tx, [callDraft(tenant)]));
    await append();
    const { retired, current } = await rotateKeys(config);
    expect(keys.rowSigner.fingerprint).toBe(retired);
    await keys.refresh();
    expect(keys.rowSigner.fingerprint).toBe(current);
    await append();
    await store.write(tenant, ({ query }) =>
      query.updateTable("chain_heads").set({ halted: "for the test" }).where("tenant_id", "=", tenant).execute(),
    );
    await expect(append()).rejects.toMatchObject({ code: "chain_halted" });
    const confirmation = { tenantId: tenant, actor: "operator:jane", reason: "looked at it" };
    await expect(confirmChain(config, { ...confirmation, reason: " " })).rejects.toThrow(/Give tenantId, actor/);
    expect(await confirmChain(config, confirmation)).toMatchObject({ seq: 4 });
    await append();
    expect(await verifyChain(store, keys, tenant)).toMatchObject({ valid: true, rows: 5 });
    expect(await replayUsage(config, { tenantId: tenant, auditId: "none" })).toEqual({ replayed: false });
    await store.close();
  });

  it("a job for a tenant that is not there fails and says so", async () => {
    const tenantId = randomUUID();
    const unknown = `There is no tenant ${tenantId}`;
    await expect(confirmChain(config, { tenantId, actor: "jane", reason: "looked" })).rejects.toThrow(unknown);
    await expect(replayUsage(config, { tenantId, auditId: "none" })).rejects.toThrow(unknown);
  });
});
