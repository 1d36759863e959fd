import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { useApi } from "../../test/harness/api.ts";
import { adminCaller } from "../../test/harness/api-caller.ts";
import { nodePath } from "../../test/harness/node-path.ts";
import { claimDatabase, openInstanceSecrets } from "../platform/secrets/index.ts";

const NEW_KEY = "b".repeat(32);
const api = useApi();
const sql = async (text: string) => (await api.database.pool.query(text)).rows;
const adopt = () =>
  promisify(execFile)(nodePath, ["src/main.ts", "admin", "adopt-key"], {
    env: { DATABASE_URL: api.database.connectionString, SECRET_KEY: NEW_KEY },
  });

test("a new secret key is refused until an operator adopts it, while no node runs; all that it cannot open is replaced or listed", async () => {
  const admin = await adminCaller(api);
  const url = "https://hooks.example.com/";
  expect((await admin.post("/api/webhooks", { url, headers: { authorization: "old" } })).status).toBe(201);
  const webhooks = () => sql("SELECT url, secret_sealed, headers_sealed FROM webhooks");
  const before = await webhooks();
  await sql("INSERT INTO instance_key (fingerprint) VALUES ('that of the old key')");
  await sql(
    "INSERT INTO tracking_certificates (host, chain, private_key_sealed) VALUES ('t.example', '', 'old')",
  );
  await sql("INSERT INTO tracking_certificates (host, problem) VALUES ('u.example', 'none yet')");
  await sql(
    "INSERT INTO acme_accounts (directory, private_key_sealed) VALUES ('https://acme.example', 'old')",
  );
  const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: NEW_KEY });
  await expect(claimDatabase(api.database, secrets)).rejects.toThrow("posthouse admin adopt-key");

  await sql(
    "INSERT INTO processes (id, role, node, pid, gauges) VALUES (gen_random_uuid(), 'worker', 'mail-2', 1, '{}')",
  );
  await expect(adopt()).rejects.toMatchObject({
    stderr: expect.stringMatching(/^posthouse: Posthouse runs on mail-2, .*stop all nodes/),
  });
  expect(await sql("SELECT host FROM tracking_certificates")).toHaveLength(2);
  await sql("DELETE FROM processes");

  const { stdout } = await adopt();
  expect(stdout).toMatch(
    /^The database now belongs to this node's secret key\. Lost with the old key:\n- Unsub/,
  );
  for (const lost of [
    "DKIM keys",
    "Passwords of relays",
    "Secrets and headers of webhooks",
    "Certificates",
    "Authenticator apps",
  ])
    expect(stdout).toContain(`\n- ${lost}`);
  await claimDatabase(api.database, secrets);
  expect(await webhooks()).toEqual(before);
  expect(await sql("SELECT host FROM tracking_certificates")).toEqual([{ host: "u.example" }]);
  expect(await sql("SELECT FROM acme_accounts")).toEqual([]);

  expect((await adopt()).stdout).toContain("Nothing was changed");
});
