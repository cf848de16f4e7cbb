// Ports of the loopback interface: a wish is checked before anything starts, so that the error names the option.

import { createServer } from "node:net";
import { usageError } from "../exit-codes.js";

/** The port that an option names; 0 stands for any free one. */
export function readPort(text: string, flag: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw usageError(`${flag} takes a port from 0 to 65535; 0 is any free one.`);
}

/** Throws when both options name the same port, and when something listens at one of them already. */
export async function requireFreePorts(controlPlanePort: number, sidecarPort: number): Promise<void> {
  if (controlPlanePort === sidecarPort && sidecarPort !== 0) {
    throw usageError(
      "--control-plane-port and --sidecar-port name the same port.",
      "Give one of them another; 0 is any free one.",
    );
  }
  await requireFreePort(controlPlanePort, "--control-plane-port");
  await requireFreePort(sidecarPort, "--sidecar-port");
}

async function requireFreePort(port: number, flag: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EADDRINUSE") {
      throw usageError(`Port ${port} is in use.`, `Stop what uses it, or give ${flag} another; 0 is any free one.`);
    }
    throw usageError(
      `Port ${port} cannot be opened (${code ?? String(error)}).`,
      `Give ${flag} another; 0 is any free one.`,
    );
  }
  await new Promise((resolve) => server.close(resolve));
}
