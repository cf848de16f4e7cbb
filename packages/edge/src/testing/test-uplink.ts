// For tests: an uplink to a control plane of a few lines, over real HTTP, with a record buffer in a folder of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@portcullis/core";
import { afterEach, vi } from "vitest";
import { openRecordBuffer, type RecordBuffer } from "../buffer-sqlite/index.js";
import { createHttpUplink, type HttpUplink, type HttpUplinkOptions } from "../uplink/http-uplink.js";
import { EdgeServer } from "./edge-server.js";

export interface TestUplink {
  readonly server: EdgeServer;
  readonly buffer: RecordBuffer;
  readonly uplink: HttpUplink;
  readonly instance: string;
  /** The buffer's. */
  readonly folder: string;
  /** Ends the uplink without waiting for what it has to send, and everything else. */
  readonly close: () => Promise<void>;
}

export interface TestUplinkOptions extends Partial<HttpUplinkOptions> {
  /** What happened to the buffer's folder before it is opened. */
  readonly before?: (folder: string) => unknown;
}

export async function openTestUplink({ before, ...options }: TestUplinkOptions = {}): Promise<TestUplink> {
  const server = await new EdgeServer().start();
  const folder = mkdtempSync(join(tmpdir(), "portcullis-uplink-"));
  await before?.(folder);
  const instance = newId();
  const buffer = openRecordBuffer({ folder, instance });
  const uplink = createHttpUplink({
    controlPlaneUrl: server.url,
    apiKey: "acp_good",
    instance,
    home: "sidecar",
    buffer,
    ...options,
  });
  const close = async (): Promise<void> => {
    await uplink.close(0);
    buffer.close();
    rmSync(folder, { recursive: true, force: true });
    await server.close();
  };
  return { server, buffer, uplink, instance, folder, close };
}

/** Opens uplinks for the tests of a file, and closes each when its test has ended. */
export function useTestUplinks() {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });
  return {
    async setUp(options?: TestUplinkOptions): Promise<TestUplink> {
      const opened = await openTestUplink(options);
      cleanups.push(opened.close);
      return opened;
    },
    /** However slow the machine, no time passes between two questions then: what waits for one does not go alone. */
    stopTime(): void {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
      cleanups.push(() => vi.useRealTimers());
    },
    /** Calls back when the test has ended, before its uplinks are closed. */
    afterTest: (cleanup: () => unknown): void => void cleanups.push(cleanup),
  };
}

/** Unlike vi.waitFor, which lets time pass that was stopped. */
export async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
