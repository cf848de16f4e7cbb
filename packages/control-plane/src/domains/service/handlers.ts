// Handlers of tag operations: liveness, readiness, public status, metrics, and the API's description with its two explorers.

import { buildOpenApi } from "@portcullis/contract";
import { VERSION } from "@portcullis/edge";
import { docsPage, redocPage } from "../../http/docs-pages.js";
import type { Handlers } from "../../http/handler.js";
import type { RawRoute, RawRoutes } from "../../http/raw-route.js";
import type { HealthCheck } from "./health-checks.js";
import { HealthProbe } from "./health-probe.js";

type ServiceOperation = "service.health" | "service.systemHealth" | "service.status";

export function serviceHandlers(checks: readonly HealthCheck[]): Pick<Handlers, ServiceOperation> {
  const probe = new HealthProbe(checks);
  return {
    "service.health": async () => ({ status: "ok", version: VERSION }),
    "service.systemHealth": async () => {
      const services = [...(await probe.look())];
      return { status: services.every(({ healthy }) => healthy) ? "healthy" : "unhealthy", services };
    },
    "service.status": async () => {
      const services = await probe.look();
      const isUp = services.every(({ name, healthy }) => healthy || name !== "database");
      const isWhole = services.every(({ healthy }) => healthy);
      const status = isWhole ? "operational" : isUp ? "degraded" : "down";
      return { status, version: VERSION, uptime_seconds: Math.floor(process.uptime()) };
    },
  };
}

type ServiceRoute = "service.metrics" | "service.openapi" | "service.docs" | "service.redoc";

export function serviceRoutes(): Pick<RawRoutes, ServiceRoute> {
  // Made for the first who asks: it takes a tenth of a start, and most processes are never asked.
  let description: string | undefined;
  const page = (html: string, policy: string): RawRoute => ({
    authenticatedBy: "contract",
    handle: async ({ reply }) => {
      reply.header("Content-Security-Policy", policy).type("text/html; charset=utf-8").send(html);
    },
  });
  return {
    "service.metrics": {
      authenticatedBy: "contract",
      handle: async ({ reply, context: { services } }) => {
        reply.type(services.metrics.contentType()).send(await services.metrics.text());
      },
    },
    "service.openapi": {
      authenticatedBy: "contract",
      handle: async ({ reply }) => {
        description ??= JSON.stringify(buildOpenApi(VERSION));
        reply.type("application/json; charset=utf-8").send(description);
      },
    },
    "service.docs": page(docsPage.html, docsPage.policy),
    "service.redoc": page(redocPage.html, redocPage.policy),
  };
}
