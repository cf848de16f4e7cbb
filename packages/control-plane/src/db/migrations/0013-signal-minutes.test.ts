// What the migration takes over from the table that it replaces.

import { eachDatabase, openOwnerConnection } from "@portcullis/testkit";
import { expect, it } from "vitest";
import { signalMinutes } from "./0013-signal-minutes.js";
import { migrations } from "./index.js";

eachDatabase("counting findings by the minute", (database) => {
  it("keeps what was seen before, of every tenant", async () => {
    const owner = await openOwnerConnection(await database.createAnother());
    const apply = (all: typeof migrations) => owner.run(...all.flatMap((each) => each.statements(database.kind)));
    // The migrator's own, which the guards name.
    await owner.run("create table schema_migrations (name text)");
    await apply(migrations.slice(0, migrations.indexOf(signalMinutes)));
    const seen = [
      ["one", 1, "a", "x", 60_000],
      ["one", 2, "a", "x", 119_999],
      ["one", 3, "a", "x", 120_000],
      ["one", 4, "b", "x", 60_000],
      ["two", 1, "a", "", 60_000],
    ];
    for (const [tenant, seq, agent, shape, at] of seen) {
      await owner.run(`insert into signal_events (tenant_id, seq, agent_id, finding, shape_hash, created_at)
        values ('${tenant}', ${seq}, '${agent}', 'encoded_payload', '${shape}', ${at})`);
    }
    await apply([signalMinutes]);
    const lines = await owner.all<{ line: string }>(
      `select tenant_id || ' ' || minute || ' ' || agent_id || ' ' || finding || ' ' || shape_hash || ' ' || events as line
       from signal_minutes`,
    );
    expect(lines.map(({ line }) => line).sort()).toEqual([
      "one 1 a encoded_payload x 2",
      "one 1 b encoded_payload x 1",
      "one 2 a encoded_payload x 1",
      "two 1 a encoded_payload  1",
    ]);
    await owner.close();
  });
});
