// The tool as an HTTP service, as a team would have it before Portcullis came: it trusts whoever can reach it.

import Fastify, { type FastifyInstance } from "fastify";
import { openCustomerDatabase } from "./database.js";

interface Statement {
  sql: string;
}

const statementBody = {
  body: {
    type: "object",
    required: ["sql"],
    additionalProperties: false,
    properties: { sql: { type: "string", minLength: 1, maxLength: 10_000 } },
  },
};

/** `POST /query` reads, `POST /update` writes, `POST /slow-report` takes `seconds` to answer. */
export function createCustomerTool(databaseFile?: string): FastifyInstance {
  const database = openCustomerDatabase(databaseFile);
  const app = Fastify();
  app.post<{ Body: Statement }>("/query", { schema: statementBody }, (request) => ({
    rows: attempt(() => database.query(request.body.sql)),
  }));
  app.post<{ Body: Statement }>("/update", { schema: statementBody }, (request) => ({
    changed: attempt(() => database.update(request.body.sql)),
  }));
  app.post<{ Body: { seconds?: number } }>("/slow-report", async (request, reply) => {
    const orders = database.query("SELECT status, count(*) AS orders FROM orders GROUP BY status");
    const finished = new AbortController();
    reply.raw.once("close", () => finished.abort());
    await wait((request.body?.seconds ?? 10) * 1000, finished.signal);
    return { orders };
  });
  app.addHook("onClose", async () => database.close());
  return app;
}

/** What the database says against a statement is the caller's to mend: 400 with its words. */
function attempt<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw Object.assign(new Error(error instanceof Error ? error.message : String(error)), { statusCode: 400 });
  }
}

/** Resolves after the time, or at once when the caller has gone away. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
