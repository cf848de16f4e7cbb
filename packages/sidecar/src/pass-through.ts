// Everything that the sidecar does not serve itself goes to the control plane as it is, event streams included.

import { setMaxListeners } from "node:events";
import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { Refusal } from "@portcullis/contract";
import httpProxy from "http-proxy";
import { writeRefusal } from "./json-answer.js";

export interface PassThrough {
  forward(request: IncomingMessage, response: ServerResponse): void;
  /** Ends event streams and refuses what is yet to come; other answers go on. */
  stop(): void;
  close(): void;
}

export interface PassThroughOptions {
  readonly controlPlaneUrl: string;
  /** Headers of this edge's session: it stands in for X-Internal-Secret when agents sign in through the sidecar. */
  readonly sessionHeaders: () => Promise<Readonly<Record<string, string>>>;
  /** Longest silence of the control plane in milliseconds; 60,000 unless set. Event streams speak every 15 seconds. */
  readonly silenceTimeoutMs?: number;
}

const SILENCE_TIMEOUT_MS = 60_000;
/** What a caller says about hops before the sidecar is not the sidecar's word. */
const FORWARDED_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export function createPassThrough(options: PassThroughOptions): PassThrough {
  const secure = options.controlPlaneUrl.startsWith("https:");
  // Without a keep-alive agent http-proxy opens a connection for each request.
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const proxy = httpProxy.createProxyServer({
    target: options.controlPlaneUrl,
    agent,
    changeOrigin: true,
    xfwd: true,
    proxyTimeout: options.silenceTimeoutMs ?? SILENCE_TIMEOUT_MS,
  });
  proxy.on("proxyReq", (forwarded, request, response) => {
    keepFraming(forwarded, request);
    endWithCaller(forwarded, response);
  });
  const stopping = new AbortController();
  // One for each stream that is open.
  setMaxListeners(0, stopping.signal);
  proxy.on("proxyRes", (answer, _request, response) => {
    endWithAnswer(answer, response);
    if (isEventStream(answer)) endWithSignal(answer, response, stopping.signal);
  });
  proxy.on("error", (error, request, response) => {
    if (!("writeHead" in response)) return response.destroy();
    if (response.headersSent) return response.destroy();
    writeRefusal(response, refusalOf(error, request), request.headers);
  });

  async function forwardAgentSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      request.headers.authorization = (await options.sessionHeaders()).authorization;
    } catch {
      // Without a session the control plane answers that the secret is missing, which is what the caller should see.
    }
    proxy.web(request, response);
  }

  return {
    forward(request, response) {
      if (stopping.signal.aborted) {
        throw new Refusal("control_plane_unreachable", { retryAfterS: 1, detail: "The sidecar is shutting down." });
      }
      for (const name of FORWARDED_HEADERS) delete request.headers[name];
      // Answered by this hop; with it http-proxy sends the headers before anyone may look at them.
      delete request.headers.expect;
      const isAgentSignIn = request.method === "POST" && request.url?.split("?", 1)[0] === "/auth/agent/token";
      if (isAgentSignIn && request.headers["x-internal-secret"] === undefined) {
        void forwardAgentSignIn(request, response);
      } else {
        proxy.web(request, response);
      }
    },
    stop: () => stopping.abort(),
    close() {
      proxy.close();
      agent.destroy();
    },
  };
}

/** Of a write that has left nobody knows whether it was done: only what changes nothing more may be sent again by itself. */
function refusalOf({ code = "" }: NodeJS.ErrnoException, { method = "" }: IncomingMessage): Refusal {
  if (NEVER_CONNECTED.has(code) || REPEATABLE.has(method)) {
    return new Refusal("control_plane_unreachable", { retryAfterS: 1 });
  }
  const detail = "The control plane has not answered, and may have done what was asked: look before you ask again.";
  return new Refusal("control_plane_unreachable", { detail, retryable: false });
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

/**
 * http-proxy says of every DELETE and OPTIONS without a length that it has no body, and sends the body all the same: the control
 * plane would read it as the next request of the connection, which other callers share.
 */
function keepFraming(forwarded: ClientRequest, request: IncomingMessage): void {
  const isChunked = request.rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === "transfer-encoding");
  if (!isChunked) return;
  forwarded.removeHeader("content-length");
  forwarded.setHeader("transfer-encoding", "chunked");
}

/** http-proxy notices only callers that leave while they still send; one that leaves an event stream must end it too. */
function endWithCaller(forwarded: ClientRequest, response: ServerResponse): void {
  response.once("close", () => {
    if (!response.writableFinished) forwarded.destroy();
  });
}

/** An answer that breaks off must break off for the caller as well, or an event stream would look alive for ever. */
function endWithAnswer(answer: IncomingMessage, response: ServerResponse): void {
  answer.once("close", () => {
    if (!answer.complete && !response.writableEnded) response.destroy();
  });
}

function isEventStream({ headers }: IncomingMessage): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") === true;
}

/** A stream has no end of its own that could be waited for. */
function endWithSignal(answer: IncomingMessage, response: ServerResponse, signal: AbortSignal): void {
  const end = () => {
    answer.unpipe(response);
    response.end();
    answer.destroy();
  };
  // By then http-proxy has sent the head.
  if (signal.aborted) process.nextTick(end);
  else signal.addEventListener("abort", end, { once: true });
  response.once("close", () => signal.removeEventListener("abort", end));
}
