// The wire to an MCP server over HTTP. Unlike the SDK's own it bounds and translates answers, waits as long as a tool may take, fails
// a request whose answer cannot come any more, and ends the session that the server keeps for it.

import { setTimeout as pause } from "node:timers/promises";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { Agent, fetch as fetchWith } from "undici";
import { AnswerWatch, type RequestId } from "./answer-watch.js";
import { boundAnswers } from "./bounded-answers.js";
import { NO_ANSWER, translateMessages } from "./wire-text.js";

/** What is said of a request over HTTP whose answer cannot come any more. */
export const STREAM_ENDED = "The stream ended without the answer.";
/** Beyond the longest time that any tool may take: the call's own timeout ends it. Node's fetch gives up after half of that. */
const SILENCE_TIMEOUT_MS = 660_000;
/** How long the end of a session may hold up the end of its connection. */
const END_SESSION_TIMEOUT_MS = 2000;

const dispatcher = new Agent({ headersTimeout: SILENCE_TIMEOUT_MS, bodyTimeout: SILENCE_TIMEOUT_MS });
/** Node's `fetch`, whose types are those of another version of the same code, with times of our own. */
const patientFetch = ((url: URL, init: object) => fetchWith(url, { ...init, dispatcher })) as unknown as typeof fetch;

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1];

export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #watch: AnswerWatch;

  /** A JSON body or event of more than `maxBytes` fails its request. */
  constructor(url: URL, headers: Readonly<Record<string, string>>, maxBytes: number) {
    const watch = new AnswerWatch(boundAnswers(patientFetch, maxBytes), (id) =>
      this.#fail(id, ErrorCode.ConnectionClosed, STREAM_ENDED),
    );
    super(url, { requestInit: { headers, redirect: "manual" }, fetch: translateMessages(watch.fetch) });
    this.#watch = watch;
    // The client sets its own listener beside this one when it connects.
    this.onmessage = (message) => {
      if (!("method" in message) && message.id !== undefined) watch.settle(message.id);
    };
  }

  override async send(message: JSONRPCMessage, options?: SendOptions): Promise<void> {
    const id = isJSONRPCRequest(message) ? message.id : undefined;
    await super.send(message, options).catch((error: unknown) => {
      if (id !== undefined) this.#watch.settle(id);
      throw error;
    });
    if (id !== undefined && !this.#watch.read(id)) this.#fail(id, ErrorCode.InternalError, NO_ANSWER);
  }

  override async close(): Promise<void> {
    if (this.sessionId !== undefined) {
      const ended = this.terminateSession().catch(() => undefined);
      await Promise.race([ended, pause(END_SESSION_TIMEOUT_MS, undefined, { ref: false })]);
    }
    this.#watch.close();
    await super.close();
  }

  #fail(id: RequestId, code: ErrorCode, message: string): void {
    this.onmessage?.({ jsonrpc: "2.0", id, error: { code, message } });
  }
}
