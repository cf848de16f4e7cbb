// A process that embeds the edge, as a user's program does: from the built package, in plain JavaScript. Its settings come
// as JSON in SETTINGS; it prints one line when it is open, and then calls `freeze` with what the next line says, or closes.

import { createInterface } from "node:readline";
import { openEmbeddedPortcullis } from "@portcullis/sdk/embedded";

/** A call that a busy machine did not decide in time ran nowhere, and is made again. */
function executeInTime(portcullis, ...call) {
  return portcullis.execute(...call).catch((error) => {
    if (error.code !== "decision_timeout") throw error;
    return executeInTime(portcullis, ...call);
  });
}
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
try {
  const portcullis = await openEmbeddedPortcullis({
    ...JSON.parse(process.env.SETTINGS),
    // Stops another process while the call runs, so that nobody takes the call's record.
    functions: { freeze: ({ pid }) => process.kill(pid, "SIGSTOP") },
  });
  say({ open: true });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === "close") break;
    const { audit_id } = await executeInTime(portcullis, "freeze", { pid: Number(line) });
    say({ audit_id });
  }
  say({ delivered: await portcullis.close() });
  // The pipe would keep the program alive; the edge must not.
  process.stdin.destroy();
} catch (error) {
  say({ error: error.message, code: error.code });
  process.exitCode = 3;
}
