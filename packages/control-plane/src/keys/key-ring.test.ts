import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBase64, jwkThumbprint } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, describe, expect, it } from "vitest";
import { openStore } from "../db/open.js";
import type { KeyRing } from "./key-ring.js";
import { makeMasterKey, readMasterKey } from "./master-key.js";
import { type KeySettings, openKeyRing } from "./open-key-ring.js";
import { rotateRowKey } from "./rotate-row-key.js";
import { openSealed, sealSecret } from "./sealed.js";

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "portcullis-keys-"));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const settingsIn = (dataDir: string): KeySettings => ({
  masterKey: undefined,
  masterKeyPrevious: undefined,
  dataDir,
  jwtSecret: undefined,
  internalSecret: undefined,
  internalSecretPrevious: undefined,
});

eachDatabase("key ring", (database) => {
  it("replicas that start at the same moment share one row key and the same secrets, also after a restart", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 6, migrate: true });
    const settings = settingsIn(newFolder());
    const rings = await Promise.all(Array.from({ length: 5 }, () => openKeyRing(store, settings)));
    rings.push(await openKeyRing(store, settings));
    expect(new Set(rings.map((ring) => ring.rowSigner.fingerprint)).size).toBe(1);
    expect(new Set(rings.map((ring) => Buffer.from(ring.tokenSecret).toString("hex"))).size).toBe(1);
    expect(new Set(rings.map((ring) => ring.internalSecrets.join())).size).toBe(1);
    await store.close();
  });

  it("of control planes with folders of their own that start together one makes a master key, and the others make nothing and say so", async () => {
    for (let round = 0; round < 5; round++) {
      const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 6, migrate: true });
      const folders = Array.from({ length: 5 }, newFolder);
      const opened = await Promise.allSettled(folders.map((folder) => openKeyRing(store, settingsIn(folder))));
      const withKey = folders.filter((_, index) => opened[index]?.status === "fulfilled");
      expect(withKey).toHaveLength(1);
      for (const one of opened.filter((each) => each.status === "rejected")) {
        expect(String(one.reason)).toMatch(
          /The master key is missing: .* all control planes of a database have one key/,
        );
      }
      expect(folders.filter((folder) => readdirSync(folder).length > 0)).toEqual(withKey);
      await store.close();
    }
  });

  it("of control planes that are told the same key before, and each to have a new one, one makes it", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 6, migrate: true });
    const first = encodeBase64(new Uint8Array(32).fill(1));
    await openKeyRing(store, { ...settingsIn(""), masterKey: first });
    const folders = Array.from({ length: 5 }, newFolder);
    const told = folders.map((folder) => ({ ...settingsIn(folder), masterKeyPrevious: first }));
    const opened = await Promise.allSettled(told.map((settings) => openKeyRing(store, settings)));
    const withKey = folders.filter((_, index) => opened[index]?.status === "fulfilled");
    expect(withKey).toHaveLength(1);
    expect(folders.filter((folder) => readdirSync(folder).length > 0)).toEqual(withKey);
    await store.close();
  });

  it("no private key or secret is in the database in the clear, and another master key opens nothing", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 3, migrate: true });
    const ring = await openKeyRing(store, settingsIn(newFolder()));
    const stored = await store.platform("signing keys and secrets", async ({ query }) =>
      JSON.stringify([
        await query.selectFrom("secrets").selectAll().execute(),
        await query.selectFrom("signing_keys").selectAll().execute(),
      ]),
    );
    expect(stored).not.toContain(ring.internalSecrets[0]);
    expect(stored).not.toContain(Buffer.from(ring.tokenSecret).toString("base64"));
    const another = encodeBase64(new Uint8Array(32));
    await expect(openKeyRing(store, { ...settingsIn(""), masterKey: another })).rejects.toThrow(/another master key/);
    await store.close();
  });

  it("a lost master key is missed by whatever opens the keys, nothing is made, and with the file back all is as it was", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 3, migrate: true });
    const settings = settingsIn(newFolder());
    const before = await openKeyRing(store, settings);
    const parent = newFolder();
    for (const masterKeyPrevious of [undefined, encodeBase64(new Uint8Array(32))]) {
      const lost = { ...settingsIn(join(parent, "data")), masterKeyPrevious };
      for (const open of [openKeyRing, rotateRowKey]) {
        await expect(open(store, lost)).rejects.toThrow(
          /^The master key is missing: .*data\/master\.key\. Put that file back .* set PORTCULLIS_MASTER_KEY /,
        );
        expect(readdirSync(parent)).toEqual([]);
      }
    }
    copyFileSync(join(settings.dataDir, "master.key"), join(parent, "master.key"));
    expect((await openKeyRing(store, settingsIn(parent))).publicKeys()).toEqual(before.publicKeys());
    await store.close();
  });

  it("a master key that was moved away and told as the one before is followed by a new file", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 3, migrate: true });
    const settings = settingsIn(newFolder());
    const before = await openKeyRing(store, settings);
    const masterKeyPrevious = readFileSync(join(settings.dataDir, "master.key"), "utf8").trim();
    const next = settingsIn(newFolder());
    await openKeyRing(store, { ...next, masterKeyPrevious });
    expect((await openKeyRing(store, next)).internalSecrets).toEqual(before.internalSecrets);
    await expect(openKeyRing(store, settings)).rejects.toThrow(/another master key/);
    await store.close();
  });

  it("what one master key sealed opens with the next, where that was told of it, and with the first no more", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 6, migrate: true });
    const [first, next] = [1, 2].map((byte) => encodeBase64(new Uint8Array(32).fill(byte)));
    const settings = { ...settingsIn(newFolder()), masterKey: first };
    const before = await openKeyRing(store, settings);
    await rotateRowKey(store, settings);
    await before.refresh();
    const told = { ...settings, masterKey: next, masterKeyPrevious: first };
    const replicas = await Promise.all([openKeyRing(store, told), openKeyRing(store, told)]);
    const after = await openKeyRing(store, { ...settings, masterKey: next });
    const facts = ({ publicKeys, rowSigner, tokenSecretId, internalSecrets }: KeyRing) => [
      publicKeys(),
      rowSigner.fingerprint,
      tokenSecretId,
      internalSecrets,
    ];
    for (const ring of [...replicas, after]) {
      expect(facts(ring)).toEqual(facts(before));
      for (const { jwk } of ring.publicKeys()) expect(ring.signerOf(jwkThumbprint(jwk))).not.toBeNull();
    }
    await expect(openKeyRing(store, settings)).rejects.toThrow(/another master key/);
    // One that runs still has what it had.
    await before.refresh();
    expect(facts(before)).toEqual(facts(after));
    await store.close();
  });

  it("another master key makes no row key, which no control plane could open", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 3, migrate: true });
    const settings = settingsIn(newFolder());
    const before = await openKeyRing(store, settings);
    const another = encodeBase64(new Uint8Array(32));
    await expect(rotateRowKey(store, { ...settings, masterKey: another })).rejects.toThrow(/another master key/);
    expect((await openKeyRing(store, settings)).publicKeys()).toEqual(before.publicKeys());
    await store.close();
  });

  it("secrets of the environment win over the generated ones", async () => {
    const store = await openStore({ databaseUrl: await database.createAnother(), poolSize: 3, migrate: true });
    const ring = await openKeyRing(store, {
      ...settingsIn(newFolder()),
      jwtSecret: "j".repeat(32),
      internalSecret: "a".repeat(32),
      internalSecretPrevious: "b".repeat(32),
    });
    expect(new TextDecoder().decode(ring.tokenSecret)).toBe("j".repeat(32));
    expect(ring.internalSecrets).toEqual(["a".repeat(32), "b".repeat(32)]);
    await store.close();
  });
});

describe("master key", () => {
  it("is made once, for its owner alone, and read again", () => {
    const dataDir = newFolder();
    const first = makeMasterKey(dataDir);
    expect(makeMasterKey(dataDir)).toEqual(first);
    expect(readMasterKey({ masterKey: undefined, dataDir })).toEqual(first);
    expect(readdirSync(dataDir)).toEqual(["master.key"]);
    expect(statSync(join(dataDir, "master.key")).mode & 0o777).toBe(0o600);
  });

  it("a malformed one is refused with its place and never replaced", () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, "master.key"), "short");
    expect(() => readMasterKey({ masterKey: undefined, dataDir })).toThrow(/master\.key must hold 32 bytes/);
    expect(() => readMasterKey({ masterKey: "c2hvcnQ=", dataDir })).toThrow(/PORTCULLIS_MASTER_KEY must hold 32 bytes/);
  });
});

describe("sealed secrets", () => {
  const key = new Uint8Array(32).fill(7);
  const secret = new TextEncoder().encode("secret");

  it("open with their key and name, and differ each time", () => {
    const sealed = sealSecret(key, "a", secret);
    expect(openSealed(key, "a", sealed)).toEqual(secret);
    expect(sealSecret(key, "a", secret)).not.toBe(sealed);
  });

  it("do not open under another name, with another key, or changed", () => {
    const sealed = sealSecret(key, "a", secret);
    const changed = `${sealed.slice(0, -8)}${sealed.at(-8) === "A" ? "B" : "A"}${sealed.slice(-7)}`;
    for (const [withKey, name, text] of [
      [key, "b", sealed],
      [new Uint8Array(32), "a", sealed],
      [key, "a", changed],
      [key, "a", "v1.AAAA"],
      [key, "a", sealed.slice(3)],
    ] as const) {
      expect(() => openSealed(withKey, name, text)).toThrow(/another master key/);
    }
  });
});
