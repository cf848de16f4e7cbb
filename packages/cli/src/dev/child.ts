// One child process of dev: started in a process group of its own, so that a terminal's Ctrl-C reaches dev alone and dev
// stops its children in order; tied to dev by a channel, so that it ends when dev is killed.

import { spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseJson } from "@portcullis/core";
import { SERVER_FLAGS } from "@portcullis/edge/server-flags";
import { CliError, EXIT } from "../exit-codes.js";
import { BUILD_FIRST, HALF_BUILT, isHalfBuilt } from "./half-built.js";

export interface Child<Ready> {
  readonly name: string;
  readonly pid: number;
  /** The child's line that says it is ready. */
  readonly ready: Ready;
  /** The first text that the child sends over the channel, as the JSON that it is; never settles where it sends none. */
  readonly told: Promise<unknown>;
  /** Settles when the process has ended; the words say how. */
  readonly ended: Promise<string>;
  /** SIGTERM, and SIGKILL after a while. Resolves when it has ended. */
  stop(): Promise<void>;
}

export interface ChildSettings {
  readonly name: string;
  /** URL of the program, from import.meta.resolve. */
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where its stderr goes. */
  readonly logFile: string;
  readonly args?: readonly string[];
  /** Whether a line of JSON is the ready line; by default one that says `ready`. */
  readonly isReady?: (value: Readonly<Record<string, unknown>>) => boolean;
  /** Tries again for so long while another process has what the child needs: one that a killed dev left is ending. */
  readonly retryWhileTakenMs?: number;
  /** Leaves the child running when this process ends. */
  readonly outlives?: boolean;
  readonly startTimeoutMs?: number;
  /** Gives up waiting for the ready line. */
  readonly signal?: AbortSignal;
}

export const STOP_WITHIN_MS = 10_000;
const START_WITHIN_MS = 60_000;
const SHOWN_LOG_LINES = 15;
const RETRY_AFTER_MS = 200;
/** How both programs begin when another process has their database or buffer. */
const TAKEN = /Another (?:control plane serves|process uses) /;

/** Starts a program and waits for its line of JSON that says `ready`. Throws with the end of its log when it fails. */
export async function startChild<Ready>(settings: ChildSettings): Promise<Child<Ready>> {
  const retryUntil = Date.now() + (settings.retryWhileTakenMs ?? 0);
  for (;;) {
    try {
      return await startOnce<Ready>(settings);
    } catch (error) {
      const isTaken = error instanceof CliError && TAKEN.test(error.hint ?? "");
      if (!isTaken || Date.now() >= retryUntil || settings.signal?.aborted) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}

async function startOnce<Ready>(settings: ChildSettings): Promise<Child<Ready>> {
  if (settings.signal?.aborted) throw stoppedWhileStarting();
  const log = openSync(settings.logFile, "a", 0o600);
  const logStart = fstatSync(log).size;
  const tie = settings.outlives ? [] : ["--import", import.meta.resolve("./end-with-parent.js")];
  const words = [...SERVER_FLAGS, ...tie, fileURLToPath(settings.program), ...(settings.args ?? [])];
  const process_ = spawn(process.execPath, words, {
    env: settings.env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", log, ...(settings.outlives ? [] : ["ipc" as const])],
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    process_.once("error", (error) => resolve(error.message));
    process_.once("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
  const told = new Promise<unknown>((resolve) => {
    process_.once("message", (text) => resolve(parseJson(String(text))));
  });
  const isRunning = () => process_.exitCode === null && process_.signalCode === null && process_.pid !== undefined;

  async function stop(): Promise<void> {
    if (!isRunning()) return;
    process_.kill("SIGTERM");
    const timer = setTimeout(() => process_.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  }

  try {
    const ready = await waitForReady<Ready>(settings, process_.stdout as NodeJS.ReadableStream, ended, logStart);
    return { name: settings.name, pid: process_.pid as number, ready, told, ended, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitForReady<Ready>(
  settings: ChildSettings,
  stdout: NodeJS.ReadableStream,
  ended: Promise<string>,
  logStart: number,
): Promise<Ready> {
  const { name, startTimeoutMs = START_WITHIN_MS, signal } = settings;
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      const log = logEnd(settings.logFile, logStart);
      const advice = isHalfBuilt(log) ? `${HALF_BUILT}\n  ${BUILD_FIRST}\n  ` : "";
      const exitCode = advice === "" ? EXIT.refused : EXIT.usage;
      reject(new CliError(message, { exitCode, hint: `${advice}Its log ends with:\n${log}` }));
    };
    const timer = setTimeout(() => fail(`The ${name} was not ready after ${startTimeoutMs / 1000} s.`), startTimeoutMs);
    const abort = () => reject(stoppedWhileStarting());
    signal?.addEventListener("abort", abort, { once: true });
    let isReady = false;
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    createInterface({ input: stdout }).on("line", (line) => {
      const ready = parseReady<Ready>(line, settings.isReady ?? saysReady);
      if (ready === undefined) return;
      isReady = true;
      finish();
      resolve(ready);
    });
    void ended.then((how) => {
      finish();
      // One that was ready ends at any time, and its log may be gone by then.
      if (!isReady) fail(`The ${name} did not start (${how}).`);
    });
  });
}

function stoppedWhileStarting(): CliError {
  return new CliError("Stopped while starting.");
}

function parseReady<Ready>(line: string, isReady: NonNullable<ChildSettings["isReady"]>): Ready | undefined {
  try {
    const value = parseJson(line) as Record<string, unknown> | null;
    return value && isReady(value) ? (value as Ready) : undefined;
  } catch {
    return undefined;
  }
}

function saysReady(value: Readonly<Record<string, unknown>>): boolean {
  return value.event === "ready" || value.ready === true;
}

/** The last lines of a log, indented; with `from` not those of earlier starts, which end at that byte. */
export function logEnd(file: string, from = 0): string {
  const lines = readFileSync(file).subarray(from).toString("utf8").trimEnd().split("\n").slice(-SHOWN_LOG_LINES);
  return lines.every((line) => line === "") ? "    (it is empty)" : lines.map((line) => `    ${line}`).join("\n");
}
