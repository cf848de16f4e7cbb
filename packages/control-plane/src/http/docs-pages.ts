// The two explorers. Their scripts come from npm packages on this machine, never from another host, and run under a policy
// that allows nothing else.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Refusal } from "@portcullis/contract";
import type { FastifyInstance } from "fastify";

interface Page {
  readonly html: string;
  /** Content-Security-Policy. */
  readonly policy: string;
}

const head = (title: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title>`;
const LOCAL_ONLY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const docsPage: Page = {
  html: `${head("Portcullis API")}<link rel="stylesheet" href="/docs/assets/swagger-ui.css"><style>body{margin:0}</style></head><body><div id="swagger-ui"></div><script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/assets/start-docs.js"></script></body></html>`,
  policy: `${LOCAL_ONLY}; script-src 'self'`,
};

export const redocPage: Page = {
  html: `${head("Portcullis API reference")}<style>body{margin:0}</style></head><body><div id="redoc"></div><script src="/docs/assets/redoc.standalone.js"></script><script src="/docs/assets/start-redoc.js"></script></body></html>`,
  policy: `${LOCAL_ONLY}; script-src 'self'; worker-src blob:`,
};

/** The explorer's own dark style, where the reader's system is dark. */
const START_DOCS = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
window.ui = SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null, presets: [SwaggerUIBundle.presets.apis] });\n`;
const START_REDOC = `Redoc.init("/openapi.json", { hideDownloadButton: false, disableSearch: true }, document.getElementById("redoc"));\n`;

const SCRIPT = "text/javascript; charset=utf-8";
const require = createRequire(import.meta.url);

/** A closed list: nothing else is served, whatever the path says. */
const ASSETS: Readonly<Record<string, { readonly type: string; read(): Promise<Uint8Array | string> }>> = {
  "swagger-ui.css": { type: "text/css; charset=utf-8", read: () => readSwagger("swagger-ui.css") },
  "swagger-ui-bundle.js": { type: SCRIPT, read: () => readSwagger("swagger-ui-bundle.js") },
  "redoc.standalone.js": { type: SCRIPT, read: readRedoc },
  "start-docs.js": { type: SCRIPT, read: async () => START_DOCS },
  "start-redoc.js": { type: SCRIPT, read: async () => START_REDOC },
};

/** Serves the explorers' scripts and styles under /docs/assets. */
export function mountDocsAssets(app: FastifyInstance): void {
  const loaded = new Map<string, Uint8Array | string>();
  app.get<{ Params: { name: string } }>(
    "/docs/assets/:name",
    { config: { measuredAs: "docs.asset" } },
    async (request, reply) => {
      const { name } = request.params;
      const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
      if (asset === undefined) throw new Refusal("route_not_found");
      // Kept once it is there: a read that failed is made again for the next who asks.
      const content = loaded.get(name) ?? (await asset.read());
      loaded.set(name, content);
      return reply.type(asset.type).header("Cache-Control", "public, max-age=3600").send(content);
    },
  );
}

function readSwagger(file: string): Promise<Uint8Array> {
  return readFile(join(dirname(require.resolve("@fastify/swagger-ui/package.json")), "static", file));
}

/** Its footer would load a picture from its maker's host. */
async function readRedoc(): Promise<string> {
  const text = await readFile(require.resolve("redoc/bundles/redoc.standalone.js"), "utf8");
  return text.replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, "data:image/svg+xml,%3Csvg/%3E");
}
