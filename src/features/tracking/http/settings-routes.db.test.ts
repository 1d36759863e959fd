import { beforeEach, describe, expect, test } from "vitest";
import { RoutesApi } from "../../../../test/harness/routes-api.ts";
import { openInstanceSecrets } from "../../../platform/secrets/index.ts";
import { claimDueCertificate } from "../hosts/certificate-queries.ts";
import { listBrokenHosts } from "../hosts/queries.ts";
import { findSwitches } from "../settings/queries.ts";
import { settingsRoutes } from "./settings-routes.ts";

const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: "k".repeat(32) });
/** All hosts lead to a private address, so checks fail at once. */
const outside = { resolve: async () => ["169.254.169.254"] };
const api = new RoutesApi(({ database }) =>
  settingsRoutes({ database, secrets, baseUrl: "https://mail.example.com", acme: {}, outside }),
);

beforeEach(() => api.database.pool.query("TRUNCATE domains, tracking_certificates CASCADE"));

async function addDomain(name: string, { as = api.account, status = "ok", verified = true } = {}) {
  await api.database.pool.query(
    `INSERT INTO domains (account_id, name, tracking_host, verified_at, verified_by, findings)
     VALUES ($1, $2, 'links', CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN 'dns' END, jsonb_build_object('tracking', jsonb_build_object('status', $3::text)))`,
    [as, name, status, verified],
  );
}
const path = (domain: string) => `/domains/${domain}/tracking`;
const load = async (domain: string) => (await api.request({ method: "GET", path: path(domain) })).body;
const check = async (domain: string, as = api.account) =>
  (await api.request({ method: "POST", path: `${path(domain)}/check`, as })).body;

describe("a certificate whose order failed", () => {
  /** The host was checked before, because the first check of a host makes its order due, however recent it is. */
  async function failOrder(domain: string, minutesAgo: number): Promise<void> {
    await check(domain);
    await api.database.pool.query(
      `INSERT INTO tracking_certificates (host, problem, failures, due_at, tried_at)
       VALUES ('links.' || $1, 'It failed.', 5, now() + interval '16 hours', now() - make_interval(mins => $2))`,
      [domain, minutesAgo],
    );
  }

  test("is ordered soon after a check on demand, because a user may have repaired the host", async () => {
    await addDomain("shop.example");
    await addDomain("other.example");
    await failOrder("shop.example", 16);
    await failOrder("other.example", 16);
    expect((await load("shop.example")).host_problem).toMatch(
      /^It failed. The next try is on 2\d+-\d\d-\d\d at \d\d:\d\d UTC. If you have fixed/,
    );
    expect((await check("shop.example")).host_problem).toBe(
      "It failed. The next try begins within a minute.",
    );
    expect(await claimDueCertificate(api.database)).toBe("links.shop.example");
    expect(await claimDueCertificate(api.database)).toBeNull();
  });

  test("is not ordered more often than authorities allow", async () => {
    await addDomain("shop.example");
    await failOrder("shop.example", 14);
    expect((await check("shop.example")).host_problem).toContain("The next try is on 2");
    expect(await claimDueCertificate(api.database)).toBeNull();
  });

  test("is not ordered for an account that has not verified the domain", async () => {
    const stranger = await api.createAccount();
    await addDomain("shop.example");
    await addDomain("shop.example", { as: stranger, verified: false });
    await failOrder("shop.example", 16);
    await check("shop.example", stranger);
    expect(await claimDueCertificate(api.database)).toBeNull();
  });

  test("waits for the DNS record", async () => {
    await addDomain("shop.example", { status: "missing" });
    await failOrder("shop.example", 16);
    expect((await load("shop.example")).host_problem).toBe(
      "It failed. The next try follows when the CNAME record of the host is found.",
    );
  });
});

describe("the host of a domain that is not verified", () => {
  const problem =
    "links.shop.example is not used, because shop.example is not verified. Add the domain's TXT record _posthouse.shop.example, then check the domain.";
  const lose = () => api.database.pool.query("UPDATE domains SET verified_at = NULL, verified_by = NULL");
  const setState = (column: "verified_at" | "broken_at") =>
    api.database.pool.query(
      `INSERT INTO tracking_domains (account_id, domain, host, ${column}, checked_at) VALUES ($1, 'shop.example', 'links.shop.example', now(), now())`,
      [api.account],
    );
  const isUsed = async () =>
    (await findSwitches(api.database.db, { accountId: api.account, domain: "shop.example" })).isHostVerified;

  test("is pending, and the problem says that the domain has to be verified first", async () => {
    await addDomain("shop.example", { verified: false });
    expect(await load("shop.example")).toMatchObject({ host_status: "pending", host_problem: problem });
    expect(await check("shop.example")).toMatchObject({ host_status: "pending", host_problem: problem });
  });

  test("is no longer used after the domain was lost, because it is no longer checked", async () => {
    await addDomain("shop.example");
    await setState("verified_at");
    expect(await load("shop.example")).toMatchObject({ host_status: "verified", host_problem: null });
    expect(await isUsed()).toBe(true);
    await lose();
    expect(await load("shop.example")).toMatchObject({
      ...{ host_status: "pending", host_problem: problem, verified_at: null },
      checked_at: expect.any(String),
      links_host: "https://mail.example.com",
    });
    expect(await isUsed()).toBe(false);
  });

  test("is not broken, and its alert ends", async () => {
    await addDomain("shop.example");
    await setState("broken_at");
    expect(await listBrokenHosts(api.database)).toHaveLength(1);
    await lose();
    expect(await listBrokenHosts(api.database)).toEqual([]);
    expect((await load("shop.example")).host_status).toBe("pending");
  });
});
