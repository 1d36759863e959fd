import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "../audit/index.ts";
import { type Detail, type DomainWorld, fail, openDomainWorld, publish } from "./domains.fixture.ts";
import { insertDomainEvents } from "./events/queries.ts";
import { ReturnPathDomains, SenderPolicy } from "./index.ts";
import { changeDomainSettings } from "./ownership/change-domain-settings.ts";

let world: DomainWorld;
beforeAll(async () => {
  world = await openDomainWorld();
});
afterAll(() => world.close());

const age = (name: string, days: number) =>
  world.deps.database.pool.query(
    `UPDATE domains SET token_missing_since = token_missing_since - $2 * interval '1 day' WHERE name = $1`,
    [name, days],
  );
const mayFrom = async (accountId: string, domain: string) =>
  (await new SenderPolicy({ database: world.deps.database, onlyVerified: () => true }).reasonToRefuse(
    accountId,
    domain,
  )) === null;

describe("a new domain", () => {
  test("lists all of its records and is not verified", async () => {
    const added = await world.add(world.us, { name: "Records.Example", tracking_host: "links" });
    expect(added).toMatchObject({
      name: "records.example",
      status: "pending",
      signs: [],
      return_path: "bounce.records.example",
    });
    expect(added.records.map(({ id, purpose, type, status }) => [id, purpose, type, status])).toEqual([
      ["ownership", "ownership", "TXT", "pending"],
      ["dkim_rsa_1", "dkim_active", "TXT", "pending"],
      ["dkim_ed25519_1", "dkim_active", "TXT", "pending"],
      ["dkim_rsa_2", "dkim_waiting", "TXT", "pending"],
      ["dkim_ed25519_2", "dkim_waiting", "TXT", "pending"],
      ["return_path_mx", "return_path", "MX", "pending"],
      ["return_path_spf", "return_path", "TXT", "pending"],
      ["spf", "spf", "TXT", "pending"],
      ["dmarc", "dmarc", "TXT", "pending"],
      ["tls_reports", "tls_reports", "TXT", "pending"],
      ["tracking", "tracking", "CNAME", "pending"],
    ]);
    expect(new Set(added.records.map(({ value }) => value)).size).toBe(11);
  });

  test.each([
    [{ name: "localhost" }, "name"],
    [{ name: "a@example.com" }, "name"],
    [{ name: "label.example", return_path: "a b" }, "return_path"],
    [{ name: "label.example", tracking_host: "" }, "tracking_host"],
    [{ name: "label.example", return_path: "x", tracking_host: "X" }, "tracking_host"],
  ])("%j is rejected", async (input, path) => {
    await expect(world.add(world.us, input)).rejects.toMatchObject({
      code: "validation_failed",
      fields: [{ path }],
    });
  });

  test("an account that adds domains too fast is rate limited", async () => {
    const events = Array.from({ length: 29 }, () => ({ type: "domain.added" as const }));
    await insertDomainEvents(world.deps.database.db, { accountId: world.them, name: "fast.example" }, events);
    const adding = ["1.fast.example", "2.fast.example"].map((name) => world.add(world.them, { name }));
    const [first, second] = await Promise.allSettled(adding);
    expect(first).toMatchObject({ status: "fulfilled" });
    expect(second).toMatchObject({ reason: { code: "rate_limited", headers: { "retry-after": "60" } } });
  });

  test("has sealed private keys (B6)", async () => {
    await world.add(world.us, { name: "sealed.example" });
    const { rows } = await world.deps.database.pool.query(
      "SELECT private_key_sealed AS sealed FROM domain_keys",
    );
    for (const { sealed } of rows) {
      const pkcs8 = world.deps.secrets.open("dkim", sealed);
      expect(pkcs8?.length).toBeGreaterThan(40);
      expect(sealed.includes(pkcs8?.subarray(-16))).toBe(false);
    }
  });
});

describe("a check", () => {
  test("verifies a domain with all records, once", async () => {
    const added = await world.add(world.us, { name: "good.example", tracking_host: "links" });
    expect(await mayFrom(world.us, "good.example")).toBe(false);
    publish(world.stub, added);
    const checked = await world.check(world.us, "good.example");
    expect(checked.records.filter(({ status }) => status !== "ok")).toEqual([]);
    expect(checked).toMatchObject({
      status: "verified",
      verified_by: "dns",
      signs: ["rsa", "ed25519"],
      warnings: [],
    });
    expect(await mayFrom(world.us, "good.example")).toBe(true);
    expect(await mayFrom(world.us, "sub.good.example")).toBe(false);
    expect(await mayFrom(world.them, "good.example")).toBe(false);
    await world.check(world.us, "good.example");
    const types = (await world.events(world.us, "good.example")).map(([type]) => type);
    expect(types).toEqual(["domain.added", ...Array(11).fill("record.ok"), "domain.verified"]);
  });

  test("reports for each record the values found and the next step", async () => {
    const { records } = await world.claim(world.us, "odd.example");
    const nameOf = (id: string) => records.find((record) => record.id === id)?.name;
    world.stub.set(`${nameOf("ownership")} TXT`, ["posthouse-verification=other"]);
    world.stub.set(`${nameOf("dkim_rsa_1")} TXT`, ["v=DKIM1; p="]);
    world.stub.set("bounce.odd.example MX", [{ preference: 5, exchange: "mx.elsewhere.example" }]);
    world.stub.set("odd.example TXT", ["v=spf1 include:_spf.google.com -all", "google=1"]);
    world.stub.set("_dmarc.odd.example TXT", ["v=DMARC1; p=nothing"]);
    const checked = await world.check(world.us, "odd.example");
    expect(checked.status).toBe("pending");
    expect(
      Object.fromEntries(
        checked.records.map(({ id, status, found, problem }) => [id, { status, found, problem }]),
      ),
    ).toMatchObject({
      ownership: {
        status: "wrong",
        found: ["posthouse-verification=other"],
        problem: expect.stringContaining("belongs to another account"),
      },
      dkim_rsa_1: { status: "wrong", problem: expect.stringContaining("revokes the key") },
      dkim_rsa_2: { status: "missing", found: [], problem: expect.stringContaining("no such TXT record") },
      return_path_mx: {
        status: "wrong",
        found: ["5 mx.elsewhere.example"],
        problem: expect.stringContaining("in.posthouse.test"),
      },
      spf: {
        status: "wrong",
        found: ["v=spf1 include:_spf.google.com -all"],
        problem: expect.stringContaining("Add include:bounce.odd.example before its -all"),
      },
      dmarc: { status: "wrong", problem: expect.stringContaining("p=none") },
    });
  });

  test("a null MX on the sender's domain is a warning (E20)", async () => {
    await world.claim(world.us, "deaf.example");
    world.stub.set("deaf.example MX", [{ preference: 0, exchange: "." }]);
    expect((await world.check(world.us, "deaf.example")).warnings).toEqual([
      expect.stringContaining("null MX"),
    ]);
    world.stub.set("deaf.example MX", [{ preference: 0, exchange: "mx.deaf.example" }]);
    expect((await world.check(world.us, "deaf.example")).warnings).toEqual([]);
  });

  test("an SPF record with more than ten look-ups is a warning, and its value includes this server (RFC 7208 §4.6.4)", async () => {
    await world.claim(world.us, "many.example");
    const nested = (count: number) => `v=spf1 ${"exists:%{i}.x.example ".repeat(count)}-all`;
    world.stub.set("many.example TXT", [
      "v=spf1 a include:one.example include:two.example ip4:192.0.2.0/24 -all",
    ]);
    world.stub.set("one.example TXT", [nested(5)]);
    world.stub.set("two.example TXT", [nested(1)]);
    const within = await world.check(world.us, "many.example");
    expect(within.warnings).toEqual([]);
    expect(within.records.find(({ id }) => id === "spf")?.value).toBe(
      "v=spf1 a include:one.example include:two.example ip4:192.0.2.0/24 include:bounce.many.example -all",
    );
    world.stub.set("two.example TXT", ["v=spf1 redirect=two.example"]);
    expect((await world.check(world.us, "many.example")).warnings).toEqual([
      expect.stringContaining("more than 10 DNS look-ups"),
    ]);
  });

  test("the organizational domain's policy applies to subdomains (RFC 7489 §6.6.3)", async () => {
    await world.claim(world.us, "news.policy.example");
    world.stub.set("_dmarc.policy.example TXT", ["v=DMARC1; p=reject"]);
    const { records } = await world.check(world.us, "news.policy.example");
    expect(records.find(({ id }) => id === "dmarc")).toMatchObject({
      status: "ok",
      value: expect.stringContaining("dmarc@bounce.news.policy.example"),
      problem: null,
    });
  });

  test("after a change of the tracking host, its record is pending until it is checked", async () => {
    const ref = { accountId: world.us, name: "moved.example" };
    const trackingOf = ({ records }: Detail) => records.find(({ id }) => id === "tracking");
    publish(world.stub, await world.add(world.us, { name: "moved.example", tracking_host: "links" }));
    expect(trackingOf(await world.check(world.us, "moved.example"))).toMatchObject({ status: "ok" });
    await changeDomainSettings(world.deps.database, { ...ref, by: OPERATOR }, { tracking_host: "click" });
    const changed = await world.detail(world.us, "moved.example");
    expect(trackingOf(changed)).toMatchObject({ name: "click.moved.example", status: "pending" });
    expect(changed.records.filter(({ status }) => status === "pending")).toHaveLength(1);
    publish(world.stub, changed);
    await world.check(world.us, "moved.example");
    expect((await world.events(world.us, "moved.example")).at(-1)).toEqual([
      "record.ok",
      { record: "tracking", name: "click.moved.example" },
    ]);
  });

  test("a failed DNS query neither verifies a domain nor removes its verification", async () => {
    const added = await world.claim(world.us, "dark.example");
    fail(world.stub, added, "servfail");
    const dark = await world.check(world.us, "dark.example");
    expect(dark.records[0]).toMatchObject({
      status: "pending",
      problem: expect.stringContaining("retried"),
    });
    publish(world.stub, added);
    expect((await world.check(world.us, "dark.example")).status).toBe("verified");
    fail(world.stub, added, "servfail");
    expect(await world.check(world.us, "dark.example")).toMatchObject({ status: "verified", records_ok: 10 });
    const { rows } = await world.deps.database.pool.query(
      "SELECT token_missing_since FROM domains WHERE name = 'dark.example'",
    );
    expect(rows).toEqual([{ token_missing_since: null }]);
  });

  test("a missing token is found at once, and the domain is lost after three days (L3)", async () => {
    const added = await world.claim(world.us, "gone.example");
    publish(world.stub, added);
    await world.check(world.us, "gone.example");
    world.stub.set(`${added.records[0]?.name} TXT`, { problem: "nxdomain" });
    expect(await world.check(world.us, "gone.example")).toMatchObject({ status: "degraded" });
    const { rows } = await world.deps.database.pool.query(
      "SELECT token_missing_since AS since FROM domains WHERE name = 'gone.example'",
    );
    await age("gone.example", 2);
    expect(await world.check(world.us, "gone.example")).toMatchObject({ status: "degraded" });
    expect(await mayFrom(world.us, "gone.example")).toBe(true);
    await age("gone.example", 2);
    expect(await world.check(world.us, "gone.example")).toMatchObject({
      status: "lost",
      lost_because: "token_missing",
      verified_by: null,
    });
    expect(await mayFrom(world.us, "gone.example")).toBe(false);
    expect((await world.events(world.us, "gone.example")).slice(-2)).toMatchObject([
      ["record.broken", { record: "ownership" }],
      ["domain.lost", { reason: "token_missing" }],
    ]);
    const day = new Date(rows[0].since.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    expect(world.systemMail.filter(({ subject }) => subject.includes("gone.example"))).toEqual([
      {
        accountId: world.us,
        subject: `Restore a DNS record by ${day} to keep gone.example`,
        text: expect.stringContaining(`Name: _posthouse.gone.example\nValue: ${added.records[0]?.value}\n`),
      },
      {
        accountId: world.us,
        subject: "gone.example no longer belongs to your account",
        text: expect.stringContaining("was missing for three days"),
      },
    ]);
  });

  test("a token that returns in time has no consequences", async () => {
    const added = await world.claim(world.us, "back.example");
    publish(world.stub, added);
    await world.check(world.us, "back.example");
    fail(world.stub, added, "nxdomain");
    await world.check(world.us, "back.example");
    await age("back.example", 2.9);
    publish(world.stub, added);
    await world.check(world.us, "back.example");
    fail(world.stub, added, "nxdomain");
    expect(await world.check(world.us, "back.example")).toMatchObject({ verified_by: "dns" });
  });
});

test("a return path is used once its records are published", async () => {
  const returnPathOf = (accountId: string, domain: string) =>
    new ReturnPathDomains(world.deps.database).of(accountId, domain);
  const added = await world.add(world.us, { name: "path.example", return_path: "rp" });
  publish(world.stub, added, ["return_path_spf"]);
  await world.check(world.us, "path.example");
  expect(await returnPathOf(world.us, "Path.example")).toBeNull();
  publish(world.stub, added);
  await world.check(world.us, "path.example");
  expect(await returnPathOf(world.us, "Path.example")).toBe("rp.path.example");
  expect(await returnPathOf(world.them, "path.example")).toBeNull();
});
