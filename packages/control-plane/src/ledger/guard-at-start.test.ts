import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eachDatabase } from "@portcullis/testkit";
import { expect, it } from "vitest";
import { createApp } from "../app.js";
import { readConfig } from "../config.js";
import { openDecisionFixture } from "../decision/decision-fixture.js";
import { callDraft } from "./ledger-fixture.js";

eachDatabase("a control plane that starts", (database) => {
  it("halts a chain that does not end where its head says before it serves, and serves the other tenants", async () => {
    const url = await database.createAnother();
    const fixture = await openDecisionFixture(url);
    const [broken, healthy] = [await fixture.createWorld(), await fixture.createWorld()];
    for (const { tenantId } of [broken, healthy]) await fixture.append(tenantId, [callDraft(tenantId)]);
    // What a backup leaves that has the head and lacks the last row.
    await fixture.store.write(broken.tenantId, ({ query, tenantId }) =>
      query.updateTable("chain_heads").set({ seq: 2 }).where("tenant_id", "=", tenantId).execute(),
    );
    await fixture.store.close();
    const dataDir = mkdtempSync(join(tmpdir(), "portcullis-guard-"));
    const config = readConfig({
      DATABASE_URL: url,
      PORTCULLIS_DATA_DIR: dataDir,
      PORTCULLIS_MASTER_KEY: fixture.keySettings.masterKey,
      PORTCULLIS_LOG_LEVEL: "silent",
    });
    const app = await createApp(config);
    try {
      await app.listen("127.0.0.1", 0);
      const { store, decisions } = app.services;
      const halted = await store.platform("tenants", ({ query }) =>
        query.selectFrom("chain_heads").select(["tenant_id", "halted"]).where("halted", "is not", null).execute(),
      );
      expect(halted).toEqual([{ tenant_id: broken.tenantId, halted: "chain_rolled_back" }]);
      await expect(decisions.decide(broken.tenantId, broken.instance, [broken.call()])).rejects.toMatchObject({
        code: "chain_halted",
      });
      expect(await decisions.decide(healthy.tenantId, healthy.instance, [healthy.call()])).toMatchObject([
        { verdict: "permit" },
      ]);
    } finally {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
