#!/usr/bin/env node
import("../dist/main.js").catch((error) => {
  // While a build replaces the files, they do not fit together.
  if (error?.code !== "ERR_MODULE_NOT_FOUND" && !(error instanceof SyntaxError)) throw error;
  console.error(`✗ portcullis is not built whole: ${error.message}`);
  console.error("  Wait for the build to end, or run `npm run setup`, and start again.");
  process.exitCode = 2;
});
