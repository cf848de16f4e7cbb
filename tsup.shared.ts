/**
 * The one build of libraries: every source file becomes one ES module beside its types, so that `import.meta.url`, worker
 * threads and asset paths mean the same in `src` and in `dist`. Types come from `tsc -b`. Programs: rolldown.shared.ts.
 * What a package offers to others is its exports map; an entry there without a source stops the build.
 */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "tsup";
import { AT_BUILD, evaluateAtBuild } from "./at-build.shared.js";

/** An exports map or a part of it: conditions and entries nest, files are the leaves. */
type ExportTarget = string | { [condition: string]: ExportTarget };

/** Build of the package in the current folder. Files under `src` that are not TypeScript are copied as they are. */
export function packageBuild() {
  requireExportSources();
  return defineConfig({
    entry: ["src/**/*.ts", "!src/**/*.test.ts", "!src/**/*.d.ts", "!src/**/*.at-build.ts"],
    outDir: "dist",
    format: "esm",
    target: "node20.19",
    platform: "node",
    bundle: false,
    splitting: false,
    removeNodeProtocol: false,
    sourcemap: true,
    dts: false,
    clean: false,
    silent: true,
    onSuccess: writeOtherFiles,
  });
}

function requireExportSources(): void {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { name: string; exports?: ExportTarget };
  const missing = listTargets(manifest.exports ?? {}).filter(
    (target) => /^\.\/src\//.test(target) && !existsSync(target),
  );
  if (missing.length > 0) throw new Error(`${manifest.name}: its exports name ${missing.join(", ")}, missing.`);
}

function listTargets(target: ExportTarget): string[] {
  return typeof target === "string" ? [target] : Object.values(target).flatMap((entry) => listTargets(entry));
}

/** Assets as they are, and what is evaluated now: a source map of that would be a copy of it, and say nothing. */
async function writeOtherFiles(): Promise<void> {
  for (const file of readdirSync("src", { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const source = join(file.parentPath, file.name);
    const target = join("dist", source.slice("src/".length));
    if (AT_BUILD.test(file.name)) writeFileSync(target.replace(/ts$/, "js"), (await evaluateAtBuild(source)).code);
    else if (!/\.tsx?$/.test(file.name)) cpSync(source, target);
  }
}
