import { describe, expect, it } from "vitest";
import { readConfig } from "./config.js";

const wordsFor = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The settings were taken.");
};

describe("the control plane's settings", () => {
  it("have a default for everything, and count as not set when they are set to nothing", () => {
    const blank = { PORTCULLIS_PORT: "", PORTCULLIS_NO_MIGRATE: " ", PORTCULLIS_ENVIRONMENT: "" };
    expect(readConfig(blank)).toEqual(readConfig({}));
    expect(readConfig({})).toMatchObject({ port: 8080, migrate: true, production: false, publicNames: [] });
  });

  it.each([
    ["PORTCULLIS_PORT", "abc", "a port, or 0 for any free one, a whole number from 0 to 65535", "8080"],
    ["PORTCULLIS_PORT", "65536", "a port, or 0 for any free one, a whole number from 0 to 65535", "8080"],
    ["PORTCULLIS_PORT", "0x50", "a port, or 0 for any free one, a whole number from 0 to 65535", "8080"],
    ["PORTCULLIS_POOL_SIZE", "1", "connections, a whole number from 2 to 200", "10"],
    ["PORTCULLIS_CLOSE_AFTER_MS", "1.5", "milliseconds, a whole number of at least 0", "300000"],
    ["JWT_EXPIRY_MINUTES", "0", "minutes, a number above 0 and at most 1440", "15"],
    ["DECISION_GATHER_TOTAL_TIMEOUT", "-1", "seconds, a number above 0", "1.5"],
    ["PORTCULLIS_NO_MIGRATE", "maybe", "true or false", "true"],
    ["PORTCULLIS_ENVIRONMENT", "prod", "one of development, production", "development"],
    ["PORTCULLIS_LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent", "info"],
    [
      "PORTCULLIS_PUBLIC_NAMES",
      "https://a.example",
      "host names without scheme, port or path, separated by commas",
      "portcullis.example.com",
    ],
    [
      "PORTCULLIS_TRUSTED_PROXIES",
      "10.0.0.0/33",
      "addresses or blocks of them, separated by commas",
      "10.0.0.7,192.168.0.0/16",
    ],
  ])("%s=%s is refused with what it takes, what it was, and an example", (name, given, takes, example) => {
    expect(wordsFor({ [name]: given })).toBe(
      `Settings are wrong:\n  ${name}: must be ${takes}; it is "${given}". Example: ${example}`,
    );
  });

  it.each([
    ["JWT_SECRET_KEY", "too-short", "at least 32 characters"],
    ["INTERNAL_SECRET", "too-short", "at least 32 characters"],
    ["INTERNAL_SECRET_PREVIOUS", "too-short", "at least 32 characters"],
    ["PORTCULLIS_MASTER_KEY", "too-short", "32 bytes in base64"],
    ["PORTCULLIS_MASTER_KEY_PREVIOUS", "too-short", "32 bytes in base64"],
    ["DATABASE_URL", "mysql://a:too-short@b/c", "sqlite:/path/to/file.db or postgres://user:password@host:5432/name"],
  ])("%s is refused without its value, and set to nothing too", (name, given, takes) => {
    expect(wordsFor({ [name]: given })).toContain(`${name}: must be ${takes}; its value, of length ${given.length},`);
    expect(wordsFor({ [name]: given })).not.toContain("too-short");
    expect(wordsFor({ [name]: "" })).toContain(`${name}: must be ${takes}; it is set to nothing. Example: `);
  });

  it("that are wrong are all named at once; a value that is long enough for a secret is not repeated", () => {
    const words = wordsFor({ PORTCULLIS_PORT: "s".repeat(32), PORTCULLIS_POOL_SIZE: "many\u001b[2J" });
    expect(words).toContain("PORTCULLIS_PORT: must be a port");
    expect(words).toContain("it is a text of 32 characters");
    expect(words).toContain("it is a text of 8 characters");
  });

  it.each(["loopback", "10.0.0.7", "::1", "10.0.0.0/8,fd00::/8"])("take %s for a trusted proxy", (proxies) => {
    expect(readConfig({ PORTCULLIS_TRUSTED_PROXIES: proxies }).trustedProxies).toEqual(proxies.split(","));
  });
});
