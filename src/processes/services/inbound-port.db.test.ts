import { expect, test } from "vitest";
import { useDatabase } from "../../../test/harness/database.ts";
import { testServices } from "../../../test/harness/services.ts";
import { loadConfig } from "../../config.ts";
import { newId } from "../../platform/ids/index.ts";
import { takesInboundMailOf } from "./inbound-port.ts";

const database = useDatabase();
const relay = { DELIVERY: "relay", SECRET_KEY: "a secret key for tests, long enough" };
const takesInboundMail = (env: Record<string, string>) =>
  takesInboundMailOf(testServices({ config: loadConfig({ ...relay, ...env }), database }))();

test("with a relay, the inbound port is open once a verified domain's return path points here", async () => {
  expect(await takesInboundMail({})).toBe(false);
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [accountId]);
  await database.pool.query(
    `INSERT INTO domains (account_id, name, return_path, token, findings) VALUES ($1, 'shop.example', 'bounces', 'x', $2)`,
    [accountId, JSON.stringify({ return_path_mx: { status: "ok", found: [], problem: null } })],
  );
  expect(await takesInboundMail({})).toBe(false);
  await database.pool.query("UPDATE domains SET verified_at = now(), verified_by = 'dns'");
  expect(await takesInboundMail({})).toBe(true);
  await database.pool.query(`UPDATE domains SET findings = '{"return_path_mx": {"status": "missing"}}'`);
  expect(await takesInboundMail({})).toBe(false);
});

test("the inbound port is open in direct mode, and if the settings name a return path", async () => {
  await database.pool.query("DELETE FROM domains");
  expect(await takesInboundMail({ DELIVERY: "direct" })).toBe(true);
  expect(await takesInboundMail({ RETURN_PATH_DOMAIN: "bounces.mail.example" })).toBe(true);
});
