// A closed loop of HTTP calls: `connections` callers, each with one keep-alive connection and one call at a time.

import { Agent, request } from "node:http";

/**
 * Sends `total` calls (or calls for `seconds`). `others` counts answers with another status than `expect`.
 * @param {{url: string, headers: Record<string, string>, body: string, connections: number, total?: number, seconds?: number, expect: number}} options
 */
export async function runLoad({ url, headers, body, connections, total = Number.POSITIVE_INFINITY, seconds, expect }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const target = new URL(url);
  const bytes = Buffer.from(body);
  const latencies = [];
  const endAt = seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + seconds * 1000;
  let sent = 0;
  let others = 0;
  const startedAt = performance.now();

  const callOnce = () =>
    new Promise((resolve, reject) => {
      const at = performance.now();
      const outgoing = request(
        {
          host: target.hostname,
          port: target.port,
          path: target.pathname,
          method: "POST",
          agent,
          headers: { ...headers, "content-type": "application/json", "content-length": bytes.length },
        },
        (response) => {
          response.resume();
          response.on("end", () => {
            latencies.push(performance.now() - at);
            if (response.statusCode !== expect) others += 1;
            resolve();
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(bytes);
    });

  const caller = async () => {
    while (sent < total && performance.now() < endAt) {
      sent += 1;
      await callOnce();
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const elapsedMs = performance.now() - startedAt;
  agent.destroy();
  return { ...summarize(latencies, elapsedMs), others };
}

/** p50, p95, p99 in milliseconds and calls per second. */
export function summarize(latencies, elapsedMs) {
  const sorted = [...latencies].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    calls: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    perSecond: (sorted.length / elapsedMs) * 1000,
  };
}
