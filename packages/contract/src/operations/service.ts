// Tags events and operations: the live stream, health, status, metrics and the API's own description.

import { z } from "zod";
import { operation } from "../operation.js";
import { uuidInput } from "../schemas/common.js";

const tag = "operations";
const page = { method: "GET", tag, who: "anonymous", status: 200 } as const;

export const events = {
  "events.stream": operation({
    method: "GET",
    path: "/events/stream",
    tag: "events",
    who: "AUDITOR+",
    agents: true,
    status: 200,
    answer: "event-stream",
    summary: "Decisions as they are appended",
    description: "`id` is the row's seq; `Last-Event-ID` resumes. Agents get their own rows only.",
    query: z.strictObject({ agent_id: uuidInput.optional() }),
    errors: ["agent_mismatch", "too_many_streams"],
  }),
};

export const service = {
  "service.health": operation({
    ...page,
    path: "/health",
    summary: "Liveness",
    data: z.object({ status: z.literal("ok"), version: z.string() }),
  }),
  "service.systemHealth": operation({
    ...page,
    path: "/system/health",
    summary: "Readiness, service by service",
    data: z.object({
      status: z.enum(["healthy", "unhealthy"]),
      services: z.array(z.object({ name: z.string(), healthy: z.boolean(), detail: z.string().optional() })),
    }),
  }),
  "service.status": operation({
    ...page,
    path: "/status",
    summary: "Public status",
    data: z.object({
      status: z.enum(["operational", "degraded", "down"]),
      version: z.string(),
      uptime_seconds: z.number(),
    }),
  }),
  "service.metrics": operation({ ...page, path: "/metrics", answer: "text", summary: "Prometheus scrape" }),
  "service.openapi": operation({ ...page, path: "/openapi.json", answer: "json", summary: "This API as OpenAPI 3.1" }),
  "service.docs": operation({ ...page, path: "/docs", answer: "html", summary: "API explorer" }),
  "service.redoc": operation({ ...page, path: "/redoc", answer: "html", summary: "API reference" }),
};
