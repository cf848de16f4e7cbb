import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { OpenConnections } from "./open-connections.js";

/** More than the system keeps between two sockets. */
const LARGE = "x".repeat(16 * 1024 * 1024);
/** Longer than any of these takes. */
const LONG_MS = 60_000;

let server: Server;
let connections: OpenConnections;
/** The server's side of the connection that came last. */
let accepted: Socket;
afterEach(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));

async function serve(listener: RequestListener): Promise<void> {
  server = createServer({ keepAliveTimeout: LONG_MS }, listener);
  connections = new OpenConnections(server);
  server.on("connection", (socket) => {
    accepted = socket;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}

const portOf = () => (server.address() as AddressInfo).port;

/** A socket that keeps what came and knows whether it has ended. */
async function open(head = ""): Promise<{ socket: Socket; received: () => string; closed: Promise<void> }> {
  const socket = connect(portOf(), "127.0.0.1").setEncoding("latin1");
  let came = "";
  socket.on("data", (chunk: string) => {
    came += chunk;
  });
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => undefined).once("close", () => resolve());
  });
  await once(socket, "connect");
  if (head !== "") socket.write(head);
  return { socket, received: () => came, closed };
}

/** The head of an answer that nobody reads on. */
async function ask(): Promise<IncomingMessage> {
  const sent = request({ port: portOf(), host: "127.0.0.1", agent: false, headers: { connection: "keep-alive" } });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return answer;
}

describe("closing the connections of a server", () => {
  const WAYS: [string, RequestListener][] = [
    ["in one piece", (_request, response) => void response.end(LARGE)],
    [
      "in pieces",
      (_request, response) => {
        response.write(LARGE.slice(1));
        response.end("x");
      },
    ],
    ["of a length", (_request, response) => void response.setHeader("content-length", LARGE.length).end(LARGE)],
  ];

  it.each(WAYS)("lets an answer %s that was written to its end be read to its end", async (_, listener) => {
    await serve(listener);
    const answer = await ask();
    const closed = connections.close(LONG_MS);
    expect(await text(answer)).toBe(LARGE);
    await closed;
  });

  it("lets a request that runs be answered, and says that the connection ends behind it", async () => {
    let answerIt = () => {};
    await serve((_request, response) => {
      answerIt = () => void response.end("done");
      server.emit("asked");
    });
    const asked = once(server, "asked");
    const answered = ask();
    await asked;
    const closed = connections.close(LONG_MS);
    answerIt();
    const answer = await answered;
    expect([answer.headers.connection, await text(answer)]).toEqual(["close", "done"]);
    await closed;
  });

  it("answers all that was asked for on one connection, in its order", async () => {
    const answers: ((words: string) => void)[] = [];
    await serve((_request, response) => {
      answers.push((words) => void response.end(words));
      if (answers.length === 2) server.emit("asked");
    });
    const asked = once(server, "asked");
    const client = await open("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
    await asked;
    const closed = connections.close(LONG_MS);
    answers[1]?.("second");
    answers[0]?.("first");
    await Promise.all([closed, client.closed]);
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*first[\s\S]*HTTP\/1\.1 200 OK[\s\S]*second/);
  });

  it("ends at once what waits for no answer, used or not, and takes no new connection", async () => {
    await serve((_request, response) => void response.end(LARGE));
    const idle = [await open(), await open("GET / HTTP/1.1\r\nHost: x\r\n\r\n")];
    await expect.poll(() => idle[1]?.received().length).toBeGreaterThan(LARGE.length);
    const answer = await ask();
    const port = portOf();
    const closed = connections.close(LONG_MS);
    await Promise.all(idle.map((client) => client.closed));
    await expect(once(connect(port, "127.0.0.1"), "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(await text(answer)).toBe(LARGE);
    await closed;
  });

  const ARRIVING: [string, string, string][] = [
    ["head", "POST / HTT", "P/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"],
    ["body", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{", "}"],
  ];
  const answerWhole: RequestListener = (incoming, response) =>
    void incoming.resume().once("end", () => response.end("done"));

  it.each(ARRIVING)("answers a request of whose %s a part has come, if the rest comes soon", async (_, part, rest) => {
    await serve(answerWhole);
    const client = await open(part);
    await expect.poll(() => accepted.bytesRead).toBe(part.length);
    const closed = connections.close(LONG_MS);
    client.socket.write(rest);
    await Promise.all([closed, client.closed]);
    expect(client.received()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done/);
  });

  it.each(ARRIVING)("cuts a request of whose %s a part has come before the grace is over", async (_, part) => {
    await serve(answerWhole);
    const client = await open(part);
    await expect.poll(() => accepted.bytesRead).toBe(part.length);
    await Promise.all([connections.close(LONG_MS), client.closed]);
    expect(client.received()).toBe("");
  });

  it("cuts, once the grace is over, a request that runs and an answer that nobody reads", async () => {
    let asked = 0;
    await serve((incoming, response) => {
      asked += 1;
      if (incoming.url === "/large") response.end(LARGE);
    });
    const reader = connect(portOf(), "127.0.0.1").pause();
    reader.on("error", () => undefined).write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    const client = await open("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => asked).toBe(2);
    await Promise.all([connections.close(100), client.closed]);
    expect(client.received()).toBe("");
    reader.destroy();
  });

  it("is done at once for a server that never listened", async () => {
    server = createServer();
    await new OpenConnections(server).close(LONG_MS);
  });
});
