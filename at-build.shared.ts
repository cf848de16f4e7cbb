/**
 * Modules named `*.at-build.ts` are evaluated when a package is built: what they export, all of it JSON, stands in the output in
 * place of their code, so that no process computes it again. From sources they are modules like any other.
 */
import { rolldown } from "rolldown";

export const AT_BUILD = /\.at-build\.ts$/;

/** What stands in place of one. Its source map says that no line of it is of a source. */
export async function evaluateAtBuild(file: string): Promise<{ code: string; map: { mappings: "" } }> {
  const bundle = await rolldown({ input: file, platform: "node", resolve: { conditionNames: ["portcullis-source"] } });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const values: Record<string, unknown> = await import(
    `data:text/javascript;base64,${Buffer.from(output[0].code).toString("base64")}`
  );
  const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  return { code: lines.join(""), map: { mappings: "" } };
}
