/**
 * A product process under test: spawned from its built `dist`, watched until it serves, its output kept for the report of
 * a failing test. It ends with the test runner, whatever ends that: it looks for its parent twice a second.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SERVER_FLAGS } from "@portcullis/edge/server-flags";
import { waitFor } from "./event-wait.js";
import { sendRequest } from "./http-exchange.js";

export interface ManagedProcessOptions {
  /** For messages: `control-plane-1`, `sidecar-1`. */
  readonly name: string;
  /** File to run, relative to the workspace: `packages/sidecar/dist/main.js`. */
  readonly main: string;
  readonly env: Readonly<Record<string, string>>;
  /** Working folder of the process. */
  readonly folder: string;
  /** Where it will serve; it counts as started when it said so itself and `GET /health` there answers 200. */
  readonly url: string;
}

export interface ManagedProcess {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  /** Everything that it wrote so far, both streams, the last 200 KB. */
  readonly output: () => string;
  /** Sends a signal and waits for the end; gives code and signal. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends it if it runs, and starts it again with the same settings. */
  readonly restart: (signal?: NodeJS.Signals) => Promise<void>;
  /** Starts it again after a `kill`. */
  readonly start: () => Promise<void>;
  readonly isRunning: () => boolean;
}

const WORKSPACE = fileURLToPath(new URL("../../../", import.meta.url));
const MAX_OUTPUT = 200_000;
/** Node's argument that makes a control plane's hashes cheap; to others it would be 0.1 s of start for nothing. */
const CHEAP_HASHES = `--import=${new URL("packages/testkit/dist/cheap-hashes.js", pathToFileURL(WORKSPACE)).href}`;

/** All that run. One listener ends them: a worker starts hundreds, one suite after the other. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Node's argument that loads a watchdog before the program: once `parentPid` is not its parent, it kills itself. */
export function watchdogArgument(parentPid: number): string {
  const source = `setInterval(()=>{if(process.ppid!==${parentPid})process.kill(process.pid,"SIGKILL")},500).unref();`;
  return `--import=data:text/javascript,${source}`;
}

/** Tells whether the process said that it is ready: whoever answers at its address before that is another. */
function watchForReady(stdout: Readable): () => boolean {
  let isReady = false;
  createInterface(stdout).on("line", (line) => {
    isReady ||= line.startsWith('{"event":"ready"');
  });
  return () => isReady;
}

/** Starts the process and waits until it serves. Throws with its output when it does not. */
export async function startProcess(options: ManagedProcessOptions): Promise<ManagedProcess> {
  const path = resolve(WORKSPACE, options.main);
  if (!existsSync(path)) throw new Error(`${options.main} is missing. Run 'npm run build' before the system tests.`);
  let output = "";
  let child: ChildProcess | undefined;
  let ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }> = Promise.resolve({
    code: 0,
    signal: null,
  });
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
  };

  const start = async () => {
    if (isRunning()) throw new Error(`${options.name} runs already.`);
    const preloads = [watchdogArgument(process.pid), ...(options.main.includes("control-plane") ? [CHEAP_HASHES] : [])];
    const started = spawn(process.execPath, [...SERVER_FLAGS, ...preloads, path], {
      cwd: options.folder,
      env: { PATH: process.env.PATH ?? "", HOME: options.folder, NODE_ENV: "test", ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    running.add(started);
    const isReady = watchForReady(started.stdout);
    started.stdout.on("data", keep);
    started.stderr.on("data", keep);
    ended = new Promise((settle, reject) => {
      started.once("error", reject);
      started.once("exit", (code, signal) => {
        running.delete(started);
        settle({ code, signal });
      });
    });
    await waitFor(
      async () => {
        if (!isRunning()) throw new Error(`${options.name} ended while it started:\n${output}`);
        if (!isReady()) return false;
        const answer = await sendRequest({ method: "GET", url: `${options.url}/health`, timeoutMs: 2000 }).catch(
          () => undefined,
        );
        return answer?.status === 200;
      },
      { what: `${options.name} to serve ${options.url}/health`, withinMs: 120_000 },
    ).catch((error: unknown) => {
      started.kill("SIGKILL");
      throw new Error(`${error instanceof Error ? error.message : error}\n${output}`);
    });
  };

  const kill = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (isRunning()) child?.kill(signal);
    const timer = setTimeout(() => child?.kill("SIGKILL"), 60_000);
    try {
      return await ended;
    } finally {
      clearTimeout(timer);
    }
  };

  await start();
  return {
    name: options.name,
    url: options.url,
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => output,
    kill,
    start,
    restart: async (signal) => {
      await kill(signal);
      await start();
    },
    isRunning,
  };
}
