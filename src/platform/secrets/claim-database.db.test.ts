import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { type Database, openDatabase } from "../db/index.ts";
import { claimDatabase, openInstanceSecrets, SecretKeyError } from "./index.ts";

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  database = openDatabase(created.connectionString, { max: 4 });
});
afterAll(async () => {
  await database.close();
  await drop();
});

const claim = (letter: string, holdsSealed: boolean) =>
  claimDatabase(database, {
    secrets: openInstanceSecrets({ dataDir: "/nowhere", key: letter.repeat(32) }),
    holdsSealed: async () => holdsSealed,
  });

test("all nodes of a database need the same secret key once data is sealed with it", async () => {
  await Promise.all([claim("a", false), claim("a", false)]);
  await claim("a", true);
  await expect(claim("b", true)).rejects.toThrow(SecretKeyError);
  await expect(claim("b", true)).rejects.toThrow(/^[^\n]*set SECRET_KEY to that key[^\n]*$/);
  await claim("a", true);
});

test("the key may change until data is sealed", async () => {
  await claim("c", false);
  await claim("c", true);
  await expect(claim("a", true)).rejects.toThrow(SecretKeyError);
});
