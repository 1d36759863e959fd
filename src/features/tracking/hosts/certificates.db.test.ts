import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { eventually } from "../../../../test/harness/eventually.ts";
import { startPebble } from "../../../../test/harness/pebble.ts";
import { AcmeClient } from "../../../platform/acme/index.ts";
import { type App, buildServer } from "../../../platform/http/index.ts";
import { newId } from "../../../platform/ids/index.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { hostRoutes } from "../http/host-routes.ts";
import { findSwitches } from "../settings/queries.ts";
import { trackingHostFor } from "../settings/tracking-policy.ts";
import { findCertificate } from "./certificate-queries.ts";
import { checkDueHosts, resultOf } from "./check-hosts.ts";
import { orderDueCertificates } from "./order-certificates.ts";
import { listBrokenHosts } from "./queries.ts";
import { startTrackingListener } from "./tracking-listener.ts";

const log = createLogger("silent", "test");
const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
const others = openInstanceSecrets({ dataDir: "/nowhere", key: "x".repeat(32) });
const database = useDatabase();
const baseUrl = "https://mail.example.com";
let accountId: string;
let app: App;
let pebble: Awaited<ReturnType<typeof startPebble>>;
let roots: string;
let directory: string;

async function serve(secrets: ReturnType<typeof openInstanceSecrets>): Promise<App> {
  const app = buildServer({ baseUrl, trustedProxies: [], log });
  app.register(hostRoutes({ database, secrets, baseUrl }));
  await app.listen({ host: "127.0.0.1", port: 0 });
  return app;
}
const portOf = (app: App) => (app.server.address() as { port: number }).port;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "certificates-"));
  app = await serve(secrets);
  pebble = await startPebble(portOf(app));
  await eventually(async () => {
    roots = await pebble.loadRoot();
  });
  accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Shop')", [accountId]);
});
afterAll(async () => {
  await pebble.close();
  await app.close();
  await rm(directory, { recursive: true });
});

async function addDomain(name: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, findings)
     VALUES ($1, $2, 'links', now(), 'dns', '{"tracking": {"status": "ok"}}')`,
    [accountId, name],
  );
}
const acme = () => ({ directory: pebble.directory, contact: "admin@example.com", ca: pebble.ca });
/** The host leads to this port of the machine, and its certificates come from pebble. */
const outside = (port: number) => ({
  port,
  resolve: async () => ["127.0.0.1"],
  allow: [`127.0.0.1:${port}`],
  ca: roots,
});

async function stateOf(name: string) {
  const { rows } = await database.pool.query(
    "SELECT verified_at IS NOT NULL AS verified, broken_at IS NOT NULL AS broken, problem FROM tracking_domains WHERE domain = $1",
    [name],
  );
  return rows[0];
}

describe("a tracking host", () => {
  test("gets a certificate by ACME, is served over https, and is verified through it (Q7)", async () => {
    await addDomain("shop.example");
    await orderDueCertificates({ database, log, secrets, acme: acme() });
    const stored = await findCertificate(database, "links.shop.example");
    const leaf = new X509Certificate(stored?.chain ?? "");
    expect(leaf.checkHost("links.shop.example")).toBe("links.shop.example");
    expect(stored?.expires_at.getTime()).toBe(leaf.validToDate.getTime());
    expect(stored?.private_key_sealed.toString()).not.toContain("PRIVATE KEY");
    // The challenge is gone.
    expect((await database.pool.query("SELECT FROM acme_challenges")).rows).toEqual([]);

    const listener = await startTrackingListener({
      host: "127.0.0.1",
      port: 0,
      database,
      secrets,
      directory,
      onRequest: app.routing,
    });
    try {
      await checkDueHosts({ database, secrets, outside: outside(listener.port) });
      expect(await stateOf("shop.example")).toEqual({ verified: true, broken: false, problem: null });
      const switches = await findSwitches(database.db, { accountId, domain: "shop.example" });
      expect(trackingHostFor(switches, baseUrl)).toBe("https://links.shop.example");
    } finally {
      await listener.close();
    }
  });

  test("renews its certificate when a third of the validity period remains, and keeps it if the renewal fails", async () => {
    const host = "links.shop.example";
    const before = await findCertificate(database, host);
    await orderDueCertificates({ database, log, secrets, acme: acme() });
    expect(await findCertificate(database, host)).toEqual(before);
    const dueOf = async () => {
      const { rows } = await database.pool.query(
        "SELECT due_at, expires_at, problem FROM tracking_certificates WHERE host = $1",
        [host],
      );
      return rows[0];
    };
    const { due_at, expires_at } = await dueOf();
    const leaf = new X509Certificate(before?.chain ?? "");
    const validMs = expires_at - leaf.validFromDate.getTime();
    expect((expires_at - due_at) / validMs).toBeCloseTo(1 / 3, 5);

    await database.pool.query("UPDATE tracking_certificates SET due_at = now() WHERE host = $1", [host]);
    const unreachable = { ...acme(), directory: "https://localhost:1/dir" };
    await orderDueCertificates({ database, log, secrets, acme: unreachable });
    expect(await findCertificate(database, host)).toEqual(before);
    expect((await dueOf()).problem).toMatch(/the certificate authority cannot be reached$/);
  });

  test("that stops working is out of use after the second failed check, and mail uses the instance's host (H12, Q7)", async () => {
    const due = () =>
      database.pool.query("UPDATE tracking_domains SET check_at = now() WHERE domain = 'shop.example'");
    await due();
    await checkDueHosts({ database, secrets, outside: outside(1) });
    expect(await stateOf("shop.example")).toMatchObject({ verified: true, broken: false });
    await due();
    await checkDueHosts({ database, secrets, outside: outside(1) });
    const state = await stateOf("shop.example");
    expect(state).toMatchObject({ verified: false, broken: true });
    expect(state.problem).toMatch(/^https:\/\/links\.shop\.example /);
    const switches = await findSwitches(database.db, { accountId, domain: "shop.example" });
    expect(trackingHostFor(switches, baseUrl)).toBe(baseUrl);
    // Without https of its own, the instance cannot stand in.
    expect(trackingHostFor(switches, "http://localhost:3000")).toBeNull();
    expect(await listBrokenHosts(database)).toMatchObject([
      { account: "Shop", domain: "shop.example", host: "links.shop.example" },
    ]);
  });

  test("whose CNAME leads to another service is not verified (Q7)", async () => {
    const stranger = await serve(others);
    const listener = await startTrackingListener({
      host: "127.0.0.1",
      port: 0,
      database,
      secrets,
      directory,
      onRequest: stranger.routing,
    });
    try {
      await database.pool.query("UPDATE tracking_domains SET check_at = now()");
      await checkDueHosts({ database, secrets, outside: outside(listener.port) });
      expect((await stateOf("shop.example")).problem).toContain("leads to another server");
    } finally {
      await listener.close();
      await stranger.close();
    }
  });

  test("without a certificate says why the authority refused", async () => {
    await addDomain("unreachable.example");
    await database.pool.query(
      "UPDATE domains SET tracking_host = 'bad_label' WHERE name = 'unreachable.example'",
    );
    await orderDueCertificates({ database, log, secrets, acme: acme() });
    const { rows } = await database.pool.query(
      "SELECT problem, chain, due_at > now() + interval '50 minutes' AS later FROM tracking_certificates WHERE host LIKE '%unreachable%'",
    );
    expect(rows).toEqual([
      {
        problem: expect.stringMatching(
          /^No certificate could be issued for bad_label\.unreachable\.example: ./,
        ),
        chain: null,
        later: true,
      },
    ]);
  });

  test("gets the type of the authority's error, such as that of a CAA record", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = privateKey.export({ type: "pkcs8", format: "pem" }) as string;
    const client = new AcmeClient({ ...acme(), accountKey: key });
    const nothing = { put: async () => undefined, remove: async () => undefined };
    await expect(client.order("links.caa.example", key, nothing)).rejects.toMatchObject({
      type: expect.stringMatching(/^urn:ietf:params:acme:error:/),
    });
  });

  test("is no private address: the check goes through the guarded client", async () => {
    await addDomain("inside.example");
    await checkDueHosts({ database, secrets, outside: { resolve: async () => ["169.254.169.254"] } });
    expect((await stateOf("inside.example")).problem).toContain("not on the public internet");
  });
});

test("the operator's proxy learns which names are ours, before it orders a certificate", async () => {
  const ask = async (query: string) =>
    (
      await app.inject({
        method: "GET",
        url: `/.well-known/posthouse/host?${query}`,
        headers: { host: "10.0.0.1" },
      })
    ).statusCode;
  expect(await ask("name=links.shop.example")).toBe(200);
  expect(await ask("domain=LINKS.shop.example.")).toBe(200);
  expect(await ask("name=mail.example.com")).toBe(200);
  expect(await ask("name=other.shop.example")).toBe(404);
  expect(await ask("name=links.unverified.example")).toBe(404);
  expect(await ask("")).toBe(404);
});

test.each([
  ["a first success", [null, null, null], null, [true, false]],
  ["a success after a failure", [new Date(), null, "it failed"], null, [true, false]],
  ["one failure of a working host", [new Date(), null, null], "it fails", [true, false]],
  ["a second failure", [new Date(), null, "it failed"], "it fails", [false, true]],
  ["a failure of a host that never worked", [null, null, null], "it fails", [false, false]],
  ["a repaired host", [null, new Date(), "it failed"], null, [true, false]],
] as const)(
  "%s decides whether a host is used (H12)",
  (_, [verified_at, broken_at, before], problem, [used, broken]) => {
    const result = resultOf({ verified_at, broken_at, problem: before }, problem);
    expect([result.verified_at !== null, result.broken_at !== null, result.problem]).toEqual([
      used,
      broken,
      problem,
    ]);
  },
);
