import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useApi } from "../../test/harness/api.ts";
import { keyCaller } from "../../test/harness/api-caller.ts";
import { nodePath } from "../../test/harness/node-path.ts";
import { claimDatabase, openInstanceSecrets } from "../platform/secrets/index.ts";
import { dependsOnKey } from "./prepare.ts";

const api = useApi();

const secretsOf = (letter: string) => openInstanceSecrets({ dataDir: "/nowhere", key: letter.repeat(32) });
const claim = (letter: string) =>
  claimDatabase(api.database, {
    secrets: secretsOf(letter),
    holdsSealed: () => dependsOnKey(api.database),
  });

test("an authenticator depends on the secret key", async () => {
  expect(await dependsOnKey(api.database)).toBe(false);
  await api.database.pool.query(
    "INSERT INTO authenticators (person_id, secret_sealed) SELECT id, 'sealed' FROM people LIMIT 1",
  );
  expect(await dependsOnKey(api.database)).toBe(true);
  await api.database.pool.query("DELETE FROM authenticators");
  expect(await dependsOnKey(api.database)).toBe(false);
});

test("once mail is sent, its links and return paths need the secret key, until an operator adopts another", async () => {
  await claim("a");
  await claim("b");
  const email = { from: "a@example.com", to: "ada@example.org", subject: "Hello", text: "Hello" };
  expect((await keyCaller(api).send(email)).status).toBe(200);
  await expect(claim("a")).rejects.toThrow(/set SECRET_KEY to that key.*posthouse admin adopt-key/);
  const { stdout } = await promisify(execFile)(nodePath, ["src/main.ts", "admin", "adopt-key"], {
    env: { DATABASE_URL: api.database.connectionString, SECRET_KEY: "a".repeat(32) },
  });
  expect(stdout).toMatch(
    /^The database now uses this node's secret key\. Lost with the old key: .+ DKIM keys /,
  );
  await claim("a");
  await expect(claim("b")).rejects.toThrow("SECRET_KEY");
});
