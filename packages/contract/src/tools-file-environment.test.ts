import fc from "fast-check";
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

  it("gives no tool and no server a URL that no request can have, and tells which, not what it is", () => {
    const callable = fc.constantFrom("https://h/x", "http://127.0.0.1:8080/", "HTTPS://h");
    const other = fc.oneof(
      fc.constantFrom(
        "ftp://h/x",
        "file:///etc/passwd",
        "ws://h",
        "javascript:1",
        "//h/x",
        "/x",
        "h/x",
        "http://",
        "",
        "http://ada@h/",
        "https://ada:secret-host@h/x",
        "http://:secret-host@h",
      ),
      fc.stringMatching(/^[a-z][a-z0-9+.-]{1,8}$/).map((scheme) => `${scheme}s3://secret-host/x`),
    );
    const urls = fc.array(
      fc.oneof(
        callable.map((url) => ({ url, isGood: true })),
        other.map((url) => ({ url, isGood: false })),
      ),
    );
    fc.assert(
      fc.property(urls, urls, (tools, servers) => {
        const env = Object.fromEntries([...tools, ...servers].map(({ url }, index) => [`U${index}`, url]));
        const ref = (index: number) => `\${U${index}}`;
        const file = toolsFile.parse({
          tools: tools.map((_, index) => ({ name: `t${index}`, url: ref(index) })),
          mcp_servers: Object.fromEntries(servers.map((_, index) => [`s${index}`, { url: ref(tools.length + index) }])),
        });
        const wrong = [
          ...tools.flatMap(({ isGood }, index) => (isGood ? [] : [`the url of the tool t${index}:`])),
          ...servers.flatMap(({ isGood }, index) => (isGood ? [] : [`the url of the MCP server s${index}:`])),
        ];
        const message = messageOf(() => expandEnvironment(file, env));
        expect(message.match(/the url of .*?:/g) ?? []).toEqual(wrong);
        expect(message).not.toContain("secret-host");
      }),
    );
  });
});

describe("names in a tools file", () => {
  const read = (...names: string[]) =>
    expandEnvironment(
      toolsFile.parse({
        tools: names.map((name) => ({ name, url: "https://h" })),
        mcp_servers: { files: { command: "serve" }, web: { url: "https://h" } },
      }),
      {},
    );

  it.each(["files.read", "web.a.b", " Files.Read ", "ﬁles.read", "fıles.read", "FILEſ.read", "files．read", "files."])(
    "%j is no tool's beside the MCP server whose tools are named so: a call could mean either",
    (name) => {
      expect(messageOf(() => read("other", name))).toMatch(
        /the tool .*: names that begin with (files|web)\. are those/,
      );
    },
  );

  it("may be a server's own, or begin like it", () => {
    const names = ["files", "filesystem.read", "my.files", "files-read", "toString.call"];
    expect(read(...names).tools.map(({ name }) => name)).toEqual(names);
  });
});

describe("headers in a tools file", () => {
  it.each(["mcp-session-id", "Mcp-Protocol-Version", "LAST-EVENT-ID", "Connection", "content-length", "Upgrade"])(
    "are not those that an MCP connection sets itself: %s",
    (name) => {
      const file = toolsFile.parse({ mcp_servers: { own: { url: "https://h", headers: { [name]: "1" } } } });
      expect(() => expandEnvironment(file, {})).toThrow(`the header ${name} of the MCP server own: it is set for each`);
    },
  );

  it("of an MCP server may be any others", () => {
    const headers = {
      authorization: "Bearer k",
      accept: "application/json, text/event-stream",
      "x-key": "1",
      host: "h",
    };
    const file = toolsFile.parse({ mcp_servers: { own: { url: "https://h", headers } } });
    expect(expandEnvironment(file, {})).toMatchObject({ mcp_servers: { own: { headers } } });
  });

  it("are such that a request can carry them; else their name is told and not what they hold", () => {
    const name = fc.constantFrom("authorization", "x-key", "x key", "", "naïve", "a:b");
    const value = fc.constantFrom("Bearer hunter2", "hunter2\nx: y", "hunter2\r\n", "hunter2 \u{1F511}", "");
    fc.assert(
      fc.property(fc.dictionary(name, value), fc.boolean(), (headers, isTool) => {
        const place = { url: "https://h", headers };
        const file = isTool ? { tools: [{ name: "p", ...place }] } : { mcp_servers: { p: place } };
        const message = messageOf(() => expandEnvironment(toolsFile.parse(file), {}));
        const owner = isTool ? "the tool p" : "the MCP server p";
        for (const [name, value] of Object.entries(headers)) {
          const isSendable = canSend(place.url, name, value);
          expect(message.includes(`the header ${name} of ${owner}:`)).toBe(!isSendable);
        }
        expect(message).not.toContain("hunter2");
      }),
    );
  });
});

function canSend(url: string, name: string, value: string): boolean {
  try {
    return new Request(url, { headers: { [name]: value } }) !== undefined;
  } catch {
    return false;
  }
}

/** What is thrown; empty when nothing is. */
function messageOf(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
