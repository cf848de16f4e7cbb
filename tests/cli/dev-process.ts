// A `portcullis dev --json` as a person or a script starts it: a process group of its own, its one line read.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../../packages/cli/bin/portcullis.js", import.meta.url));

/** What `dev --json` prints once it is ready. */
export interface DevReady {
  readonly control_plane_url: string;
  readonly sidecar_url: string;
  readonly tenant_id: string;
  readonly internal_secret: string;
  readonly users: readonly { readonly email: string; readonly password: string; readonly role: string }[];
  readonly platform_admin: { readonly email: string; readonly password: string; readonly tenant_id: string };
  readonly agents: readonly { readonly agent_id: string; readonly secret: string; readonly name: string }[];
  readonly data_dir: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface DevProcess {
  readonly pid: number;
  readonly ready: DevReady;
  /** Process ids of the processes that it runs. */
  readonly children: readonly number[];
  readonly ended: Promise<Ended>;
}

const ANY_PORTS = ["--control-plane-port", "0", "--sidecar-port", "0"];

/** Starts dev and waits for its line; throws with what it said when it ends before. */
export async function startDev(args: readonly string[], env: Record<string, string> = {}): Promise<DevProcess> {
  const { child, ended, firstLine } = startCli(["dev", "--json", ...ANY_PORTS, ...args], env);
  const line = await Promise.race([firstLine, ended]);
  if (typeof line !== "string") throw new Error(`dev ended with ${line.code}: ${line.stderr}`);
  const pid = child.pid as number;
  return { pid, ready: JSON.parse(line) as DevReady, children: listChildren(pid), ended };
}

/** Starts dev as people do, and gives what it said once it was ready. */
export async function startDevInWords(args: readonly string[]) {
  const { child, ended, said } = startCli(["dev", ...args], {});
  const words = await Promise.race([said(/Ctrl-C stops everything/), ended]);
  if (typeof words !== "string") throw new Error(`dev ended with ${words.code}: ${words.stderr}`);
  return { pid: child.pid as number, words, ended };
}

/** The same below a shell that stays, as npx has one where `sh` is dash. */
export async function startDevUnderNpx(args: readonly string[]) {
  const line = ["-c", '"$0" "$@"; exit $?', process.execPath, CLI, "dev", ...args];
  const { child, ended, said } = startProgram("sh", line, { npm_lifecycle_event: "npx" });
  const words = await Promise.race([said(/Ctrl-C stops everything/), ended]);
  if (typeof words !== "string") throw new Error(`dev ended with ${words.code}: ${words.stderr}`);
  return { shellPid: child.pid as number, ended };
}

/** Runs one command to its end. */
export function runCli(args: readonly string[], env: Record<string, string> = {}, stdin = ""): Promise<Ended> {
  return startCli(args, env, stdin).ended;
}

function startCli(args: readonly string[], env: Record<string, string>, stdin = "") {
  return startProgram(process.execPath, [CLI, ...args], env, stdin);
}

function startProgram(program: string, args: readonly string[], env: Record<string, string>, stdin = "") {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  }) as ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream; stdin: NodeJS.WritableStream };
  child.stdin.end(stdin);
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const firstLine = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
      const end = stdout.indexOf("\n");
      if (end >= 0) resolve(stdout.slice(0, end));
    });
  });
  const said = (what: RegExp) =>
    new Promise<string>((resolve) => {
      child.stdout.on("data", () => {
        if (what.test(stdout)) resolve(stdout);
      });
    });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, firstLine, said };
}

function listChildren(pid: number): number[] {
  const text = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([child]) => child as number);
}
