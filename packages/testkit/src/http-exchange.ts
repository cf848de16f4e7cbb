/**
 * One HTTP exchange over node:http, with nothing added and nothing checked: any method, any header, any bytes. Tests of
 * wire behaviour need that; a friendlier client would hide it. Connections are kept alive.
 */

import { Agent, type IncomingHttpHeaders, request as openRequest } from "node:http";
import { parseJson } from "@portcullis/core";

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON with exact integers; undefined when it is not. */
  readonly json: unknown;
  readonly durationMs: number;
}

/** Gives idle connections up before servers do, which is after 5 seconds: a request must not meet a connection that is ending. */
const IDLE_MS = 2000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });

/** Sends a request and reads the whole answer. Rejects when none comes within `timeoutMs` (a minute unless set). */
export function sendRequest({ method, url, headers = {}, body, timeoutMs = 60_000 }: Exchange): Promise<RawAnswer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const length: Record<string, string | number> =
      body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const request = openRequest(url, { method, agent, headers: { ...length, ...headers } });
    const timer = setTimeout(
      () => request.destroy(new Error(`${method} ${url}: no answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    let isAnswered = false;
    request.on("response", (response) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      const finish = () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString("utf8");
        const durationMs = performance.now() - startedAt;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text), durationMs });
      };
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", finish);
      response.on("error", (error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
    request.on("error", (error) => {
      // A server that refuses a large body answers and closes while it is still being sent.
      if (isAnswered) return;
      clearTimeout(timer);
      reject(error);
    });
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
