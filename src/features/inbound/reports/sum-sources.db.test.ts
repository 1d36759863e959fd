import { beforeAll, expect, test } from "vitest";
import { useApi } from "../../../../test/harness/api.ts";
import { type ApiCaller, newAccount } from "../../../../test/harness/api-caller.ts";

const api = useApi();
let caller: ApiCaller;

type Day = {
  domain?: string;
  daysAgo?: number;
  source: string;
  messages: number;
  passed?: number;
  kind?: "dmarc" | "tls";
};

/** Stores the sums of reports about a day. */
async function report(accountId: string, days: Day[]): Promise<void> {
  for (const {
    domain = "ours.test",
    daysAgo = 1,
    source,
    messages,
    passed = messages,
    kind = "dmarc",
  } of days)
    await api.database.pool.query(
      `INSERT INTO domain_report_days (account_id, domain, kind, day, source, messages, passed, dkim_passed, spf_passed, quarantined, rejected)
       VALUES ($1, $2, $3, (now() AT TIME ZONE 'UTC')::date - $4::integer, $5, $6, $7, $7, 0, 0, $8)`,
      [accountId, domain, kind, daysAgo, source, messages, passed, messages - passed],
    );
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const ask = async (query = "") => (await caller.get(`/api/v1/dmarc/sources${query}`)).body;
const named = (sources: { domain: string; source: string; messages: number }[]) =>
  sources.map(({ domain, source, messages }) => [domain, source, messages]);

beforeAll(async () => {
  const created = await newAccount(api, "dmarc@metrics.example");
  caller = created.caller;
  await report(created.id, [
    { source: "192.0.2.1", messages: 90 },
    { source: "192.0.2.1", messages: 10, passed: 4, daysAgo: 2 },
    { source: "198.51.100.7", messages: 30, passed: 0 },
    { source: "192.0.2.1", messages: 5, domain: "second.test", daysAgo: 3 },
    { source: "192.0.2.9", messages: 1_000, daysAgo: 40 },
    { source: "", messages: 7, kind: "tls" },
  ]);
  const other = await newAccount(api, "stranger@metrics.example");
  await report(other.id, [{ source: "203.0.113.1", messages: 500, domain: "theirs.test" }]);
});

test("reports of the last 30 days are added up by domain and source, the most messages first", async () => {
  expect(await ask()).toEqual({
    totals: { messages: 135, passed: 99, dkim_passed: 99, spf_passed: 0, quarantined: 0, rejected: 36 },
    sources: [
      {
        ...{ domain: "ours.test", source: "192.0.2.1", messages: 100, passed: 94, dkim_passed: 94 },
        ...{ spf_passed: 0, quarantined: 0, rejected: 6 },
      },
      expect.objectContaining({ source: "198.51.100.7", messages: 30, passed: 0, rejected: 30 }),
      expect.objectContaining({ domain: "second.test", messages: 5 }),
    ],
  });
});

test("both ends of a range are included, and a domain's case does not matter", async () => {
  const { sources } = await ask(`?from=${day(2)}&to=${day(2)}`);
  expect(named(sources)).toEqual([["ours.test", "192.0.2.1", 10]]);
  const old = await ask(`?from=${day(40)}&to=${day(40)}`);
  expect(named(old.sources)).toEqual([["ours.test", "192.0.2.9", 1_000]]);
  const second = await ask("?domain=Second.TEST");
  expect(named(second.sources)).toEqual([["second.test", "192.0.2.1", 5]]);
  expect(second.totals.messages).toBe(5);
});

test("without reports there are totals of zero, and another account's reports are not shown (L7)", async () => {
  const nothing = await ask("?domain=theirs.test");
  expect(nothing).toEqual({ totals: expect.objectContaining({ messages: 0, passed: 0 }), sources: [] });
});

test("the sources with the most messages are listed, and the totals have all of them", async () => {
  const many = await newAccount(api, "many@metrics.example");
  const sources = Array.from({ length: 60 }, (_, n) => ({ source: `192.0.2.${n}`, messages: n + 1 }));
  await report(many.id, sources);
  const { body } = await many.caller.get("/api/v1/dmarc/sources");
  expect(body.sources.map(({ messages }: { messages: number }) => messages)).toEqual(
    Array.from({ length: 50 }, (_, n) => 60 - n),
  );
  expect(body.totals.messages).toBe((60 * 61) / 2);
});

test.each(["from=yesterday", "from=0000-01-01", "to=2026-02-30", "surprise=1"])(
  "%s is rejected with the name of the parameter",
  async (query) => {
    const { status, problems } = await caller.get(`/api/v1/dmarc/sources?${query}`);
    expect([status, problems]).toEqual([422, [query.split("=")[0]]]);
  },
);
