import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readSession, writeSession } from "./session-store.js";

let folder: TempFolder;
beforeEach(async () => {
  folder = await makeTempFolder("session");
});
afterEach(() => folder.remove());

const SESSION = {
  url: "http://127.0.0.1:8080",
  tenant_id: "6f1f1f0e-8f0e-4a53-9d9d-111111111111",
  email: "ada@example.com",
  role: "ADMIN",
  access_token: "t",
  expires_at: 1,
};

it("a login is kept in one file, and one that cannot be written leaves nothing beside it", () => {
  const env = { PORTCULLIS_HOME: folder.path };
  writeSession(env, SESSION);
  expect(readSession(env)).toEqual(SESSION);
  expect(readdirSync(folder.path)).toEqual(["session.json"]);
  const taken = join(folder.path, "taken");
  mkdirSync(join(taken, "session.json"), { recursive: true });
  expect(() => writeSession({ PORTCULLIS_HOME: taken }, SESSION)).toThrow();
  expect(readdirSync(taken)).toEqual(["session.json"]);
});
