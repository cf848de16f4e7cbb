import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { buildThread, fileOfThread } from "../testing/built-thread.js";

const CROWDED = fileURLToPath(new URL("../testing/crowded-thread.mjs", import.meta.url));

// Elsewhere a process cannot be given less room.
if (process.platform === "linux") {
  it("a thread that the system has no room for fails what is asked of it, all of it, and is started once there is", async () => {
    await buildThread("crowded-thread");
    const file = pathToFileURL(fileOfThread("crowded-thread")).href;
    const { stdout } = await promisify(execFile)(process.execPath, [CROWDED, file], { timeout: 60_000 });
    expect(JSON.parse(stdout)).toEqual(["ERR_WORKER_INIT_FAILED", "ERR_WORKER_INIT_FAILED", 0]);
  });
}
