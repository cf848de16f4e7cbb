/**
 * Starts a PostgreSQL, given its programs (`initdb`, `pg_ctl`, `postgres`). PostgreSQL refuses to run as root, so a root caller
 * runs it as the user `postgres`, who is made when missing. A guard process that holds the other end of a pipe stops the server
 * and deletes its folder when `stop` closes the pipe, and also when this process is killed.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { findFreePort } from "./free-port.js";
import { type PostgresServer, SERVER_SETTINGS } from "./postgres-settings.js";
import type { TempFolder } from "./temp-folder.js";

const run = promisify(execFile);
const SERVER_USER = "postgres";
const COMMAND_TIMEOUT_MS = 120_000;

/** Starts a server from the programs in the folder `binaries`. Its data is in `folder`, which `stop` deletes. */
export async function startFromBinaries(
  binaries: string,
  folder: TempFolder,
  source: PostgresServer["source"],
): Promise<PostgresServer> {
  const asServerUser = await findUserSwitch();
  if (asServerUser.length > 0) await run("chown", ["-R", SERVER_USER, folder.path]);
  const execute = (name: string, args: string[]) =>
    runCommand(folder.path, [...asServerUser, join(binaries, name), ...args]);
  const data = join(folder.path, "data");

  const locale = ["--encoding=UTF8", "--locale=C"];
  await execute("initdb", ["-D", data, "-U", SERVER_USER, "--auth=trust", "--no-instructions", ...locale]);
  const port = await findFreePort();
  const settings = { ...SERVER_SETTINGS, port: String(port), unix_socket_directories: folder.path };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(data, "postgresql.auto.conf"), lines.join(""));
  const stop = guardServer([...asServerUser, join(binaries, "pg_ctl")], data, folder.path);
  const control = (...words: string[]) =>
    execute("pg_ctl", ["-D", data, "-l", join(folder.path, "server.log"), "-w", "-t", "60", ...words]);
  try {
    await control("start");
  } catch (error) {
    const log = await readFile(join(folder.path, "server.log"), "utf8").catch(() => "");
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)} ${log}`.trim());
  }
  const restart = (mode: string) => control("-m", mode, "restart");
  return { url: `postgres://${SERVER_USER}@127.0.0.1:${port}/postgres`, source, restart, stop };
}

function listPathFolders(): string[] {
  return (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** The words before a command that make it run as the server's user; none when the caller is not root. */
async function findUserSwitch(): Promise<string[]> {
  if (process.getuid?.() !== 0) return [];
  await run("id", ["-u", SERVER_USER])
    .catch(() => run("useradd", ["--system", "--user-group", SERVER_USER]))
    .catch(() => {
      throw new Error(`running as root, and the user "${SERVER_USER}" to run PostgreSQL as cannot be made`);
    });
  const has = (name: string) => listPathFolders().some((folder) => existsSync(join(folder, name)));
  if (has("setpriv")) return ["setpriv", `--reuid=${SERVER_USER}`, `--regid=${SERVER_USER}`, "--init-groups", "--"];
  if (has("runuser")) return ["runuser", "-u", SERVER_USER, "--"];
  throw new Error("running as root, and neither setpriv nor runuser (package util-linux) is there to change the user");
}

/** Output goes to a file: `pg_ctl start` hands its descriptors to the server, and a pipe would be waited for. */
async function runCommand(folder: string, words: string[]): Promise<void> {
  const output = join(folder, "command.log");
  const script = 'output="$1"; shift; exec "$@" >"$output" 2>&1 </dev/null';
  try {
    await run("sh", ["-c", script, "sh", output, ...words], { cwd: folder, timeout: COMMAND_TIMEOUT_MS });
  } catch (error) {
    const said = (await readFile(output, "utf8").catch(() => "")).trim();
    throw new Error(said === "" && error instanceof Error ? error.message : said);
  }
}

function guardServer(pgCtl: string[], data: string, folder: string): () => Promise<void> {
  const script =
    'cd "$1" && cat >/dev/null; folder="$1"; data="$2"; shift 2; ' +
    '"$@" -D "$data" -m immediate -w -t 30 stop >/dev/null 2>&1; cd /; rm -rf "$folder"';
  const guard = spawn("sh", ["-c", script, "sh", folder, data, ...pgCtl], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => guard.once("close", () => resolve()));
  guard.unref();
  return async () => {
    guard.ref();
    guard.stdin.end();
    await ended;
  };
}
