// Each example as its README says to run it: `npm start` in its folder, against a `portcullis dev`.

import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Portcullis } from "@portcullis/sdk";
import { makeTempFolder, type TempFolder, waitFor } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DevProcess, startDev } from "../cli/dev-process.js";

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));
let folder: TempFolder;
let dev: DevProcess;
beforeAll(async () => {
  folder = await makeTempFolder("examples");
  dev = await startDev(["--data-dir", join(folder.path, "data")]);
});
afterAll(async () => {
  process.kill(dev.pid, "SIGTERM");
  await dev.ended;
  await folder.remove();
});

function startExample(name: string, env: Record<string, string>) {
  const child: ChildProcess = spawn("npm", ["start", "--silent"], {
    cwd: join(EXAMPLES, name),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr?.on("data", (chunk) => (output.stderr += String(chunk)));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, ...output }));
  });
  return { pid: child.pid as number, output, ended };
}
const run = (name: string, env: Record<string, string>) => startExample(name, env).ended;

const firstAgent = () => {
  const [agent] = dev.ready.agents;
  if (agent === undefined) throw new Error("dev made no agent");
  return agent;
};
const adminOf = ({ ready }: DevProcess) => {
  const { email, password } = ready.platform_admin;
  return new Portcullis({ baseUrl: ready.control_plane_url, tenantId: ready.tenant_id, user: { email, password } });
};

describe("agent-loop-mcp", () => {
  const settings = () => ({
    PORTCULLIS_URL: dev.ready.sidecar_url,
    PORTCULLIS_AGENT_ID: firstAgent().agent_id,
    PORTCULLIS_AGENT_SECRET: firstAgent().secret,
    FILES_FOLDER: join(dev.ready.data_dir, "files"),
  });

  test("lists, reads with addresses redacted, is refused the write, and says so", async () => {
    const notes = join(dev.ready.data_dir, "files", "notes.txt");
    writeFileSync(notes, "Call Ada: ada.okafor@mail.example\n");
    const { code, stdout, stderr } = await run("agent-loop-mcp", settings());
    expect(stderr).toBe("");
    const lines = stdout.trim().split("\n");
    expect(lines[0]).toMatch(/^tools: .*read_text_file/);
    expect(lines[0]).not.toContain("write_file");
    expect(stdout).toMatch(/^list_directory: .*notes\.txt/m);
    expect(stdout).toMatch(/^read_text_file: Call Ada: /m);
    expect(stdout).not.toContain("ada.okafor@mail.example");
    expect(stdout).toMatch(/^write_file: refused, policy_denied agent\.deny\.tool_not_granted$/m);
    expect(lines.at(-1)).toBe("I made 3 calls; 1 refused: write_file (policy_denied).");
    expect(code).toBe(0);
    expect(readFileSync(notes, "utf8")).toBe("Call Ada: ada.okafor@mail.example\n");
  });

  test("says which setting is missing", async () => {
    const { code, stderr } = await run("agent-loop-mcp", { ...settings(), FILES_FOLDER: "" });
    expect(code).not.toBe(0);
    expect(stderr).toContain("Set FILES_FOLDER");
  });
});

test("embedded-agent: an allowed call, a redacted one, a refused one, and every record delivered", async () => {
  const admin = adminOf(dev);
  const agentId = firstAgent().agent_id;
  for (const tool_name of ["weather.read", "contacts.read"]) {
    await admin.agents.grantPermission(agentId, { tool_name, action: "ALLOW" });
  }
  const { key } = await admin.apiKeys.create({ name: "embedded example", scopes: ["edge"] });
  const { code, stdout, stderr } = await run("embedded-agent", {
    PORTCULLIS_URL: dev.ready.control_plane_url,
    PORTCULLIS_API_KEY: key,
    PORTCULLIS_AGENT_ID: agentId,
    PORTCULLIS_AGENT_SECRET: firstAgent().secret,
    PORTCULLIS_FOLDER: join(folder.path, "embedded"),
  });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^weather\.read: \{"city":"Lagos","celsius":31\} \(row [0-9a-f-]{36}\)$/m);
  expect(stdout).toMatch(/^contacts\.read: .*"Ada Okafor".*redacted: \[\{"kind":"email","count":1\}\]$/m);
  expect(stdout).not.toContain("ada.okafor@mail.example");
  expect(stdout).toMatch(/^refused: agent\.deny\.prompt_injection_detected, findings .*prompt_injection_detected/m);
  expect(stdout.trim().split("\n").at(-1)).toBe("every record delivered: true");
  expect(code).toBe(0);
  const row = /\(row ([0-9a-f-]{36})\)/.exec(stdout)?.[1] as string;
  expect((await admin.audit.receipt(row)).signature_valid).toBe(true);
});

test("customer-database: serves its rows over HTTP, refuses to write through /query, and stops on SIGTERM", async () => {
  const { pid, output, ended } = startExample("customer-database", {});
  const url = await waitFor(() => /"url":"([^"]+)"/.exec(output.stdout)?.[1], { what: "the tool" });
  const post = (path: string, body: unknown) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const read = await post("/query", { sql: "SELECT name FROM customers WHERE id = 1" });
  expect(await read.json()).toEqual({ rows: [{ name: "Ada Okafor" }] });
  expect((await post("/query", { sql: "DELETE FROM customers" })).status).toBe(400);
  expect((await post("/query", { sql: "SELEC" })).status).toBe(400);
  const changed = await post("/update", { sql: "UPDATE customers SET city = 'Abuja' WHERE id = 1" });
  expect(await changed.json()).toEqual({ changed: 1 });
  process.kill(-pid, "SIGTERM");
  await ended;
});

test("every example has a README, and imports nothing but the SDK and public packages", () => {
  for (const name of readdirSync(EXAMPLES)) {
    const readme = readFileSync(join(EXAMPLES, name, "README.md"), "utf8");
    expect(readme, name).toContain("npm start");
    const sources = readdirSync(join(EXAMPLES, name, "src")).filter((file) => file.endsWith(".ts"));
    const imported = sources
      .flatMap((file) => [...readFileSync(join(EXAMPLES, name, "src", file), "utf8").matchAll(/from "([^"]+)"/g)])
      .map(([, source]) => source as string);
    const ours = imported.filter((source) => source.startsWith("@portcullis/"));
    expect(
      ours.filter((source) => !/^@portcullis\/sdk(\/|$)/.test(source)),
      name,
    ).toEqual([]);
  }
});
