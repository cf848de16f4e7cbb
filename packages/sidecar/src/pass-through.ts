// Everything that the sidecar does not serve itself goes to the control plane as it is, event streams included.

import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { envelopeOfRefusal, Refusal } from "@portcullis/contract";
import httpProxy from "http-proxy";

export interface PassThrough {
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

export interface PassThroughOptions {
  readonly controlPlaneUrl: string;
  /** Headers of this edge's session: it stands in for X-Internal-Secret when agents sign in through the sidecar. */
  readonly sessionHeaders: () => Promise<Readonly<Record<string, string>>>;
}

export function createPassThrough(options: PassThroughOptions): PassThrough {
  const secure = options.controlPlaneUrl.startsWith("https:");
  // Without a keep-alive agent http-proxy opens a connection for each request.
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const proxy = httpProxy.createProxyServer({ target: options.controlPlaneUrl, agent, changeOrigin: true, xfwd: true });
  proxy.on("error", (_error, _request, response) => {
    if (!("writeHead" in response)) return response.destroy();
    if (response.headersSent) return response.destroy();
    const refusal = new Refusal("control_plane_unreachable");
    response.writeHead(refusal.status, { "content-type": "application/json; charset=utf-8", "retry-after": "1" });
    response.end(JSON.stringify(envelopeOfRefusal(refusal)));
  });

  async function forwardAgentSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      request.headers.authorization = (await options.sessionHeaders())["authorization"];
    } catch {
      // Without a session the control plane answers that the secret is missing, which is what the caller should see.
    }
    proxy.web(request, response);
  }

  return {
    forward(request, response) {
      const isAgentSignIn = request.method === "POST" && request.url?.split("?", 1)[0] === "/auth/agent/token";
      if (isAgentSignIn && request.headers["x-internal-secret"] === undefined) {
        void forwardAgentSignIn(request, response);
      } else {
        proxy.web(request, response);
      }
    },
    close() {
      proxy.close();
      agent.destroy();
    },
  };
}
