// What a start says: the lines that people paste, and what to do where a port or a folder cannot be had.

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTempFolder, runProgram, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli, startDevInWords, startDevUnderNpx } from "./dev-process.js";

const PORTS = ["--control-plane-port", "0", "--sidecar-port", "0"];
let folder: TempFolder;
let dev: Awaited<ReturnType<typeof startDevInWords>>;
const dataDir = () => join(folder.path, "data");
const portOf = (place: "control plane" | "sidecar") =>
  new RegExp(`^ +${place} +http://127\\.0\\.0\\.1:(\\d+)`, "m").exec(dev.words)?.[1] ?? "";

beforeAll(async () => {
  folder = await makeTempFolder("dev-start");
  dev = await startDevInWords(["--data-dir", dataDir(), ...PORTS]);
});
afterAll(async () => {
  if (dev !== undefined) {
    process.kill(dev.pid, "SIGTERM");
    await dev.ended;
  }
  await folder.remove();
});

describe("the curl lines of dev", () => {
  it.each([
    ["sidecar", /Try a governed call at the sidecar:\n((?: .*\n)+)/],
    ["control plane", /The same at the control plane.*:\n((?: .*\n)+)/],
  ] as const)("run a call at the %s as they stand, and have no secret in them", async (place, lines) => {
    const pasted = lines.exec(dev.words)?.[1] ?? "";
    expect(pasted).toContain(`:${portOf(place)}/execute`);
    expect(pasted).not.toMatch(/[A-Za-z0-9_-]{40}/);
    const { stdout } = await promisify(execFile)("sh", ["-c", pasted]);
    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: { action: "allow", result: { rows: expect.any(Array) } },
    });
  });
});

describe("a port that is in use ends the start with 2, named with what sets another", () => {
  it.each([
    ["control plane", ["--sidecar-port", "0", "--control-plane-port"]],
    ["sidecar", ["--control-plane-port", "0", "--sidecar-port"]],
  ] as const)("dev, its %s", async (place, words) => {
    const port = portOf(place);
    const other = join(folder.path, "other");
    const { code, stderr } = await runCli(["dev", "--data-dir", other, ...words, port]);
    expect(stderr).toContain(
      `Port ${port} is in use.\n  Stop what uses it, or give ${words[2]} another; 0 is any free one.`,
    );
    expect(code).toBe(2);
    expect(readdirSync(folder.path)).not.toContain("other");
  });

  it("dev, whose two ports are one", async () => {
    const { code, stderr } = await runCli([
      "dev",
      "--data-dir",
      dataDir(),
      "--control-plane-port",
      "9",
      "--sidecar-port",
      "9",
    ]);
    expect(stderr).toContain("--control-plane-port and --sidecar-port name the same port.");
    expect(code).toBe(2);
  });

  it("the control plane's program", async () => {
    const { code, output } = await runProgram("packages/control-plane/dist/main.js", [], {
      PORTCULLIS_PORT: portOf("control plane"),
      PORTCULLIS_DATA_DIR: join(folder.path, "control-plane"),
    });
    expect(output).toContain(
      `Port ${portOf("control plane")} on 127.0.0.1 is in use. Stop what uses it, or set PORTCULLIS_PORT to another; 0 is any free one.`,
    );
    expect(code).toBe(2);
  });

  it("the sidecar's program", async () => {
    const { code, output } = await runProgram("packages/sidecar/dist/main.js", [], {
      PORTCULLIS_CONTROL_PLANE_URL: `http://127.0.0.1:${portOf("control plane")}`,
      PORTCULLIS_API_KEY_FILE: join(dataDir(), "edge-api-key"),
      PORTCULLIS_BUFFER_DIR: join(folder.path, "buffer"),
      PORTCULLIS_SIDECAR_PORT: portOf("sidecar"),
    });
    expect(output).toContain(
      `Port ${portOf("sidecar")} on 127.0.0.1 is in use. Stop what uses it, or set PORTCULLIS_SIDECAR_PORT`,
    );
    expect(code).toBe(2);
  });
});

describe("a data folder that cannot be one ends the start with 2, at once, and is left as it was", () => {
  const made = (name: string, fill: (path: string) => void) => {
    const path = join(folder.path, name);
    mkdirSync(path, { mode: 0o755 });
    fill(path);
    return path;
  };
  const places: [string, () => string, RegExp][] = [
    [
      "below a file",
      () =>
        join(
          made("in-the-way", (path) => writeFileSync(join(path, "file"), "")),
          "file",
          "below",
        ),
      /cannot be made: a file is in its way/,
    ],
    ["that is a file", () => join(folder.path, "in-the-way", "file"), /cannot be made: a file is in its way/],
    [
      "whose log folder is a file",
      () => made("half", (path) => writeFileSync(join(path, "logs"), "")),
      /cannot be used: a file is in its way/,
    ],
    ["without a name", () => "", /--data-dir names no folder/],
    ["with a name that is too long", () => join(folder.path, "x".repeat(300)), /cannot be made: ENAMETOOLONG/],
    ["of another dev", dataDir, /Another portcullis dev \(process \d+\) is using/],
  ];
  if (process.platform === "linux") {
    places.push(
      ["that the system keeps", () => "/proc", /\/proc cannot be used/],
      ["that the system does not make", () => "/proc/portcullis/data", /cannot be made/],
      ["below a device", () => "/dev/null/data", /cannot be made: a file is in its way/],
    );
  }
  it.each(places)("%s", async (_, place, words) => {
    const path = place();
    const modeOf = () => statSync(path || ".", { throwIfNoEntry: false })?.mode;
    const before =
      path.startsWith("/dev/null") || path.includes("file/below") || path.length > 300 ? undefined : modeOf();
    const { code, stderr } = await runCli(["dev", "--data-dir", path, ...PORTS]);
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/--data-dir/);
    expect(code).toBe(2);
    if (before !== undefined && !path.includes("half")) expect(modeOf()).toBe(before);
  });
});

describe.each(["dev", "migrate"])("%s, of a database", (name) => {
  const path = () => join(folder.path, `database-${name}`);
  const place = () => (name === "dev" ? ["--data-dir", path(), ...PORTS] : []);

  it("whose address is none ends with 2, says what one looks like, and makes nothing", async () => {
    for (const url of ["mysql://db.example/x", "sqlite:", "portcullis.db", ""]) {
      const { code, stderr } = await runCli([name, "--database-url", url, ...place()]);
      expect(stderr, url).toMatch(/sqlite:\/path\/to\/file\.db or postgres:\/\/|Give --database-url/);
      expect(code, url).toBe(2);
    }
    expect(existsSync(path())).toBe(false);
  });

  it("that does not answer ends with 3, and asks whether it is running", async () => {
    const { code, stderr } = await runCli([name, "--database-url", "postgres://x@127.0.0.1:1/x", ...place()]);
    expect(stderr).toContain("Is the database running?");
    expect(code).toBe(3);
    // What a second start needs to go on; of tools that never ran nothing.
    if (name === "dev") expect(readdirSync(path()).sort()).toEqual(["logs", "secrets.json"]);
  });
});

it("a data folder with somebody else's files keeps its mode, and what dev puts there is for its owner alone", async () => {
  const path = join(folder.path, "shared");
  mkdirSync(path, { mode: 0o755 });
  writeFileSync(join(path, "cat.jpg"), "");
  const other = await startDevInWords(["--data-dir", path, ...PORTS]);
  process.kill(other.pid, "SIGTERM");
  expect((await other.ended).code).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o755);
  const open = readdirSync(path).filter(
    (name) => name !== "cat.jpg" && (statSync(join(path, name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
});

it("SIGTERM to npx, which only reaches the shell between it and dev, stops dev and all that it started", async () => {
  const npx = await startDevUnderNpx(["--data-dir", join(folder.path, "npx"), ...PORTS]);
  process.kill(npx.shellPid, "SIGTERM");
  // Ended is when the last process that holds its output is gone.
  expect((await npx.ended).stderr).toContain("stopping");
});
