// One MCP server: connects when first needed, keeps the connection, and connects anew when it was lost. A stdio server
// gets a clean environment: only what its configuration names, and the few variables that any program needs.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { McpServer } from "@portcullis/contract";
import { VERSION } from "../version.js";
import { HttpTransport } from "./http-transport.js";
import { listTools, type McpToolDescription } from "./list-tools.js";
import { StdioTransport } from "./stdio-transport.js";

export interface McpConnection {
  /** The connected client; connects when there is none. */
  client(signal?: AbortSignal): Promise<Client>;
  /** The client is of no use any more, as when its server forgot the session: the next call connects anew. */
  drop(client: Client): void;
  /** Every usable tool of the server, all pages, asked for now. */
  listTools(client: Client, signal?: AbortSignal): Promise<McpToolDescription[]>;
  /**
   * The usable tools as this client's server last listed them: asked for anew on a new connection, after the server said that
   * they changed, and once a minute, since not every server says so.
   */
  currentTools(client: Client, signal?: AbortSignal): Promise<readonly McpToolDescription[]>;
  close(): Promise<void>;
}

/** How long a server may take to start and answer the handshake. */
const CONNECT_TIMEOUT_MS = 30_000;
/** How long a list of tools is taken for true without a word from the server. */
const LIST_AGE_MS = 60_000;
/** On the wire an answer may be larger than what it says, by escapes and space. */
const WIRE_SHARE = 2;

interface Listing {
  /** Raised by each word of the server that its tools changed. */
  changes: number;
  last?: { readonly tools: McpToolDescription[]; readonly changes: number; readonly atMs: number };
  /** Asked for now: whoever needs the list meanwhile waits for this one, for each is long, and read at one go. */
  running?: { readonly tools: Promise<McpToolDescription[]>; readonly changes: number };
}

export function openMcpConnection(serverName: string, server: McpServer, maxAnswerBytes: number): McpConnection {
  let connecting: Promise<Client> | undefined;
  let current: Client | undefined;
  let closed = false;
  /** Ends of dropped clients: a stdio server that takes no messages any more has to be ended by signals, which takes its time. */
  const leaving = new Set<Promise<void>>();
  const listings = new WeakMap<Client, Listing>();

  /** Forgets this client, unless another has taken its place. */
  function forget(client: Client): void {
    if (current !== client) return;
    current = undefined;
    connecting = undefined;
  }

  function connect(): Promise<Client> {
    const client = new Client({ name: "portcullis", version: VERSION });
    current = client;
    client.onclose = () => forget(client);
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      listingOf(client).changes += 1;
    });
    return client.connect(openTransport(server, maxAnswerBytes * WIRE_SHARE), { timeout: CONNECT_TIMEOUT_MS }).then(
      () => client,
      (error: unknown) => {
        forget(client);
        throw error;
      },
    );
  }

  function client(signal?: AbortSignal): Promise<Client> {
    if (closed) return Promise.reject(new Error(`The MCP server '${serverName}' has been closed.`));
    if (!connecting) {
      // Assigned before it can fail: a URL that cannot be read throws while the transport is made.
      const attempt = Promise.resolve().then(connect);
      connecting = attempt;
      attempt.catch(() => {
        if (connecting === attempt) connecting = undefined;
      });
    }
    return abortable(connecting, signal);
  }

  function list(connected: Client, signal?: AbortSignal): Promise<McpToolDescription[]> {
    const listing = listingOf(connected);
    // One that began before the server said that its tools changed may be of the old ones.
    if (listing.running?.changes !== listing.changes) listing.running = startListing(connected, listing);
    return abortable(listing.running.tools, signal);
  }

  function startListing(connected: Client, listing: Listing): NonNullable<Listing["running"]> {
    const { changes } = listing;
    const atMs = performance.now();
    const tools = listTools(connected, serverName, maxAnswerBytes);
    const running = { tools, changes };
    const end = () => {
      if (listing.running === running) delete listing.running;
    };
    tools.then((listed) => {
      listing.last = { tools: listed, changes, atMs };
      end();
    }, end);
    return running;
  }

  function listingOf(connected: Client): Listing {
    const known = listings.get(connected);
    if (known !== undefined) return known;
    const fresh: Listing = { changes: 0 };
    listings.set(connected, fresh);
    return fresh;
  }

  return {
    client,
    drop(client) {
      forget(client);
      const left = client.close().catch(() => undefined);
      leaving.add(left);
      void left.then(() => leaving.delete(left));
    },
    listTools: list,
    async currentTools(connected, signal) {
      const { last, changes } = listingOf(connected);
      const isCurrent = last?.changes === changes && performance.now() - last.atMs < LIST_AGE_MS;
      return isCurrent ? last.tools : list(connected, signal);
    },
    async close() {
      closed = true;
      // One that is still being connected too: a server that says nothing would hold the end for as long as it may take.
      await Promise.all([current?.close(), ...leaving]);
      await connecting?.then((late) => late.close()).catch(() => undefined);
    },
  };
}

function openTransport(server: McpServer, maxBytes: number): Transport {
  if ("command" in server) {
    const parameters = {
      command: server.command,
      args: server.args,
      env: { ...getDefaultEnvironment(), ...server.env },
      stderr: "ignore" as const,
    };
    return new StdioTransport(parameters, maxBytes);
  }
  // The class declares its callbacks as possibly undefined, the interface as absent or set.
  return new HttpTransport(new URL(server.url), server.headers ?? {}, maxBytes) as Transport;
}

/** The promise, or the signal's reason when that comes first; the work itself goes on for others who wait. */
function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
