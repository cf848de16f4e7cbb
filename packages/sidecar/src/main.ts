// The sidecar process. Prints one JSON line when it is ready, then serves until SIGTERM or SIGINT.

import { formatJson } from "@portcullis/core";
import { readSidecarConfig } from "./config.js";
import { startSidecar } from "./sidecar.js";

async function main(): Promise<void> {
  const config = readSidecarConfig(process.env);
  const sidecar = await startSidecar(config);
  const tools = (await sidecar.listMcpTools()).map(({ served: _, ...tool }) => tool);
  process.stdout.write(
    `${formatJson({ event: "ready", url: sidecar.url, tenant_id: sidecar.tenantId, mcp_tools: tools })}\n`,
  );
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
