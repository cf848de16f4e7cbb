// What empties or drops what a database without SQL holds, and what mappers do to one with it: wherever it is run, and nowhere else.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scan } from "../scan.js";

/** Calls that leave nothing: of clients, mappers, caches, indices and queues, in the languages that have them. */
const EMPTYING: readonly string[] = [
  "db.users.deleteMany({})",
  "db.users.drop()",
  "db.dropDatabase()",
  "db.users.remove({})",
  "db.users.updateMany({}, {$set: {role: 1}})",
  "db.users.deleteMany({_id: {$exists: true}})",
  "db.users.deleteMany({_id: {$ne: null}}, {comment: 1})",
  "db.users.bulkWrite([{deleteMany: {filter: {}}}])",
  "db.users.aggregate([{$match: {a: 1}}, {$out: 1}])",
  "db.runCommand({dropDatabase: 1})",
  "db.getSiblingDB(name).dropDatabase()",
  "client.shop.users.delete_many({})",
  "client.drop_database(name)",
  "coll.DeleteMany(ctx, bson.M{})",
  "mongoose.connection.dropDatabase()",
  "prisma.user.deleteMany()",
  "prisma.user.deleteMany({ where: {} })",
  "prisma.user.updateMany({ data: { role: 1 } })",
  "User.destroy({ where: {}, truncate: true })",
  "sequelize.sync({ force: true })",
  "sequelize.drop()",
  "knex(users).del()",
  "knex.table(users).truncate()",
  "dataSource.dropDatabase()",
  "dataSource.createQueryBuilder().delete().from(User).execute()",
  "dataSource.getRepository(User).clear()",
  "dsl.deleteFrom(USERS).execute()",
  "dsl.deleteFrom(USERS).where(true).execute()",
  "Order.objects.all().delete()",
  "session.query(User).delete()",
  "Base.metadata.drop_all(bind=engine)",
  "User.unscoped.delete_all",
  "User.destroy_all",
  "DB::table(users)->truncate()",
  "User::truncate()",
  "userRepository.deleteAll()",
  "db.Where(1 = 1).Delete(&User{})",
  "context.Users.ExecuteDelete()",
  "context.Database.EnsureDeletedAsync()",
  "redis.flushall()",
  "cache.flushDb()",
  "redis.call(FLUSHALL)",
  "es.indices.delete(index=orders)",
  "client.deleteByQuery({ index: orders, query: { match_all: {} } })",
  "admin.deleteTopics({ topics: [orders] })",
  "dynamo.delete_table(TableName=Users)",
  "client.send(new DeleteTableCommand({ TableName: Users }))",
  "chroma.delete_collection(name)",
];

/** The same with something that leaves rows out, or calls that share their names. */
const BOUNDED: readonly string[] = [
  "db.users.deleteMany({expired: true})",
  "db.users.deleteMany({_id: {$in: ids}})",
  "db.users.deleteOne({})",
  "db.users.remove({_id: 5})",
  "db.users.remove({}, true)",
  "db.users.updateMany({active: false}, {$set: {}})",
  "db.users.find({})",
  "db.users.dropIndex(name)",
  "db.users.aggregate([{$match: {}}, {$count: 1}])",
  "db.runCommand({ping: 1})",
  "coll.DeleteMany(ctx, bson.M{a: 1})",
  "prisma.user.deleteMany({ where: { id: 5 } })",
  "prisma.user.updateMany({ where: { id: 5 }, data: {} })",
  "User.destroy({ where: { id: 5 } })",
  "sequelize.sync({ alter: true })",
  "git.sync({ force: true })",
  "knex(users).where({ id: 5 }).del()",
  "dsl.deleteFrom(USERS).where(USERS.ID.eq(5)).execute()",
  "Order.objects.filter(id=5).delete()",
  "session.query(User).filter_by(id=5).delete()",
  "User.where(id: 5).delete_all",
  "post.comments.delete_all",
  "DB::table(users)->where(id, 5)->delete()",
  "db.Where(id, 5).Delete(&User{})",
  "db.Delete(&User{}, 10)",
  "context.Users.Where(x => x.Id == 5).ExecuteDelete()",
  "es.indices.create(index=orders)",
  "es.indices.delete(index=logs-2024.01.31)",
  "client.deleteByQuery({ query: { term: { a: 1 } } })",
  "redis.del(key)",
  "items.drop(3)",
  "frame.drop(columns=[a])",
  "map.clear()",
  "cache.delete(key)",
  "file.truncate()",
  "element.remove()",
  "stream.destroy()",
  "dropDatabase()",
  "deleteMany()",
];

const isFound = (payload: unknown): boolean => scan(payload).codes.includes("destructive_shell");

const RUN: Readonly<Record<string, (call: string) => unknown>> = {
  "as a query": (query) => ({ query }),
  "as a line of code": (call) => ({ code: `const done = 1;\n  await ${call};\nreturn done;` }),
  "in a list of statements": (call) => ({ statements: ["use shop", call] }),
  "by a client": (call) => ({ text: `mongosh shop --quiet --eval '${call}'` }),
  "by an interpreter": (call) => ({ text: `node -e "${call}"` }),
  "as all that a text says": (text) => ({ text }),
};

const SAID: Readonly<Record<string, (call: string) => unknown>> = {
  "in a file": (call) => ({ path: "a.test.ts", content: `beforeEach(async () => {\n  await ${call};\n});\n` }),
  "in a comment": (call) => ({ code: `// await ${call}\nreturn 1;` }),
  "as the pattern of a search": (call) => ({ command: `grep -rnF '${call}' src` }),
  "in the message of a commit": (call) => ({ command: `git commit -m '${call}'` }),
  "in a question": (call) => ({ query: `how do I use ${call} safely` }),
  "in a sentence": (call) => ({ text: `Call ${call} only in tests.` }),
};

describe("a call that empties a store", () => {
  for (const [place, run] of Object.entries(RUN)) {
    it(`is found ${place}`, () => {
      expect(EMPTYING.filter((call) => !isFound(run(call)))).toEqual([]);
    });

    it(`is told from one that leaves rows out ${place}`, () => {
      expect(BOUNDED.filter((call) => isFound(run(call)))).toEqual([]);
    });
  }

  for (const [place, say] of Object.entries(SAID)) {
    it(`is no finding ${place}`, () => {
      expect(EMPTYING.filter((call) => isFound(say(call)))).toEqual([]);
    });
  }

  it("is found as what a cluster, an account or a server of databases loses", () => {
    const text = "await 1; db.users.drop()";
    expect(scan({ code: text }).findings).toEqual([
      {
        code: "destructive_shell",
        severity: "high",
        score: 0.85,
        path: "/code",
        start: text.indexOf("db"),
        end: text.length,
        view: "plain",
        rule_id: "shell/infrastructure",
      },
    ]);
  });
});

describe("a document that tells a database to drop", () => {
  const DROPS: readonly unknown[] = [
    { command: { dropDatabase: 1 } },
    { command: { drop: "users", writeConcern: { w: 1 } } },
    { command: { delete: "users", deletes: [{ q: {}, limit: 0 }] } },
    { operation: "deleteMany", collection: "users" },
    { action: "delete_many", collection: "users", filter: "{}" },
    { op: "dropCollection", collection: "users" },
    { collection: "users", pipeline: [{ $match: {} }, { $out: "users" }] },
    { method: "DELETE", path: "/_all" },
    { method: "DELETE", url: "http://es:9200/logs-*" },
    { method: "POST", path: "/orders/_delete_by_query", body: { query: { match_all: {} } } },
  ];
  const OTHERS: readonly unknown[] = [
    { command: { ping: 1 } },
    { command: "SET", args: ["flushall", "1"] },
    { command: { drop: "a table lamp" } },
    { item: { drop: "users" } },
    { command: { delete: "users", deletes: [{ q: { _id: 5 }, limit: 1 }] } },
    { operation: "deleteMany", collection: "users", filter: { expired: true } },
    { operation: "deleteMany", ids: [1, 2] },
    { action: "drop", item: "lamp" },
    { collection: "users", pipeline: [{ $match: {} }, { $merge: "users" }] },
    { method: "DELETE", path: "/users/5" },
    { method: "DELETE", path: "/session" },
    { method: "DELETE", path: "/logs-2024.01.*" },
    { method: "POST", path: "/orders/_delete_by_query", body: { query: { term: { a: 1 } } } },
  ];

  it("is found in the payload, and as JSON in a string", () => {
    expect(DROPS.filter((payload) => !isFound(payload))).toEqual([]);
    expect(DROPS.filter((payload) => !isFound({ query: JSON.stringify(payload) }))).toEqual([]);
  });

  it("is told from others", () => {
    expect(OTHERS.filter((payload) => scan(payload).codes.length > 0)).toEqual([]);
    expect(OTHERS.filter((payload) => scan({ query: JSON.stringify(payload) }).codes.length > 0)).toEqual([]);
  });

  it("is looked for in no value without end", () => {
    const circle: { filter?: unknown } & Record<string, unknown> = { operation: "deleteMany", collection: "a" };
    circle.filter = { a: circle };
    expect(isFound(circle)).toBe(false);
  });
});

describe("a request that empties a store", () => {
  it.each([
    "FLUSHALL",
    "flushdb async",
    "SET a 1\nFLUSHDB\n",
    "DELETE /orders",
    "DELETE /logs-*?expand_wildcards=all",
    "DELETE _all",
    'POST /orders/_delete_by_query\n{ "query": { "match_all": {} } }',
    "POST /orders/_delete_by_query?q=*:*",
  ])("is found where it is run: %s", (command) => {
    expect(isFound({ command })).toBe(true);
  });

  it.each([
    "GET flushall",
    "DELETE /orders/_doc/5",
    "DELETE /logs-2024.01.31",
    "DELETE /orders/_search/scroll",
    'POST /orders/_delete_by_query\n{ "query": { "term": { "user": "x" } } }',
    'POST /orders/_search\n{ "query": { "match_all": {} } }',
  ])("is told from %s", (command) => {
    expect(scan({ command }).codes).toEqual([]);
  });
});

describe("arguments that were written before the rules for stores", () => {
  interface Arguments {
    readonly destructive: readonly unknown[];
    readonly harmless: readonly unknown[];
  }
  const { looked_at, kept_aside } = JSON.parse(
    readFileSync(new URL("../testdata/store-arguments.json", import.meta.url), "utf8"),
  ) as Record<"looked_at" | "kept_aside", Arguments>;
  const countOf = (payloads: readonly unknown[]): number =>
    payloads.filter((payload) =>
      scan(payload).codes.some((code) => code === "destructive_sql" || code === "destructive_shell"),
    ).length;

  it("are found if they destroy, but for what git does to one branch and a table that is detached", () => {
    expect(looked_at.destructive.length - countOf(looked_at.destructive)).toBeLessThanOrEqual(3);
    expect(kept_aside.destructive.length - countOf(kept_aside.destructive)).toBeLessThanOrEqual(7);
  });

  it("are left alone if they do not", () => {
    expect(countOf(looked_at.harmless)).toBe(0);
    expect(countOf(kept_aside.harmless)).toBe(0);
  });
});
