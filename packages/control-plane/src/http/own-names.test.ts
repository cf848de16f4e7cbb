import { Refusal } from "@portcullis/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readConfig } from "../config.js";
import { createNameCheck } from "./own-names.js";

const isTaken = (settings: { host?: string; publicNames?: string[] }, host: string | undefined): boolean => {
  try {
    createNameCheck({ host: "127.0.0.1", publicNames: [], ...settings })(host === undefined ? {} : { host });
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "origin_refused") return false;
    throw error;
  }
};

const LOOPBACK = ["127.0.0.1", "localhost", "::1", "127.0.0.2"];
const FOREIGN = [
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil",
  "localhost.",
  "0.0.0.0",
  "[::]",
  "",
  "x@localhost",
];

it.each(LOOPBACK)("on %s loopback's names are taken with any port, and no other", (host) => {
  const bound = host.includes(":") ? `[${host}]` : host;
  for (const name of ["localhost", "LOCALHOST", "127.0.0.1", "[::1]", bound]) {
    for (const port of ["", ":8080"]) expect([name, isTaken({ host }, name + port)]).toEqual([name, true]);
  }
  for (const name of FOREIGN) {
    for (const port of ["", ":8080"]) expect([name, isTaken({ host }, name + port)]).toEqual([name, false]);
  }
});

it("configured names are taken beside loopback's, whatever their case", () => {
  for (const host of ["127.0.0.1", "0.0.0.0", "::", "10.0.0.7"]) {
    const settings = { host, publicNames: ["Portcullis.Example.com"] };
    for (const name of ["portcullis.example.com", "PORTCULLIS.example.com:443", "localhost:8080"]) {
      expect(isTaken(settings, name)).toBe(true);
    }
    for (const name of FOREIGN.filter((each) => each !== host && each !== `[${host}]`))
      expect(isTaken(settings, name)).toBe(false);
  }
});

it("on another address without configured names any name leads here", () => {
  for (const host of ["0.0.0.0", "::", "10.0.0.7", "portcullis.internal"])
    expect(isTaken({ host }, "any.example")).toBe(true);
});

it("a request without a Host is no browser's", () => expect(isTaken({}, undefined)).toBe(true));

it("no Host is taken on loopback that a browser would resolve by name to another machine", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), fc.webAuthority()), (host) => {
      if (!isTaken({}, host)) return;
      expect(["localhost", "127.0.0.1", "[::1]"]).toContain(new URL(`http://${host}`).hostname);
    }),
    { numRuns: 2000 },
  );
});

it("names with a scheme, a port or a path are refused at start", () => {
  const read = (names: string) => readConfig({ PORTCULLIS_PUBLIC_NAMES: names }).publicNames;
  expect(read(" a.example , b.example,[::1]")).toEqual(["a.example", "b.example", "[::1]"]);
  for (const wrong of ["https://a.example", "a.example:443", "a.example/x", "a b", "*"]) {
    expect(() => read(wrong)).toThrow("PORTCULLIS_PUBLIC_NAMES");
  }
});
