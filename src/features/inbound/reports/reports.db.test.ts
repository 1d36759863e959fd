import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { decodeCursor, encodeCursor } from "../../../platform/db/index.ts";
import { allowDomain, ReturnPathHosts } from "../../domains/index.ts";
import { openInboundWorld } from "../inbound-world.fixture.ts";
import { dmarc, startOfYesterday, storeMail, tls } from "./report-mail.fixture.ts";

const api = useApi();
const dayMs = 86_400_000;
const yesterday = startOfYesterday();
const day = yesterday.toISOString().slice(0, 10);

beforeAll(async () => {
  await allowDomain(api.database, { email: "admin@example.com", domain: "ours.test" });
});

const store = (message: Buffer, host?: string) => storeMail(api.database, message, { host });

async function list(query = "", domain = "ours.test") {
  const response = await api.app.inject({
    url: `/api/v1/domains/${domain}/reports${query}`,
    headers: api.authorization,
  });
  return { status: response.statusCode, body: response.json() };
}

describe("receivers' reports", () => {
  test("are added up by day and source, each report once", async () => {
    const first = dmarc({
      rows: [
        { ip: "192.0.2.1", count: 10 },
        { ip: "192.0.2.1", count: 2, dkim: "fail" },
        { ip: "198.51.100.7", count: 5, dkim: "fail", spf: "fail", disposition: "reject" },
      ],
    });
    expect(await store(first)).toBe("recorded");
    expect(await store(first)).toBe("repeated");
    expect(
      await store(dmarc({ rows: [{ ip: "192.0.2.1", count: 3, spf: "fail", disposition: "quarantine" }] })),
    ).toBe("recorded");
    expect(await store(tls({ failures: 4 }))).toBe("recorded");
    const { body } = await list();
    expect(body.days).toEqual([
      {
        day,
        kind: "tls",
        source: "sts",
        messages: 94,
        passed: 90,
        dkim_passed: 0,
        spf_passed: 0,
        quarantined: 0,
        rejected: 0,
        failure: "certificate-expired",
      },
      {
        day,
        kind: "dmarc",
        source: "198.51.100.7",
        messages: 5,
        passed: 0,
        dkim_passed: 0,
        spf_passed: 0,
        quarantined: 0,
        rejected: 5,
        failure: null,
      },
      {
        day,
        kind: "dmarc",
        source: "192.0.2.1",
        messages: 15,
        passed: 15,
        dkim_passed: 13,
        spf_passed: 12,
        quarantined: 3,
        rejected: 0,
        failure: null,
      },
    ]);
    expect(body.pagination).toEqual({ limit: 50, has_more: false, next_cursor: null });
    expect((await list("?kind=tls")).body.days).toHaveLength(1);
  });

  test("are listed page by page", async () => {
    const seen: string[] = [];
    let cursor = "";
    let lastCursor = "";
    do {
      const { body } = await list(`?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.days.map(({ source }: { source: string }) => source));
      cursor = body.pagination.next_cursor ?? "";
      lastCursor = cursor || lastCursor;
    } while (cursor);
    expect(seen).toEqual(["sts", "198.51.100.7", "192.0.2.1"]);
    const own = decodeCursor(lastCursor, 5)?.slice(0, 2) ?? [];
    for (const row of [
      ["2026-02-31", "dmarc", ""],
      ["0000-01-01", "dmarc", ""],
      ["2026-02-01", "\0", ""],
      ["2026-02-01", "tls", "\0"],
    ])
      expect((await list(`?cursor=${encodeCursor([...own, ...row])}`)).status, row.join()).toBe(422);
    expect((await list("?cursor=abc")).status).toBe(422);
  });

  test("about an unverified domain or another time are not stored", async () => {
    const rows = [{ ip: "192.0.2.1", count: 1 }];
    expect(await store(dmarc({ domain: "unverified.test", rows }), "bounce.unverified.test")).toBe(
      "unverified",
    );
    expect(await store(dmarc({ begin: new Date(Date.now() - 100 * dayMs), rows }))).toBe("unverified");
    expect(await store(dmarc({ begin: new Date(Date.now() + 10 * dayMs), rows }))).toBe("unverified");
    expect((await list("", "unverified.test")).status).toBe(404);
  });

  test("with text that PostgreSQL cannot store are stored without it, or not at all", async () => {
    expect(await store(tls({ domain: "ours\0.test", failures: 1 }))).toBe("unverified");
    expect(await store(tls({ domain: "OURS.test", failures: 0, reportId: "a\0b\ud800" }))).toBe("recorded");
    expect(await store(tls({ ends: new Date("+200000-01-01T00:00:00Z"), failures: 1 }))).toBe("unverified");
  });

  test("are accepted only at the host of their domain", async () => {
    await allowDomain(api.database, { email: "admin@example.com", domain: "other.test" });
    const report = dmarc({ domain: "other.test", rows: [{ ip: "192.0.2.1", count: 1 }] });
    for (const host of ["bounce.ours.test", "other.test", "mail.other.test"])
      expect(await store(report, host)).toBe("unverified");
    expect(await store(tls({ domain: "other.test", failures: 1 }))).toBe("unverified");
    expect((await list("", "other.test")).body.days).toEqual([]);
    expect(await store(report, "bounce.other.test")).toBe("recorded");
  });

  test("are looked up by the host of the SMTP recipient", async () => {
    const asked: object[] = [];
    const findReportAccount = async (query: object) => {
      asked.push(query);
      return null;
    };
    const world = await openInboundWorld({ isOurDomain: async () => true, findReportAccount });
    onTestFinished(() => world.close());
    const report = dmarc({ rows: [{ ip: "192.0.2.1", count: 1 }] });
    expect(await world.bring(["DMARC@Bounce.Ours.test"], report)).toEqual(["unverified"]);
    expect(asked).toEqual([{ domain: "ours.test", host: "bounce.ours.test" }]);
  });

  test("with impossible counts or times are rejected as a whole", async () => {
    const row = { ip: "198.51.100.66", count: 1 };
    const over = (days: number) => new Date(yesterday.getTime() + days * dayMs - 1_000);
    const refused = [
      dmarc({ rows: [row, { ip: "198.51.100.66", count: -1 }] }),
      dmarc({ rows: [row, { ip: "198.51.100.66", count: 0.5 }] }),
      dmarc({ rows: [row, { ip: "198.51.100.66", count: Number.NaN }] }),
      dmarc({ rows: [row, { ip: "198.51.100.66", count: 2 ** 31 }] }),
      tls({ failures: -1 }),
      tls({ failures: 2 ** 31 }),
      tls({ failures: 1, begins: over(-9), ends: over(1) }),
      tls({ failures: 1, begins: over(1), ends: over(0) }),
      tls({ failures: 1, begins: over(3), ends: over(4) }),
    ];
    for (const [index, report] of refused.entries())
      expect(await store(report), String(index)).toBe("unverified");
    const { body } = await list("?limit=100");
    expect(body.days.map(({ source }: { source: string }) => source)).not.toContain("198.51.100.66");
    expect(await store(tls({ failures: 1, begins: over(-6), ends: over(1) }))).toBe("recorded");
  });

  test("beyond 500 sources per day are added up as `others`, across reports", async () => {
    await allowDomain(api.database, { email: "admin@example.com", domain: "flood.test" });
    const reportFrom = (net: number, count: number) =>
      dmarc({
        domain: "flood.test",
        rows: Array.from({ length: 400 }, (_, n) => ({ ip: `10.${net}.${n >> 8}.${n & 255}`, count })),
      });
    for (const [net, count] of [
      [0, 1],
      [1, 2],
      [2, 1],
      [0, 1],
    ] as const)
      expect(await store(reportFrom(net, count), "bounce.flood.test")).toBe("recorded");
    const { rows } = await api.database.pool.query(
      `SELECT count(*) AS sources, sum(messages)::integer AS messages, max(messages) FILTER (WHERE source = 'others') AS others
       FROM domain_report_days WHERE domain = 'flood.test'`,
    );
    expect(rows).toEqual([{ sources: 501, messages: 2_000, others: 1_000 }]);
  });
});

test("only return paths of verified domains are ours (D6, G14)", async () => {
  const { pool } = api.database;
  await pool.query(
    `INSERT INTO domains (account_id, name, return_path) SELECT id, 'claimed.test', 'bounce' FROM accounts
     UNION ALL SELECT id, 'deep.test', 'in.mail' FROM accounts`,
  );
  await pool.query("UPDATE domains SET verified_at = now(), verified_by = 'dns' WHERE name = 'deep.test'");
  const returnPathHosts = new ReturnPathHosts(api.database);
  const asked = [
    "bounce.ours.test",
    "in.mail.deep.test",
    "bounce.claimed.test",
    "mail.deep.test",
    "ours.test",
    "test",
    "",
  ];
  expect(await Promise.all(asked.map((host) => returnPathHosts.has(host)))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
