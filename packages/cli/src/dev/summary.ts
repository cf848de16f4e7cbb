// What dev tells people once it is ready: addresses, who can sign in, and calls that work when they are pasted.

import type { Style } from "../output/style.js";
import { inSingleQuotes } from "../text/shell-word.js";
import { examplePayload } from "./example-payload.js";
import { secretsPath } from "./secrets.js";
import type { Stack } from "./start-stack.js";

export function summarizeStack(style: Style, stack: Stack): string[] {
  const { controlPlaneUrl, sidecarUrl, secrets, folder } = stack;
  const emails = secrets.users.map(({ email, role }) => `${email} (${role})`);
  const label = (text: string) => style.dim(text.padEnd(14));
  const curl = curlExamples(stack);
  return [
    "",
    `${style.green("✓")} ${style.bold("Portcullis is ready.")}`,
    "",
    `  ${label("control plane")}${controlPlaneUrl}`,
    `  ${label("API explorer")}${controlPlaneUrl}/docs`,
    `  ${label("sidecar")}${sidecarUrl}   ${style.dim("agents call POST /execute and /mcp/{server} here")}`,
    `  ${label("tenant")}${secrets.tenant_id}`,
    ...emails.map((email, index) => `  ${label(index === 0 ? "users" : "")}${email}`),
    `  ${label("agent")}${secrets.agents[0]?.agent_id}   ${style.dim(secrets.agents[0]?.name ?? "")}`,
    `  ${label("secrets")}${secretsPath(folder)}   ${style.dim("passwords and keys, for you alone")}`,
    `  ${label("logs")}${folder.at("logs")}`,
    "",
    style.bold(`Try a governed call at the sidecar${stack.scratch ? "" : ", with what the tool takes filled in"}:`),
    ...curl.sidecar,
    "",
    style.bold("The same at the control plane, where an agent's sign-in takes the internal secret:"),
    ...curl.controlPlane,
    "",
    style.bold("Sign in to the command line:"),
    `  ${secretOf(stack, "users[0].password")} | \\`,
    `    npx portcullis login --url ${controlPlaneUrl} --tenant ${secrets.tenant_id} --email ${secrets.users[0]?.email}`,
    "",
    style.dim("Ctrl-C stops everything; the data folder stays."),
    "",
  ];
}

/** Says of each MCP server without tools what is wrong with it. */
export function warnOfServers({ silentServers }: Stack): string[] {
  return silentServers.map(
    ({ server, why }) =>
      `! The MCP server ${server} gave no tools: ${why} None is registered; mend it, and start again.`,
  );
}

/**
 * Signs the agent in and calls a tool, at the sidecar and at the control plane; reads secrets from the file, so that none is
 * on the screen. Each place has a token of its own: one that is used at both is a finding.
 */
function curlExamples(stack: Stack): Readonly<Record<"sidecar" | "controlPlane", string[]>> {
  const { sidecarUrl, controlPlaneUrl } = stack;
  const secret = ` -H "X-Internal-Secret: $(${secretOf(stack, "internal_secret")})"`;
  return { sidecar: curlExample(stack, sidecarUrl, ""), controlPlane: curlExample(stack, controlPlaneUrl, secret) };
}

function curlExample(stack: Stack, url: string, signInHeader: string): string[] {
  const { secrets } = stack;
  const agentId = secrets.agents[0]?.agent_id;
  const json = "-H 'Content-Type: application/json'";
  const tenant = `-H 'X-Tenant-ID: ${secrets.tenant_id}'`;
  const read = `node -p 'JSON.parse(require("fs").readFileSync(0)).data.access_token'`;
  const call = inSingleQuotes(JSON.stringify(exampleCall(stack)));
  const body = `node -p 'JSON.stringify({agent_id:"${agentId}",secret:require("${secretsPath(stack.folder)}").agents[0].secret})'`;
  return [
    `  TOKEN=$(${body} | \\`,
    `    curl -s ${url}/auth/agent/token ${tenant}${signInHeader} ${json} -d @- | ${read})`,
    `  curl -s ${url}/execute ${tenant} -H 'X-Agent-ID: ${agentId}' -H "Authorization: Bearer $TOKEN" \\`,
    `    ${json} -d ${call}`,
  ];
}

/** One that works as it stands; where a tool's schema asks for more than it says, its values are the reader's to fill in. */
function exampleCall({ scratch, granted }: Stack): { tool_name: string; payload: unknown } {
  if (scratch !== undefined) {
    return { tool_name: "customers.query", payload: { sql: "SELECT name, email FROM customers" } };
  }
  const described = granted.filter(({ input_schema }) => input_schema !== null);
  const tool = described.find(({ access }) => access === "reads") ?? described[0] ?? granted[0];
  return {
    tool_name: tool?.tool_name ?? "<one of your tools>",
    payload: examplePayload(tool?.input_schema ?? null) ?? {},
  };
}

function secretOf(stack: Stack, member: string): string {
  return `node -p 'require("${secretsPath(stack.folder)}").${member}'`;
}
