// `login` and `logout`: a session for the commands that follow. The password comes from a prompt or from standard input,
// never from the command line, where other users and the shell's history would see it.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Portcullis } from "@portcullis/sdk";
import { Command } from "commander";
import { connect } from "../connection/connect.js";
import { addOutputOptions } from "../connection/options.js";
import { readSessionQuietly, removeSession, sessionFile, writeSession } from "../connection/session-store.js";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { CliError, usageError } from "../exit-codes.js";
import { readStdin } from "../text/read-input.js";

interface LoginOptions {
  readonly url?: string;
  readonly tenant?: string;
  readonly email?: string;
  readonly json?: boolean;
}

export function createLoginCommand(context: CliContext): Command {
  const command = new Command("login")
    .summary("sign in and keep the session")
    .description("Signs in as a user and keeps the session for the commands that follow.")
    .option("--url <url>", "control plane or sidecar (PORTCULLIS_URL; http://127.0.0.1:8080 without it)")
    .option("--tenant <id>", "tenant (PORTCULLIS_TENANT_ID)")
    .option("--email <email>", "who signs in")
    .addHelpText(
      "after",
      "\nThe password is asked for, or read from standard input.\n\nExamples:\n" +
        "  $ portcullis login --url http://127.0.0.1:8080 --tenant <uuid> --email admin@example.com\n" +
        "  $ portcullis login --tenant <uuid> --email admin@example.com < password.txt",
    );
  return addOutputOptions(command).action(async (options: LoginOptions) => {
    const url = options.url ?? context.env.PORTCULLIS_URL ?? "http://127.0.0.1:8080";
    const tenantId = options.tenant ?? context.env.PORTCULLIS_TENANT_ID;
    if (tenantId === undefined) throw usageError("The tenant is missing.", "Give --tenant <uuid>.");
    const email = options.email ?? (await ask(context, "E-mail: "));
    const password = await askPassword(context);
    const client = new Portcullis({ baseUrl: url, tenantId, user: { email, password } });
    const data = await client.auth.token({ email, password }, { headers: { "x-tenant-id": tenantId } });
    writeSession(context.env, {
      url,
      tenant_id: data.tenant_id,
      email,
      role: data.role,
      access_token: data.access_token,
      expires_at: Date.now() + data.expires_in * 1000,
    });
    const summary = { url, tenant_id: data.tenant_id, email, role: data.role, expires_in: data.expires_in };
    if (options.json) return writeJson(context, summary);
    const { style } = context;
    writeLine(context, `${style.green("✓")} Signed in at ${url} as ${email} (${data.role}).`);
    writeLine(
      context,
      style.dim(`  Kept in ${sessionFile(context.env)} for ${Math.round(data.expires_in / 60)} minutes,`),
    );
    writeLine(context, style.dim("  renewed while it is used. `portcullis logout` ends it."));
  });
}

export function createLogoutCommand(context: CliContext): Command {
  const command = new Command("logout")
    .summary("end the stored session")
    .description("Revokes the stored session's token and forgets it.")
    .addHelpText("after", "\nExample:\n  $ portcullis logout");
  return addOutputOptions(command).action(async (options: { json?: boolean }) => {
    const session = readSessionQuietly(context.env);
    let revoked = false;
    if (session && session.expires_at > Date.now()) revoked = await revoke(context, session.url);
    const forgotten = removeSession(context.env);
    if (options.json) return writeJson(context, { forgotten, revoked });
    writeLine(context, forgotten ? `${context.style.green("✓")} Signed out.` : "Nobody was signed in.");
    if (forgotten && !revoked) writeLine(context, context.style.dim("  The token had ended, or ends by itself."));
  });
}

async function revoke(context: CliContext, url: string): Promise<boolean> {
  try {
    const { client } = await connect({ ...context, env: onlyStored(context) }, { url });
    await client.auth.logout();
    return true;
  } catch (error) {
    writeNote(context, `The token was not revoked: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** The environment without credentials, so that it is the stored token that is revoked and no other. */
function onlyStored(context: CliContext): CliContext["env"] {
  const without = { ...context.env };
  for (const name of ["PORTCULLIS_TOKEN", "PORTCULLIS_API_KEY", "PORTCULLIS_AGENT_SECRET", "PORTCULLIS_TENANT_ID"]) {
    delete without[name];
  }
  return without;
}

async function ask(context: CliContext, question: string): Promise<string> {
  if (!context.stdin.isTTY) throw usageError("The e-mail is missing.", "Give --email.");
  const reader = createInterface({ input: context.stdin, output: context.stderr });
  const answer = await reader.question(question);
  reader.close();
  return answer.trim();
}

async function askPassword(context: CliContext): Promise<string> {
  if (!context.stdin.isTTY) {
    const password = (await readStdin(context)).replace(/\r?\n$/, "");
    if (password === "") throw usageError("The password is missing.", "Pipe it in: portcullis login … < file");
    return password;
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Reading in silence begins before the question is seen, so that nothing typed at once is echoed.
  const reader = createInterface({ input: context.stdin, output: silent, terminal: true });
  context.stderr.write("Password: ");
  const stopped = new AbortController();
  reader.once("SIGINT", () => stopped.abort());
  try {
    return await reader.question("", { signal: stopped.signal });
  } catch {
    throw new CliError("Stopped.");
  } finally {
    reader.close();
    context.stderr.write("\n");
  }
}
