/**
 * Two projects: `unit` sits beside the code, `system` starts real processes. Both are kept to three files at a time, so that
 * they fit a machine of two cores. Workspace packages resolve to their sources.
 */
import { defineConfig } from "vitest/config";
import { FileOrder } from "./tests/file-order.js";

// Vitest hands these to Node for its test processes too, where "import" or "module" would break `require` of pg.
const conditions = ["portcullis-source", "node"];
const shared = {
  environment: "node",
  pool: "forks" as const,
  globalSetup: ["packages/testkit/src/vitest-global-setup.ts"],
  setupFiles: ["tests/property-seed.ts", "packages/testkit/src/cheap-hashes.ts"],
  // One more than the cores: for a quarter of its time a file waits, for a process, a database or a moment. Vitest's own choice is
  // one less.
  maxWorkers: 3,
  // Files of a worker share what they import, which takes longer than most of them; none of them mocks a module.
  isolate: false,
  restoreMocks: true,
  // Guards against a hang, no measure of speed: above the minutes for which a test waits for one event after the other, so that
  // on a busy machine the wait that was in vain tells what for.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // An event that is awaited comes when the machine lets it; the second that vitest allows is no fact of ours.
  expect: { poll: { timeout: 20_000 } },
  unstubEnvs: true,
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { sequencer: FileOrder },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts", "packages/testkit/**"],
    },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["packages/*/src/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "system",
          include: ["tests/**/*.test.ts", "examples/**/*.test.ts"],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
