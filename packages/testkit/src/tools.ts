/**
 * A real tool server on a socket. Each path behaves in one way (`/echo`, `/emails`, `/hang`, …); every run is written
 * down with its headers and body, and counted per X-Request-ID, so that exactly-once can be checked.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ToolsFile } from "@portcullis/contract";
import { formatJson, parseJson } from "@portcullis/core";
import { waitFor } from "./event-wait.js";

export interface ToolRun {
  /** First part of the path: `echo`. */
  readonly tool: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly requestId: string;
  /** The caller (the edge) closed the connection before the answer. */
  readonly isAborted: () => boolean;
}

export interface ToolServer {
  readonly url: string;
  readonly runs: readonly ToolRun[];
  readonly runsOf: (requestId: string) => readonly ToolRun[];
  /** Waits until the tool has been entered for this request id. */
  readonly entered: (requestId: string) => Promise<ToolRun>;
  /** Answers every call that `/hold` keeps open. */
  readonly release: () => void;
  /** The tools file that names this server's tools; `dead` points to a closed port. */
  readonly toolsFile: ToolsFile;
  readonly close: () => Promise<void>;
}

export const EMAIL_TEXT = "Write to jane.doe@example.com or to support@example.org.";
export const PNG_BYTES = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

type Answer = (run: ToolRun, request: IncomingMessage, response: ServerResponse) => void;

/** Starts the server on a free port of the loopback interface. */
export async function startToolServer(): Promise<ToolServer> {
  const runs: ToolRun[] = [];
  /** With the size of the text that each is to answer. */
  const held = new Map<ServerResponse, number>();
  const answers: Record<string, Answer> = {
    echo: (run, _request, response) => {
      sendJson(response, 200, { ran: run.tool, method: run.method, url: run.url, body: parse(run.body) });
    },
    emails: (_run, _request, response) =>
      sendJson(response, 200, { message: EMAIL_TEXT, rows: [{ email: "a@b.example" }] }),
    created: (_run, _request, response) => sendJson(response, 201, { created: true }),
    text: (_run, _request, response) => send(response, 200, "text/plain; charset=utf-8", "plain words"),
    binary: (_run, _request, response) => send(response, 200, "image/png", PNG_BYTES),
    empty: (_run, _request, response) => response.writeHead(204).end(),
    literal: (run, _request, response) => {
      send(response, 200, "application/json", (parse(run.body) as { readonly json: string }).json);
    },
    broken_json: (_run, _request, response) => send(response, 200, "application/json", '{"half": '),
    fail: (_run, _request, response) =>
      sendJson(response, 503, { problem: "out of paper", contact: "ops@example.com" }),
    redirect: (_run, _request, response) => response.writeHead(302, { location: "/echo" }).end(),
    costly: (_run, _request, response) => {
      sendJson(response, 200, {
        model: "test-model",
        usage: { prompt_tokens: 1000, completion_tokens: 500 },
      });
    },
    odd_model: (_run, _request, response) => {
      sendJson(response, 200, { model: "m\u0000\ud800", usage: { prompt_tokens: 10, completion_tokens: 5 } });
    },
    huge: (_run, _request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const block = Buffer.alloc(1024 * 1024, "x");
      for (let sent = 0; sent < 17; sent++) response.write(block);
      response.end();
    },
    hang: () => undefined,
    hold: (run, _request, response) => {
      const { answer_bytes = 0 } = parse(run.body) as { readonly answer_bytes?: number };
      held.set(response, answer_bytes);
    },
    overcounted: (_run, _request, response) => {
      sendJson(response, 200, { usage: { prompt_tokens: 2_000_000_000, completion_tokens: 1 } });
    },
  };
  const server = createServer((request, response) => {
    const tool = /^\/([a-z_]+)/.exec(request.url ?? "")?.[1] ?? "";
    const chunks: Buffer[] = [];
    let aborted = false;
    response.on("close", () => {
      aborted = !response.writableFinished;
      held.delete(response);
    });
    response.on("error", () => undefined);
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const run: ToolRun = {
        tool,
        method: request.method ?? "",
        url: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        requestId: String(request.headers["x-request-id"] ?? ""),
        isAborted: () => aborted,
      };
      runs.push(run);
      const answer = answers[tool];
      if (answer === undefined) sendJson(response, 404, { problem: "no such tool" });
      else answer(run, request, response);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const runsOf = (requestId: string) => runs.filter((run) => run.requestId === requestId);
  return {
    url,
    runs,
    runsOf,
    entered: (requestId) => waitFor(() => runsOf(requestId)[0], { what: `the tool to be called for ${requestId}` }),
    release: () => {
      for (const [response, bytes] of held) sendJson(response, 200, { held: true, text: "x".repeat(bytes) });
      held.clear();
    },
    toolsFile: toolsFileOf(url, Object.keys(answers)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toolsFileOf(url: string, names: readonly string[]): ToolsFile {
  const shared = { method: "POST", timeout_ms: 5000, retry_safe: false } as const;
  const tools = names.map((name) => ({
    ...shared,
    name,
    url: `${url}/${name}`,
    timeout_ms: name === "hang" ? 300 : name === "hold" ? 30_000 : 5000,
  }));
  return {
    tools: [
      ...tools,
      { ...shared, name: "echo_get", url: `${url}/echo?fixed=1`, method: "GET" },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the tools file has its own `${NAME}`
      { ...shared, name: "echo_secret", url: `${url}/echo`, headers: { "x-tool-key": "${TOOL_KEY}" } },
      { ...shared, name: "priced", url: `${url}/echo`, price_usd: "0.25", max_cost_usd: "0.25" },
      { ...shared, name: "fail_retry", url: `${url}/fail`, retry_safe: true },
      { ...shared, name: "db.query", url: `${url}/echo` },
      // Port 9 (discard) of the loopback interface: nothing listens there.
      { ...shared, name: "dead", url: "http://127.0.0.1:9/dead" },
    ],
    mcp_servers: {},
  };
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, "application/json", formatJson(body));
}
