/**
 * Who may import whom. Each package's list of allowed packages is the architecture; a new arrow in the picture is a
 * change of this file and of docs/architecture.md together. Tests and build scripts are freer: see `product`.
 */

/** Code that ships: sources of packages, without tests and without the private testkit. */
const product = (name) => ({ path: `^packages/${name}/src/`, pathNot: "\\.test\\.ts$" });
const sources = (...names) => `^packages/(${names.join("|")})/src/`;

/** `name` reaches no workspace package but those listed. */
const mayReach = (name, allowed, comment) => ({
  name: `${name}-may-reach`,
  severity: "error",
  comment,
  from: product(name),
  to: { path: "^(packages|examples|tests|bench)/", pathNot: [sources(name, ...allowed)] },
});

/** Folders of `root` from the bottom up: each knows those before it, and neither those behind it nor the files on top. */
const layered = (root, folders, top, comment) =>
  folders.map((folder, at) => ({
    name: `${root.split("/").at(-1)}-${folder}-knows-nothing-above`,
    severity: "error",
    comment,
    from: { path: `^packages/${root}/${folder}/`, pathNot: "\\.test\\.ts$|-fixture\\.ts$" },
    to: { path: `^packages/${root}/((${[...folders.slice(at + 1), "testing"].join("|")})/|(${top})\\.ts)` },
  }));

const sqlite = "/node_modules/better-sqlite3(-node22)?/|^better-sqlite3(-node22)?$";
const drivers = "/node_modules/(better-sqlite3|pg)/|^(better-sqlite3|pg)$";

module.exports = {
  forbidden: [
    mayReach("contract", [], "The contract is the one source: it needs zod and nothing else."),
    {
      name: "contract-needs-zod-only",
      severity: "error",
      from: product("contract"),
      to: { pathNot: [sources("contract"), "/node_modules/zod/"] },
    },
    mayReach("core", [], "Core is pure."),
    {
      name: "core-needs-noble-and-crypto-only",
      severity: "error",
      from: product("core"),
      to: { pathNot: [sources("core"), "/node_modules/@noble/", "^(node:)?crypto$"] },
    },
    mayReach("edge", ["contract", "core"], "The edge is embedded by the SDK, so it must never know the SDK."),
    {
      name: "detection-imports-nothing",
      severity: "error",
      comment: "The scanner and redactor run centrally and in the CLI as well.",
      from: { path: "^packages/edge/src/detection/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^packages/edge/src/detection/" },
    },
    ...layered(
      "edge/src",
      ["http", "tenant", "inspection", "calls", "stages"],
      "pipeline|outcome|edge",
      "What a stage uses stands without the stages, and so on down to the bytes of a request.",
    ),
    ...layered(
      "control-plane/src/decision",
      ["policy", "judging", "facts", "inputs", "batch", "calls"],
      "service|job-runner|writer|batch-memory",
      "Judging is pure; a batch knows no calls; a call knows no queue.",
    ),
    mayReach("sdk", ["core", "edge"], "The SDK carries generated types of the contract, not the contract and not zod."),
    {
      name: "sdk-has-no-zod",
      severity: "error",
      from: product("sdk"),
      to: { path: "/node_modules/zod/" },
    },
    {
      name: "sdk-reaches-edge-only-when-embedded",
      severity: "error",
      from: { path: "^packages/sdk/src/", pathNot: ["^packages/sdk/src/embedded/", "\\.test\\.ts$"] },
      to: { path: ["^packages/edge/", "^packages/sdk/src/embedded/"] },
    },
    mayReach("sidecar", ["contract", "core", "edge"]),
    mayReach("control-plane", ["contract", "core", "edge"]),
    {
      name: "control-plane-has-no-edge-buffer",
      severity: "error",
      comment: "Its own /execute appends directly: no disk buffer, no uplink.",
      from: product("control-plane"),
      to: { path: "^packages/edge/src/(buffer-sqlite|uplink)/" },
    },
    mayReach("cli", ["sdk", "contract", "core", "edge"], "It starts sidecar and control plane as processes."),
    {
      name: "cli-reaches-detection-and-files-only",
      severity: "error",
      from: product("cli"),
      to: {
        path: "^packages/edge/src/",
        pathNot:
          "^packages/edge/src/(detection/|(make-folders|read-fault|server-flags|sqlite-driver|tools-file|version)\\.ts)",
      },
    },
    {
      name: "domains-meet-at-their-index",
      severity: "error",
      from: { path: "^packages/control-plane/src/domains/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^packages/control-plane/src/domains/",
        pathNot: ["^packages/control-plane/src/domains/$1/", "^packages/control-plane/src/domains/[^/]+/index\\.ts$"],
      },
    },
    {
      name: "api-is-on-top",
      severity: "error",
      comment: "Database, keys, ledger, tokens and decisions know nothing of the API in front of them.",
      from: { path: "^packages/control-plane/src/(db|keys|ledger|tokens|decision)/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/control-plane/src/(domains|http)/" },
    },
    {
      name: "dialects-name-the-drivers",
      severity: "error",
      from: {
        path: "^packages/control-plane/src/",
        pathNot: ["^packages/control-plane/src/db/dialects/", "\\.test\\.ts$"],
      },
      to: { path: drivers },
    },
    {
      name: "edge-names-sqlite-in-its-driver-and-buffer-only",
      severity: "error",
      from: {
        path: "^packages/edge/src/",
        pathNot: ["^packages/edge/src/(buffer-sqlite/|sqlite-driver\\.ts)", "\\.test\\.ts$"],
      },
      to: { path: drivers },
    },
    {
      name: "sqlite-is-loaded-by-its-driver",
      severity: "error",
      comment: "Tests too: the version that an import names may end the process on another Node. Types are free.",
      from: {},
      to: { path: sqlite, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "testkit-from-tests-only",
      severity: "error",
      from: { path: "^(packages|examples)/", pathNot: ["^packages/testkit/", "\\.test\\.ts$"] },
      to: { path: "^packages/testkit/" },
    },
    {
      name: "no-test-is-imported",
      severity: "error",
      from: {},
      to: { path: "\\.test\\.ts$" },
    },
    {
      name: "examples-use-the-sdk",
      severity: "error",
      from: { path: "^examples/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/", pathNot: "^packages/sdk/src/" },
    },
    {
      name: "no-cycles",
      severity: "error",
      comment: "Of types neither: each file can be read with those below it alone.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-undeclared-packages",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["npm-peer"] },
    },
    { name: "no-broken-imports", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsConfig: { fileName: "tsconfig.test.json" },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["portcullis-source", "types", "import", "node", "default"],
    },
  },
};
