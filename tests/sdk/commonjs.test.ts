// Programs in CommonJS: the package is an ES module, which every Node that it supports can be made to `require`.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
/** Where the package's own name leads to its built files. */
const cwd = new URL("../../packages/sdk", import.meta.url);

test.each([
  ["@portcullis/sdk", "Portcullis"],
  ["@portcullis/sdk/embedded", "openEmbeddedPortcullis"],
  ["@portcullis/sdk/verify", "verifyReceipt"],
])("require('%s') gives %s, as import does", async (path, name) => {
  const program = `const own = require(${JSON.stringify(path)}).${name};
    import(${JSON.stringify(path)}).then((module) => console.log(typeof own, own === module.${name}));`;
  const { stdout } = await run(process.execPath, ["--no-warnings", "--eval", program], { cwd });
  expect(stdout).toBe("function true\n");
});
