// The sidecar process. Prints one JSON line when it is ready, then serves until SIGTERM or SIGINT.

import { formatJson } from "@portcullis/core";
import { readSidecarConfig } from "./config.js";
import { startSidecar } from "./sidecar.js";

async function main(): Promise<void> {
  const config = readSidecarConfig(process.env);
  const sidecar = await startSidecar(config);
  const { url, tenantId } = sidecar;
  const { tools, unreached } = await sidecar.listMcpTools();
  const mcp = { mcp_tools: tools.map(({ served: _, ...tool }) => tool), mcp_unreached: unreached };
  process.stdout.write(`${formatJson({ event: "ready", url, tenant_id: tenantId, ...mcp })}\n`);
  let closing = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (closing) return;
      closing = true;
      sidecar.close().then(
        () => process.exit(0),
        (error: unknown) => fail(error, 1),
      );
    });
  }
}

function fail(error: unknown, code: number): never {
  process.stderr.write(`portcullis sidecar: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(code);
}

main().catch((error: unknown) => fail(error, 2));
