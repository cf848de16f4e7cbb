/**
 * Two projects. `unit` sits beside the code and runs in parallel; `system` starts real processes and is kept to two
 * files at a time, so that it fits a machine of two cores. Workspace packages resolve to their sources.
 */
import { defineConfig } from "vitest/config";

// Vitest hands these to Node for its test processes too, where "import" or "module" would break `require` of pg.
const conditions = ["portcullis-source", "node"];
const shared = {
  environment: "node",
  pool: "forks" as const,
  globalSetup: ["packages/testkit/src/vitest-global-setup.ts"],
  restoreMocks: true,
  unstubEnvs: true,
};

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
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
          testTimeout: 15_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "system",
          include: ["tests/**/*.test.ts", "examples/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
