import { readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Portcullis } from "@portcullis/sdk";
import { eachDatabase, findFreePort, isAlive, makeTempFolder, type TempFolder, waitFor } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, startDev } from "./dev-process.js";

let folder: TempFolder;
beforeAll(async () => {
  folder = await makeTempFolder("dev");
});
afterAll(() => folder.remove());

const dataDir = (name: string) => join(folder.path, name);

const PORTS = ["--control-plane-port", "0", "--sidecar-port", "0"];

describe("portcullis dev without a tools file", () => {
  it("prints one line, serves the demo tools, keeps its secrets to its owner, has the same after a restart", async () => {
    const dir = dataDir("demo-tools");
    const dev = await startDev(["--data-dir", dir]);
    const { ready } = dev;
    expect(Object.keys(ready)).toEqual([
      "control_plane_url",
      "sidecar_url",
      "tenant_id",
      "internal_secret",
      "users",
      "platform_admin",
      "agents",
      "data_dir",
    ]);
    expect(ready.users.map(({ role }) => role)).toEqual(["ADMIN", "SECURITY", "AUDITOR", "VIEWER"]);
    expect(ready.data_dir).toBe(dir);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    for (const name of ["secrets.json", "edge-api-key", "master.key", "portcullis.db", "tools.json"]) {
      expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600);
    }
    const [agent] = ready.agents;
    if (!agent) throw new Error("no agent");
    const client = new Portcullis({
      baseUrl: ready.sidecar_url,
      tenantId: ready.tenant_id,
      agent: { id: agent.agent_id, secret: agent.secret },
    });
    const { result } = await client.execute("customers.query", { sql: "SELECT count(*) AS n FROM customers" });
    expect(result).toEqual({ rows: [{ n: 5 }] });
    await expect(client.execute("customers.update", { sql: "UPDATE customers SET city = 'x'" })).rejects.toMatchObject({
      code: "policy_denied",
    });
    await expect(client.execute("files.list_allowed_directories")).resolves.toMatchObject({ action: "allow" });

    const second = await runCli(["dev", "--data-dir", dir, "--control-plane-port", "0", "--sidecar-port", "0"]);
    expect(second.code).toBe(2);
    expect(second.stderr).toMatch(/Another portcullis dev/);

    process.kill(dev.pid, "SIGTERM");
    const end = await dev.ended;
    expect(end).toMatchObject({ code: 0, stderr: "" });
    expect(end.stdout.trim().split("\n")).toHaveLength(1);
    expect(dev.children.filter(isAlive)).toEqual([]);

    const again = await startDev(["--data-dir", dir]);
    const { control_plane_url: _c, sidecar_url: _s, ...kept } = again.ready;
    expect(ready).toMatchObject(kept);
    const later = new Portcullis({
      baseUrl: again.ready.sidecar_url,
      tenantId: ready.tenant_id,
      agent: { id: agent.agent_id, secret: agent.secret },
    });
    expect((await later.execute("customers.query", { sql: "SELECT count(*) AS n FROM customers" })).result).toEqual(
      result,
    );
    // As a terminal does on Ctrl-C: to the whole group.
    process.kill(-again.pid, "SIGINT");
    expect(await again.ended).toMatchObject({ code: 0, stderr: "" });
    expect(again.children.filter(isAlive)).toEqual([]);
    expect(readdirSync(dir)).not.toContain("dev.lock");
  });

  it("says which child ended by itself, stops the others and ends with 1", async () => {
    const dev = await startDev(["--data-dir", dataDir("dead-child")]);
    const sidecar = dev.children.at(-1) as number;
    process.kill(sidecar, "SIGKILL");
    const end = await dev.ended;
    expect(end.code).toBe(1);
    expect(end.stderr).toMatch(/The sidecar ended by itself \(ended by SIGKILL\)/);
    expect(dev.children.filter(isAlive)).toEqual([]);
  });

  it("leaves no child behind when it is killed", async () => {
    const dev = await startDev(["--data-dir", dataDir("killed")]);
    process.kill(dev.pid, "SIGKILL");
    await dev.ended;
    await waitFor(() => !dev.children.some(isAlive), { what: "the children to end" });
    const again = await startDev(["--data-dir", dataDir("killed")]);
    expect(again.ready.tenant_id).toBe(dev.ready.tenant_id);
    process.kill(again.pid, "SIGTERM");
    expect((await again.ended).code).toBe(0);
  });

  it("refuses a tools file that is missing with 2", async () => {
    const missing = join(folder.path, "no-tools.json");
    const noTools = await runCli(["dev", "--data-dir", dataDir("no-tools"), "--tools", missing, ...PORTS]);
    expect(noTools).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`The tools file ${missing} cannot be read: there is no such file`),
    });
  });

  it("refuses a tools file whose environment variables are not set with 2, names them all, and starts nothing", async () => {
    const file = join(folder.path, "tools-unset.json");
    writeFileSync(
      file,
      JSON.stringify({
        tools: [{ name: "a.b", url: `http://127.0.0.1/\${UNSET_PATH}` }],
        mcp_servers: { c: { command: "node", env: { KEY: `\${UNSET_KEY}` } } },
      }),
    );
    const end = await runCli(["dev", "--data-dir", dataDir("unset"), "--tools", file, ...PORTS]);
    expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining("not set: UNSET_KEY, UNSET_PATH.") });
    expect(readdirSync(folder.path)).not.toContain("unset");
  });

  it("shows the log of this start alone when one fails", async () => {
    const file = join(folder.path, "tools-bad.json");
    const start = async (name: string) => {
      writeFileSync(file, JSON.stringify({ tools: [{ name, url: "ftp://127.0.0.1/" }] }));
      return (await runCli(["dev", "--data-dir", dataDir("bad"), "--tools", file, ...PORTS])).stderr;
    };
    expect(await start("first.tool")).toContain("first.tool");
    const second = await start("second.tool");
    expect(second).toContain("second.tool");
    expect(second).not.toContain("first.tool");
  });

  it("starts without MCP servers that do not, and says why", async () => {
    const file = join(folder.path, "tools-gone.json");
    const ending = { command: process.execPath, args: ["-e", "process.exit(3)", "secret-argument"] };
    const deaf = { url: `http://127.0.0.1:${await findFreePort()}/mcp` };
    const servers = { gone: { command: "no-such-command" }, deaf, ending };
    writeFileSync(file, JSON.stringify({ mcp_servers: servers }));
    const dev = await startDev(["--data-dir", dataDir("gone"), "--tools", file]);
    process.kill(dev.pid, "SIGTERM");
    const end = await dev.ended;
    expect(end.code).toBe(0);
    expect(end.stderr).toContain(
      "The MCP server gone gave no tools: Its command no-such-command cannot be started (ENOENT)",
    );
    expect(end.stderr).toContain("The MCP server deaf gave no tools: Its url cannot be connected to (ECONNREFUSED)");
    expect(end.stderr).toContain("The MCP server ending gave no tools: It ended before it answered");
    expect(end.stderr).not.toContain("secret-argument");
  });
});

eachDatabase("portcullis dev with a tools file", (database) => {
  it("registers the file's tools, updates them at a restart, and grants the first agent each of them", async () => {
    const tools = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"pong":true}');
    });
    await new Promise<void>((resolve) => tools.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(tools.address() as AddressInfo).port}/`;
    const file = join(folder.path, `tools-${database.kind}.json`);
    const save = (price_usd: string) => {
      const ping = { name: "Net.Ping", url: `\${PING_URL}`, price_usd, max_cost_usd: "1", retry_safe: true };
      writeFileSync(file, JSON.stringify({ tools: [ping] }));
    };
    const args = ["--data-dir", dataDir(`tools-${database.kind}`), "--tools", file, "--database-url", database.url];
    const round = async () => {
      const dev = await startDev(args, { PING_URL: url });
      const { ready } = dev;
      const { email, password } = ready.platform_admin;
      const admin = new Portcullis({
        baseUrl: ready.control_plane_url,
        tenantId: ready.tenant_id,
        user: { email, password },
      });
      const agent = ready.agents[0] as { agent_id: string };
      const { items } = await admin.registry.listTools({ limit: 50 });
      const grants = await admin.agents.listPermissions(agent.agent_id, { limit: 50 });
      const answer = await admin.execute("net.PING", {}, { agentId: agent.agent_id });
      process.kill(dev.pid, "SIGTERM");
      expect((await dev.ended).code).toBe(0);
      return { items, grants: grants.items, answer };
    };
    save("0.25");
    const first = await round();
    expect(first.items).toMatchObject([{ price_usd: "0.25", max_cost_usd: "1", retry_safe: true }]);
    expect(first.grants).toMatchObject([{ tool_name: "net.ping", action: "ALLOW" }]);
    expect(first.answer).toMatchObject({ action: "allow", result: { pong: true }, cost_usd: "0.25" });
    save("0.5");
    const second = await round();
    expect(second.items).toMatchObject([{ price_usd: "0.5" }]);
    expect(second.grants).toEqual(first.grants);
    expect(second.answer).toMatchObject({ cost_usd: "0.5" });
    tools.close();
  });
});
