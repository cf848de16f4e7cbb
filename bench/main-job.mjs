// The main job against floors that are measured in the same run.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createDatabase, makeTempFolder, startPostgres, startStack } from "@portcullis/testkit";
import { measureDurableCommit } from "./durable-commit.mjs";
import { measureKillSwitch } from "./kill-switch.mjs";
import { runLoad } from "./load.mjs";

const CONNECTIONS = [1, 32, 128];
const progress = (text) => process.stderr.write(`${text}\n`);

async function startFloor(...args) {
  const child = spawn(process.execPath, [new URL("./floor-server.mjs", import.meta.url).pathname, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(line).trim()}`, stop: () => child.kill() };
}

const shared = { method: "POST", timeout_ms: 30_000, retry_safe: false };

/** Limits out of the way: the bench measures the path, not the refusals of stage 2. */
async function liftLimits(stack) {
  await stack.call("tenant.updateSettings", {
    as: stack.tenant.users.ADMIN,
    body: { requests_per_second: 1_000_000, burst: 2_000_000 },
  });
}

/** Measures on one database; resolves to what `report.mjs` prints. A PostgreSQL is one of its own. */
export async function benchMainJob({ database: kind, seconds, rows: targetRows }) {
  const server = kind === "postgres" ? await startPostgres() : undefined;
  if (server) process.env.PORTCULLIS_TEST_POSTGRES_URL = server.url;
  try {
    return await benchDatabase(kind, seconds, targetRows);
  } finally {
    await server?.stop();
  }
}

async function benchDatabase(kind, seconds, targetRows) {
  const folder = await makeTempFolder("bench");
  const database = await createDatabase(kind);
  const tool = await startFloor("tool");
  const proxy = await startFloor("proxy", tool.url);
  const secondProxy = await startFloor("proxy", proxy.url);
  const stack = await startStack({
    database: { kind, url: database.url },
    oneTenant: true,
    toolsFile: { tools: [{ ...shared, name: "db.query", url: `${tool.url}/query` }], mcp_servers: {} },
    // As in production; the stack's own setting is for tests.
    env: { PORTCULLIS_LOG_LEVEL: "warn", USAGE_DRAIN_INTERVAL_SECONDS: "1" },
  });
  try {
    await liftLimits(stack);
    const { headers } = stack.tenant.agent;
    const payload = { sql: "SELECT id, city FROM customers WHERE city = 'Lagos'", limit: 10 };
    const allow = { headers, body: JSON.stringify({ tool_name: "db.query", payload }), expect: 200 };
    const deny = {
      headers,
      body: JSON.stringify({ tool_name: "db.query", payload: { sql: "DROP TABLE customers" } }),
      expect: 403,
    };
    const execute = `${stack.sidecarUrl}/execute`;
    const plain = { headers: {}, body: JSON.stringify(payload), expect: 200 };
    const paths = [
      ["direct", { ...plain, url: tool.url }],
      ["bare proxy", { ...plain, url: proxy.url }],
      ["two bare proxies", { ...plain, url: secondProxy.url }],
      ["sidecar, allow", { ...allow, url: execute }],
      ["sidecar, deny", { ...deny, url: execute }],
      ["control plane, allow", { ...allow, url: `${stack.url}/execute` }],
    ];

    progress(`${kind}: the first thousand rows`);
    await runLoad({ ...allow, url: execute, connections: 1, total: 200 });
    const first = await runLoad({ ...allow, url: execute, connections: 1, total: 800 });

    // The table is of processes that have run for a while: the compiler needs some thousand calls.
    progress(`${kind}: warming up`);
    await runLoad({ ...allow, url: execute, connections: 8, total: 8000 });

    const rows = [];
    for (const connections of CONNECTIONS) {
      for (const [name, load] of paths) {
        progress(`${kind}: ${name}, ${connections} connection(s)`);
        await runLoad({ ...load, connections, seconds: 0.5 });
        rows.push({ name, connections, ...(await runLoad({ ...load, connections, seconds })) });
      }
    }
    const commit = await measureDurableCommit(kind, kind === "sqlite" ? folder.path : database.url);

    const written = async () =>
      Number((await stack.call("audit.list", { as: stack.tenant.users.ADMIN, query: { limit: 1 } })).data.items[0].seq);
    progress(`${kind}: up to row ${targetRows}`);
    const missing = Math.max(0, targetRows - (await written()));
    if (missing > 0) await runLoad({ ...allow, url: execute, connections: 32, total: missing });
    await runLoad({ ...allow, url: execute, connections: 1, total: 200 });
    const last = await runLoad({ ...allow, url: execute, connections: 1, total: 800 });

    progress(`${kind}: kill switch`);
    const killSwitch = await measureKillSwitch(stack, allow, execute);
    return { database: kind, rows, commit, first, last, lastRow: await written(), killSwitch };
  } finally {
    await stack.stop();
    for (const floor of [tool, proxy, secondProxy]) floor.stop();
    await database.drop();
    await folder.remove();
  }
}
