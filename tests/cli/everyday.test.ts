// The commands of every day against a running dev, as an operator types them: what is said, and to whom.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DevProcess, runCli, startDev } from "./dev-process.js";

let folder: TempFolder;
let dev: DevProcess;
beforeAll(async () => {
  folder = await makeTempFolder("everyday");
  dev = await startDev(["--data-dir", join(folder.path, "data")]);
});
afterAll(async () => {
  if (dev !== undefined) {
    process.kill(dev.pid, "SIGTERM");
    await dev.ended;
  }
  await folder.remove();
});

/** Signs a role in, in a home of its own, and gives its way to run commands. */
async function signedIn(role: string) {
  const user = dev.ready.users.find((one) => one.role === role);
  if (user === undefined) throw new Error(`dev has no ${role}`);
  const env = {
    PORTCULLIS_HOME: join(folder.path, role),
    PORTCULLIS_URL: dev.ready.control_plane_url,
    PORTCULLIS_TENANT_ID: dev.ready.tenant_id,
  };
  const login = await runCli(["login", "--email", user.email], env, user.password);
  expect(login.code, login.stderr).toBe(0);
  return (args: readonly string[], stdin = "") => runCli(args, env, stdin);
}

it("policy check lists what is wrong with the text and with the meaning at once", async () => {
  const run = await signedIn("SECURITY");
  const file = join(folder.path, "main.cedar");
  writeFileSync(
    file,
    `permit (principal, action, resource);
@id("unknown") permit (principal, action, resource) when { context.no_such_thing == 1 };
`,
  );
  const { code, stdout } = await run(["policy", "check", file]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ 2 problems\n {2}line 1:1: .*@id/);
  expect(stdout).toMatch(/line 2:\d+: .*\(rule unknown\)/);
});

it("policy check says what is wrong with the text where the service cannot be asked, and why it was not", async () => {
  const run = (stdin: string) =>
    runCli(["policy", "check", "-"], { PORTCULLIS_HOME: join(folder.path, "nobody") }, stdin);
  const { code, stdout } = await run("permit (principal, action, resource;");
  expect(code).toBe(1);
  expect(stdout).toContain("'(' is not closed");
  expect(stdout).toContain("Not checked against the tools: Nobody is signed in.");
});

it("a refused role is told which roles may call", async () => {
  const run = await signedIn("VIEWER");
  const { code, stderr } = await run(["audit", "tail"]);
  expect(code).toBe(1);
  expect(stderr).toContain("audit.list is for the roles ADMIN, SECURITY, AUDITOR.");
});

it("audit tail has a head, and its columns stand below it", async () => {
  const run = await signedIn("ADMIN");
  const agent = dev.ready.agents[0]?.agent_id as string;
  const ran = await run(["execute", "customers.query", '{"sql":"SELECT 1 AS n"}', "--agent", agent]);
  expect(ran.code, ran.stderr).toBe(0);
  const { code, stdout } = await run(["audit", "tail", "-n", "10"]);
  expect(code).toBe(0);
  const [head = "", ...rows] = stdout.trimEnd().split("\n");
  expect(rows).toHaveLength(10);
  const call = rows.find((row) => row.includes("customers.query")) ?? "";
  expect(call.indexOf("allow ")).toBe(head.indexOf("decision"));
  expect(call.indexOf("customers.query")).toBe(head.indexOf("tool or action"));
  expect(call.indexOf(agent)).toBe(head.indexOf("agent"));
});

it("tools register tells the registry of a tools file's tools, changes what differs, and nothing twice", async () => {
  const run = await signedIn("SECURITY");
  const file = join(folder.path, "tools.json");
  const register = async (price_usd: string) => {
    const input_schema = { type: "object", properties: { amount: { type: "integer" } }, required: ["amount"] };
    const tool = { name: "Payments.Send", url: "${NOT_SET_HERE}/pay", price_usd, max_cost_usd: "1", input_schema };
    writeFileSync(file, JSON.stringify({ tools: [tool], mcp_servers: { files: { command: "none" } } }));
    const { code, stdout, stderr } = await run(["tools", "register", file, "--json"]);
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as { items: unknown[] }).items;
  };
  expect(await register("0.2")).toEqual([{ tool_name: "Payments.Send", change: "registered" }]);
  expect(await register("0.20")).toEqual([{ tool_name: "Payments.Send", change: "none" }]);
  expect(await register("0.3")).toEqual([{ tool_name: "Payments.Send", change: "updated" }]);
  const draft = `@id("large") forbid (principal, action == Action::"payments.send", resource) when { context.args.amount > 9 };`;
  expect((await run(["policy", "check", "-"], draft)).stdout).toContain("nothing wrong");
  const words = await run(["tools", "register", file]);
  expect(words.stdout).toContain("portcullis agents grant <agent> Payments.Send");
  writeFileSync(file, JSON.stringify({ tools: [{ name: "payments.send" }] }));
  expect(await run(["tools", "register", file])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/tools\.0\.url/),
  });
});
