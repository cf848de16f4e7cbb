// The version of this package, which all packages of the product share: as health, status and the description of the API tell
// it, what programs say of themselves, and what MCP peers are told.

import { readFileSync } from "node:fs";

/** Beside `src` in the repository, and beside `dist` in the published package. */
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
export const VERSION = manifest.version;
