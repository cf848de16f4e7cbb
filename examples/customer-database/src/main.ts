// Starts the tool on PORT (any free port without it) and prints its URL.

import { createCustomerTool } from "./server.js";

const app = createCustomerTool(process.env.CUSTOMER_DATABASE);
const url = await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT ?? 0) });
process.stdout.write(`${JSON.stringify({ event: "ready", url })}\n`);
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => void app.close().then(() => process.exit(0)));
}
