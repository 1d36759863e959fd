import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { claimDatabase, openInstanceSecrets, SecretKeyError } from "./index.ts";

const database = useDatabase();

const claim = (letter: string, holdsSealed: boolean) =>
  claimDatabase(database, {
    secrets: openInstanceSecrets({ dataDir: "/nowhere", key: letter.repeat(32) }),
    holdsSealed: async () => holdsSealed,
  });

test("all nodes of a database need the same secret key once data is sealed with it", async () => {
  await Promise.all([claim("a", false), claim("a", false)]);
  await claim("a", true);
  await expect(claim("b", true)).rejects.toThrow(SecretKeyError);
  await expect(claim("b", true)).rejects.toThrow(/^[^\n]*set SECRET_KEY to it[^\n]*$/);
  await claim("a", true);
});

test("the key may change until data is sealed", async () => {
  await claim("c", false);
  await claim("c", true);
  await expect(claim("a", true)).rejects.toThrow(SecretKeyError);
});
