import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { waitFor } from "./event-wait.js";
import { findFreePort } from "./free-port.js";
import { isAlive } from "./is-alive.js";
import { type ManagedProcess, startProcess, watchdogArgument } from "./managed-process.js";
import { makeTempFolder, type TempFolder } from "./temp-folder.js";

const SERVER = `require("node:http").createServer((q, r) => r.end("{}")).listen(process.env.PORT, "127.0.0.1", () => {
  process.stdout.write('hello from the child\\n{"event":"ready"}\\n');
});`;

describe("startProcess", () => {
  const folders: TempFolder[] = [];
  const started: ManagedProcess[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((one) => one.kill("SIGKILL")));
    await Promise.all(folders.splice(0).map((folder) => folder.remove()));
  });
  const makeProgram = async (source: string) => {
    const folder = await makeTempFolder("process");
    folders.push(folder);
    const main = join(folder.path, "main.cjs");
    await writeFile(main, source);
    return { folder: folder.path, main };
  };
  const start = async (source: string, at?: number) => {
    const port = at ?? (await findFreePort());
    const one = await startProcess({
      ...(await makeProgram(source)),
      name: "child",
      env: { PORT: String(port) },
      url: `http://127.0.0.1:${port}`,
    });
    started.push(one);
    return one;
  };

  it("waits until the process serves, keeps its output, and starts it again at the same place", async () => {
    const one = await start(SERVER);
    expect(one.isRunning()).toBe(true);
    await waitFor(() => one.output().includes("hello from the child"), { what: "its output" });
    const { pid } = one;
    await one.restart("SIGKILL");
    expect(one.pid).not.toBe(pid);
    expect(await one.kill()).toEqual({ code: null, signal: "SIGTERM" });
    expect(one.isRunning()).toBe(false);
  });

  it("adds no listener to its own process, however many it starts", async () => {
    const count = () => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
    const before = count();
    await Promise.all([start(SERVER), start(SERVER), start(SERVER)]);
    expect(count()).toBe(before);
  });

  it("tells what a process wrote that ends while it starts", async () => {
    await expect(start(`process.stderr.write("no settings\\n"); process.exit(2);`)).rejects.toThrow(
      /ended while it started[\s\S]*no settings/,
    );
  });

  it("does not take another's answer at its address for its own", async () => {
    const other = await start(SERVER);
    await expect(start(SERVER, Number(new URL(other.url).port))).rejects.toThrow(
      /ended while it started[\s\S]*EADDRINUSE/,
    );
  });

  it("says to build when dist is missing", async () => {
    const options = {
      name: "none",
      main: "packages/none/dist/main.js",
      env: {},
      folder: ".",
      url: "http://127.0.0.1:1",
    };
    await expect(startProcess(options)).rejects.toThrow("packages/none/dist/main.js is missing. Run 'npm run build'");
  });

  it("leaves no process behind when its parent is killed", async () => {
    const { main } = await makeProgram("setInterval(() => {}, 1000);");
    const parentSource = `const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, [${JSON.stringify(watchdogArgument(0))}.replace("!==0)", "!==" + process.pid + ")"), ${JSON.stringify(main)}], { stdio: "ignore" });
      process.stdout.write(String(child.pid)); setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ["-e", parentSource], { stdio: ["ignore", "pipe", "ignore"] });
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await waitFor(() => !isAlive(pid), { what: "the orphan to end" });
  });
});
