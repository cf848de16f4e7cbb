// The floors, each in a process of its own: `tool` answers a small JSON, `proxy URL` is a bare http-proxy with keep-alive.

import { Agent, createServer } from "node:http";
import { createRequire } from "node:module";

const [kind, target] = process.argv.slice(2);

const ANSWER = Buffer.from(JSON.stringify({ rows: [{ id: 1, city: "Lagos" }] }));

function toolServer() {
  return createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
      response.end(ANSWER);
    });
  });
}

function proxyServer() {
  // The sidecar's own dependency, so that floor and product use the same version.
  const requireFromSidecar = createRequire(new URL("../packages/sidecar/package.json", import.meta.url));
  const proxy = requireFromSidecar("http-proxy").createProxyServer({ target, agent: new Agent({ keepAlive: true }) });
  return createServer((request, response) => proxy.web(request, response));
}

const server = kind === "tool" ? toolServer() : proxyServer();
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
