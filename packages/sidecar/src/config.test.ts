// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tools file has its own `${NAME}`
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSidecarConfig } from "./config.js";

const BASE = { PORTCULLIS_CONTROL_PLANE_URL: "https://portcullis.example/", PORTCULLIS_API_KEY: "acp_key" };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portcullis-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: unknown): string {
  const path = join(folder, `file-${Math.random()}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("the sidecar's settings", () => {
  it("need the control plane's URL and a key, and have a default for everything else", () => {
    expect(readSidecarConfig(BASE)).toEqual({
      controlPlaneUrl: "https://portcullis.example",
      apiKey: "acp_key",
      host: "127.0.0.1",
      port: 8081,
      tools: { tools: [], mcp_servers: {} },
      bufferFolder: ".portcullis/sidecar",
      bufferMaxBytes: 1_073_741_824,
      requestTimeoutMs: 30_000,
      stopGraceMs: 4000,
      decisionTimeoutMs: 1500,
      logLevel: "info",
    });
  });

  it("take the key from a file", () => {
    const { PORTCULLIS_API_KEY: _, ...rest } = BASE;
    expect(readSidecarConfig({ ...rest, PORTCULLIS_API_KEY_FILE: fileOf("acp_from_file\n") }).apiKey).toBe(
      "acp_from_file",
    );
  });

  it("count as not set when they are set to nothing", () => {
    const config = readSidecarConfig({ ...BASE, PORTCULLIS_SIDECAR_PORT: "", PORTCULLIS_TOOLS_FILE: " " });
    expect(config).toMatchObject({ port: 8081, tools: { tools: [] } });
  });

  it.each([
    [
      { PORTCULLIS_CONTROL_PLANE_URL: undefined },
      /PORTCULLIS_CONTROL_PLANE_URL: must be the control plane's URL.*not set\. Example: https:/,
    ],
    [{ PORTCULLIS_CONTROL_PLANE_URL: "portcullis" }, /PORTCULLIS_CONTROL_PLANE_URL: must be/],
    [{ PORTCULLIS_CONTROL_PLANE_URL: "file:///etc/passwd" }, /PORTCULLIS_CONTROL_PLANE_URL: must be/],
    [{ PORTCULLIS_API_KEY: undefined }, /Set PORTCULLIS_API_KEY, or PORTCULLIS_API_KEY_FILE, to an API key/],
    [
      { PORTCULLIS_API_KEY: undefined, PORTCULLIS_API_KEY_FILE: "/nowhere/key" },
      /API_KEY_FILE \(\/nowhere\/key\) cannot/,
    ],
    [{ PORTCULLIS_SIDECAR_HOST: "0.0.0.0" }, /PORTCULLIS_SIDECAR_HOST: .*this machine only/],
    [{ PORTCULLIS_SIDECAR_HOST: "evil.example" }, /PORTCULLIS_SIDECAR_HOST/],
    [{ PORTCULLIS_SIDECAR_PORT: "http" }, /PORTCULLIS_SIDECAR_PORT: must be a port/],
    [{ PORTCULLIS_SIDECAR_PORT: "65536" }, /PORTCULLIS_SIDECAR_PORT/],
    [{ PORTCULLIS_BUFFER_MAX_BYTES: "10" }, /PORTCULLIS_BUFFER_MAX_BYTES/],
    [{ DECISION_GATHER_TOTAL_TIMEOUT: "0" }, /DECISION_GATHER_TOTAL_TIMEOUT/],
    [{ PORTCULLIS_LOG_LEVEL: "loud" }, /PORTCULLIS_LOG_LEVEL/],
  ])("that are wrong are named, with what to do: %j", (change, message) => {
    expect(() => readSidecarConfig({ ...BASE, ...change })).toThrow(message);
  });

  it("are all named at once, and nothing long enough for a secret is shown", () => {
    const read = () =>
      readSidecarConfig({
        PORTCULLIS_API_KEY: "acp_secret",
        PORTCULLIS_SIDECAR_PORT: "acp_of_the_sidecar_itself",
        PORTCULLIS_LOG_LEVEL: "x",
      });
    expect(read).toThrow(/CONTROL_PLANE_URL[\s\S]*SIDECAR_PORT[\s\S]*LOG_LEVEL/);
    expect(read).not.toThrow(/acp_of|acp_secret/);
  });
});

describe("a tools file", () => {
  const readTools = (path: string, env = {}) =>
    readSidecarConfig({ ...BASE, ...env, PORTCULLIS_TOOLS_FILE: path }).tools;

  it("gets its references filled in and its defaults set", () => {
    const path = fileOf({
      tools: [{ name: "crm", url: "${CRM_URL}/x", headers: { "x-key": "Key ${CRM_KEY}" } }],
      mcp_servers: { files: { command: "node", args: ["${FOLDER}"], env: { TOKEN: "${CRM_KEY}" } } },
    });
    expect(readTools(path, { CRM_URL: "http://crm.test", CRM_KEY: "k", FOLDER: "/data" })).toEqual({
      tools: [
        {
          name: "crm",
          url: "http://crm.test/x",
          method: "POST",
          headers: { "x-key": "Key k" },
          timeout_ms: 30_000,
          retry_safe: false,
        },
      ],
      mcp_servers: { files: { command: "node", args: ["/data"], env: { TOKEN: "k" } } },
    });
  });

  it("that names variables which are not set is refused, with each name", () => {
    const path = fileOf({ tools: [{ name: "crm", url: "${CRM_URL}", headers: { a: "${CRM_KEY}" } }] });
    expect(() => readTools(path)).toThrow(/not set: CRM_KEY, CRM_URL/);
  });

  it.each([
    ["that is not there", "/nowhere/tools.json", /tools\.json cannot be read: there is no such file\.$/],
    ["that is not JSON", "{nope", /is not JSON: Expected property name or '}' in JSON at position 1/],
    ["that is not JSON, without what it holds", '{"a": "hunter2", "b": no}', /is not JSON: Unexpected token 'o'$/],
    ["that names a member twice", '{"tools":[],"tools":[]}', /is not JSON: .*tools/],
    ["with an unknown member", { tool: [] }, /is wrong:\n.*tool/],
    [
      "with a tool without a URL",
      { tools: [{ name: "a" }] },
      /tools\.0\.url: Field required\n.*It looks like this:\n.*"mcp_servers"/,
    ],
    [
      "with a server's name that cannot be a path",
      { mcp_servers: { "A B": { url: "http://x" } } },
      /mcp_servers\.A B: a server's name/,
    ],
    ["with a server that is neither", { mcp_servers: { a: {} } }, /mcp_servers\.a: must have either `command`/],
    [
      "with a server that is both",
      { mcp_servers: { a: { command: "x", url: "http://x" } } },
      /mcp_servers\.a: must have either `command`/,
    ],
    ["with a server without words", { mcp_servers: { a: { command: 5 } } }, /mcp_servers\.a: must have either/],
    ["with a server's URL that is none", { mcp_servers: { a: { url: "x" } } }, /the MCP server a: must be an http/],
    [
      "with a tool's URL that nothing can call",
      { tools: [{ name: "a", url: "ftp://x/" }] },
      /the tool a: must be an http/,
    ],
  ])("%s is refused, and the place is named", (_, content, message) => {
    const path = typeof content === "string" && content.startsWith("/") ? content : fileOf(content);
    expect(() => readTools(path)).toThrow(message);
  });
});
