// For tests: the command line in this process, with streams that are read, and a service that always answers the same. Not
// part of the program.

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { formatJson, parseJson } from "@portcullis/core";
import { createContext } from "./context.js";
import { runCli } from "./program.js";

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliRun {
  /** All at once; in pieces where a command reads as it arrives. */
  readonly stdin?: string | Buffer | readonly Buffer[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stopAtFirstLine?: boolean;
  /** The output is a terminal of this width, without colours. */
  readonly columns?: number;
}

export interface CliFixture {
  /** Runs one command line. */
  run(args: readonly string[], options?: CliRun): Promise<CliResult>;
  /** Runs one against a service that always answers the same, and gives the body that it was sent too. */
  runAgainst(
    status: number,
    answer: object,
    args: readonly string[],
    options?: CliRun,
  ): Promise<CliResult & { readonly body: unknown }>;
  /** Writes a file and gives its path. */
  writeFile(name: string, text: string | Buffer): string;
}

/** An id that is none of anybody's. */
export const SOME_ID = "6f1f1f0e-8f0e-4a53-9d9d-111111111111";

/** A command line whose files, and whose stored login, are in this folder. */
export function createCliFixture(folder: string): CliFixture {
  async function run(args: readonly string[], options: CliRun = {}): Promise<CliResult> {
    const { stdin = "" } = options;
    const stdout: PassThrough & { isTTY?: boolean; columns?: number } = new PassThrough();
    if (options.columns !== undefined) Object.assign(stdout, { isTTY: true, columns: options.columns });
    const stderr = new PassThrough();
    const texts = { out: "", err: "" };
    const stopped = new AbortController();
    stdout.on("data", (chunk: Buffer) => {
      texts.out += chunk.toString("utf8");
      if (options.stopAtFirstLine) stopped.abort();
    });
    stderr.on("data", (chunk: Buffer) => {
      texts.err += chunk.toString("utf8");
    });
    const context = createContext({
      env: { PORTCULLIS_HOME: join(folder, "home"), NO_COLOR: "1", ...options.env },
      stdin: Readable.from(typeof stdin === "string" || Buffer.isBuffer(stdin) ? [stdin] : stdin),
      stdout,
      stderr,
      untilStopped: () => stopped.signal,
    });
    const code = await runCli(context, args);
    return { code, ...texts };
  }

  async function runAgainst(status: number, answer: object, args: readonly string[], options: CliRun = {}) {
    let sent = "";
    const server = createServer((request, response) => {
      request.on("data", (chunk: Buffer) => {
        sent += chunk.toString("utf8");
      });
      request.on("end", () =>
        response.writeHead(status, { "content-type": "application/json" }).end(formatJson(answer)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await run([...args, "--url", url, "--token", "t", "--tenant", SOME_ID], options);
    server.closeAllConnections();
    server.close();
    return { ...result, body: sent === "" ? undefined : parseJson(sent) };
  }

  function writeFile(name: string, text: string | Buffer): string {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  }

  return { run, runAgainst, writeFile };
}
