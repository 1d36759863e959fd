import { beforeEach, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { TRACKING_ALERT_RULES } from "../alert-rules.ts";
import { claimDueCertificate, sweepCertificates } from "./certificate-queries.ts";
import { orderDueCertificates } from "./order-certificates.ts";
import { claimDueHosts, isTrackingHost, saveHostCheck } from "./queries.ts";

const database = useDatabase();
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const log = createLogger("silent", "test");
let accountId: string;

beforeEach(async () => {
  await database.pool.query("TRUNCATE accounts, domains, tracking_certificates, tracking_hosts CASCADE");
  accountId = await addAccount("Shop");
});

async function addAccount(name: string): Promise<string> {
  const id = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, $2)", [id, name]);
  return id;
}

const addDomains = (account: string, names: string[]) =>
  database.pool.query(
    `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, findings)
     SELECT $1, name, 'links', now(), 'dns', '{"tracking": {"status": "ok"}}' FROM unnest($2::text[]) AS name`,
    [account, names],
  );
const setHost = (label: string | null) =>
  database.pool.query("UPDATE domains SET tracking_host = $1 WHERE account_id = $2", [label, accountId]);

/** As when the check of all hosts succeeds. */
async function verifyHosts(): Promise<void> {
  for (const host of await claimDueHosts(database, 10))
    await saveHostCheck(database, host, {
      ...{ verified_at: new Date(), broken_at: null, problem: null },
      check_at: new Date(Date.now() + 86_400_000),
    });
}

/** Orders certificates from an authority that cannot be reached. */
const failToOrder = () =>
  orderDueCertificates({
    ...{ database, log, secrets },
    acme: { directory: "https://localhost:1/dir", contact: null },
  });
const setCertificate = (host: string, set: string) =>
  database.pool
    .query(
      `INSERT INTO tracking_certificates (host, chain, private_key_sealed, expires_at) VALUES ($1, 'chain', '', now() + interval '30 days')
     ON CONFLICT DO NOTHING`,
      [host],
    )
    .then(() => database.pool.query(`UPDATE tracking_certificates SET ${set} WHERE host = $1`, [host]));
async function certificates(): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT host FROM tracking_certificates ORDER BY host");
  return rows.map(({ host }) => host);
}

describe("a host that was in use before the domain had another one, or was removed", () => {
  beforeEach(async () => {
    await addDomains(accountId, ["shop.example"]);
    await verifyHosts();
    await setCertificate("links.shop.example", "due_at = now()");
  });

  test.each([
    ["another host", () => setHost("go")],
    ["no host", () => setHost(null)],
    ["no domain", () => database.pool.query("DELETE FROM domains WHERE account_id = $1", [accountId])],
  ])("keeps its certificate, which is renewed (%s) (H12)", async (_, change) => {
    await change();
    await verifyHosts();
    await sweepCertificates(database);
    expect(await certificates()).toContain("links.shop.example");
    expect(await isTrackingHost(database, "links.shop.example")).toBe(true);
    const claimed = [await claimDueCertificate(database), await claimDueCertificate(database)];
    expect(claimed).toContain("links.shop.example");
  });

  test("is forgotten 400 days after its last use", async () => {
    await setHost("go");
    const usedBefore = (days: number) =>
      database.pool.query("UPDATE tracking_hosts SET used_at = now() - make_interval(days => $1)", [days]);
    await usedBefore(400);
    await sweepCertificates(database);
    expect(await certificates()).toEqual(["links.shop.example"]);
    await usedBefore(402);
    expect(await isTrackingHost(database, "links.shop.example")).toBe(false);
    await sweepCertificates(database);
    expect(await certificates()).toEqual([]);
  });

  test("is tried at once when it is used again, although its last orders failed", async () => {
    await setHost("go");
    await verifyHosts();
    await setCertificate(
      "links.shop.example",
      "failures = 9, problem = 'x', due_at = now() + interval '1 day'",
    );
    await setCertificate("go.shop.example", "due_at = now() + interval '1 day'");
    expect(await claimDueCertificate(database)).toBeNull();
    await setHost("links");
    await verifyHosts();
    expect(await claimDueCertificate(database)).toBe("links.shop.example");
  });
});

test("a host that was never verified loses its certificate when the domain has another one", async () => {
  await addDomains(accountId, ["shop.example"]);
  await setCertificate("links.shop.example", "due_at = now()");
  await setHost("go");
  await sweepCertificates(database);
  expect(await certificates()).toEqual([]);
  expect(await isTrackingHost(database, "links.shop.example")).toBe(false);
});

test("accounts take turns, so that many hosts with failing orders do not delay another account's host", async () => {
  await addDomains(
    accountId,
    Array.from({ length: 40 }, (_, n) => `a${n}.example`),
  );
  await failToOrder();
  await addDomains(await addAccount("Other"), ["z.example"]);
  expect(await claimDueCertificate(database)).toBe("links.z.example");
});

test("failed orders of a host are retried after an hour, then after twice the time, up to a day", async () => {
  await addDomains(accountId, ["shop.example"]);
  const waits: number[] = [];
  for (let order = 0; order < 7; order += 1) {
    await failToOrder();
    const { rows } = await database.pool.query(
      "SELECT round(extract(epoch FROM due_at - now()) / 3600)::integer AS hours FROM tracking_certificates",
    );
    waits.push(rows[0].hours);
    await database.pool.query("UPDATE tracking_certificates SET due_at = now()");
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
});

test("operators are alerted to a certificate that cannot be renewed", async () => {
  await addDomains(accountId, ["shop.example", "new.example"]);
  const { find, threshold } = TRACKING_ALERT_RULES.tracking_certificate_failing;
  const alerts = () => find({ database, threshold });
  await setCertificate("links.shop.example", "due_at = now()");
  for (let order = 0; order < threshold; order += 1) {
    expect(await alerts()).toEqual([]);
    await failToOrder();
    await database.pool.query("UPDATE tracking_certificates SET due_at = now()");
  }
  // The other host has no certificate yet, and its domain's page says why.
  expect(await alerts()).toMatchObject([
    {
      subject: "links.shop.example",
      words: expect.stringMatching(/of the account “Shop” cannot be renewed. It expires on 2/),
    },
  ]);
});
