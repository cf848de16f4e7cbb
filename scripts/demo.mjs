/** `npm run demo`: makes the clone ready, then hands over to the CLI's `demo` with the flags it was given. */
import { join } from "node:path";
import { ROOT, runCommand } from "./run-command.mjs";
import { setUp } from "./setup.mjs";

try {
  await setUp();
  const command = [process.execPath, join(ROOT, "packages/cli/bin/portcullis.js"), "demo", ...process.argv.slice(2)];
  const { code } = await runCommand(command, { show: true });
  process.exitCode = code;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
