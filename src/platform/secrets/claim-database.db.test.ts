import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { adoptKey, claimDatabase, openInstanceSecrets, otherKey, SecretKeyError } from "./index.ts";

const database = useDatabase();
beforeEach(() => database.pool.query("DELETE FROM instance_key"));

const secretsOf = (letter: string) => openInstanceSecrets({ dataDir: "/nowhere", key: letter.repeat(32) });
const claim = (letter: string) => claimDatabase(database, secretsOf(letter));

test("all nodes of a database need the same secret key", async () => {
  await Promise.all([claim("a"), claim("a")]);
  await expect(claim("b")).rejects.toThrow(SecretKeyError);
  await expect(claim("b")).rejects.toThrow(
    /^[^\n]*set SECRET_KEY to that key[^\n]*posthouse admin adopt-key$/,
  );
  await claim("a");
});

test("of nodes with several keys that start at once on an empty database, those with one key go on", async () => {
  const keys = ["a", "b", "c", "d", "a", "b", "c", "d"];
  const claims = await Promise.allSettled(keys.map(claim));
  const won = new Set(keys.filter((_, index) => claims[index]?.status === "fulfilled"));
  expect(won.size).toBe(1);
  for (const key of ["a", "b", "c", "d"])
    expect((await otherKey(database, secretsOf(key))) === null).toBe(won.has(key));
});

test("a running node learns that the database got another key", async () => {
  await claim("a");
  expect(await otherKey(database, secretsOf("a"))).toBeNull();
  expect(await adoptKey(database.db, secretsOf("b"))).toBe(true);
  expect(await adoptKey(database.db, secretsOf("b"))).toBe(false);
  expect(await otherKey(database, secretsOf("a"))).toContain("belongs to another secret key");
});
