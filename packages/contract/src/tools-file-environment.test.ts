import { describe, expect, it } from "vitest";
import { toolsFile } from "./tools-file.js";
import { expandEnvironment } from "./tools-file-environment.js";

describe("the environment in a tools file", () => {
  it("is put in at every place, and names all that is missing", () => {
    const ref = (name: string) => `\${${name}}`;
    const file = toolsFile.parse({
      tools: [{ name: "t", url: `${ref("HOST")}/x`, headers: { authorization: `Bearer ${ref("KEY")}` } }],
      mcp_servers: {
        a: { command: ref("BIN"), args: [`--k=${ref("KEY")}`], env: { K: ref("KEY") } },
        b: { url: ref("HOST") },
      },
    });
    const env = { HOST: "https://h", KEY: "k$1", BIN: "bin" };
    expect(expandEnvironment(file, env)).toMatchObject({
      tools: [{ url: "https://h/x", headers: { authorization: "Bearer k$1" } }],
      mcp_servers: { a: { command: "bin", args: ["--k=k$1"], env: { K: "k$1" } }, b: { url: "https://h" } },
    });
    expect(() => expandEnvironment(file, { HOST: "h" })).toThrow("BIN, KEY");
  });
});
