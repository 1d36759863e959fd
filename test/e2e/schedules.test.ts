import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, signUpAndCreateKey } from "../harness/api-client.ts";
import { createTestDatabase } from "../harness/database.ts";
import { type DnsStub, startDnsServer } from "../harness/dns-server.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { runSql } from "../harness/run-sql.ts";
import { until } from "../harness/until.ts";

type Domain = { status: string; records: { type: string; name: string; value: string }[] };

/** The longest interval of the schedules under test, and time for a busy machine. */
const SCHEDULED_WITHIN_MS = 120_000;

let dns: DnsStub;
let posthouse: Posthouse;
let key: string;
let cookie: string;

/** Without a worker, so that mail waits. */
beforeAll(async () => {
  dns = await startDnsServer();
  posthouse = await startPosthouse({
    database: await createTestDatabase(),
    roles: ["api"],
    env: { DNS_SERVERS: dns.address },
  });
  ({ key, cookie } = await signUpAndCreateKey(posthouse));
  await runSql(posthouse.databaseUrl(), "UPDATE people SET is_operator = true");
});
afterAll(async () => {
  await stopAndRemove(posthouse);
  await dns?.close();
});

const call = <T>(path: string, body?: object) =>
  callApi<T>(posthouse.baseUrl, path, { key, ...(body && { method: "POST", body }) });

async function publishRecordsOf(name: string): Promise<void> {
  const { body } = await call<Domain>(`/api/v1/domains/${name}`);
  // RFC 1035 §3.3.14: the strings of a TXT record have at most 255 octets.
  for (const { type, name: owner, value } of body.records)
    if (type === "TXT") dns.set(`${owner} TXT`, [value.match(/.{1,255}/g)]);
}

const untilVerified = (name: string) =>
  until(async () => (await call<Domain>(`/api/v1/domains/${name}`)).body.status === "verified", {
    within: SCHEDULED_WITHIN_MS,
    every: 500,
    what: `${name} to be verified`,
  });

/** Lets the time until the next check pass. */
const makeChecksDue = () => runSql(posthouse.databaseUrl(), "UPDATE domains SET check_at = now()");

test("a domain is verified by the schedule, without a request to check it", async () => {
  await call("/api/v1/domains", { name: "shop.example" });
  expect((await call<Domain>("/api/v1/domains/shop.example")).body.status).toBe("pending");
  await publishRecordsOf("shop.example");
  await makeChecksDue();
  await untilVerified("shop.example");
});

test("an alert is opened by the schedule", async () => {
  const email = { to: "ada@example.com", subject: "Hello", text: "Hello" };
  expect((await call("/api/v1/send", email)).status).toBe(200);
  await runSql(posthouse.databaseUrl(), "UPDATE recipients SET due_at = now() - interval '20 minutes'");
  await until(
    async () => {
      const path = "/api/instance/alerts";
      const { body } = await callApi<{ open: { rule: string }[] }>(posthouse.baseUrl, path, { cookie });
      return body.open.some(({ rule }) => rule === "worker_missing");
    },
    { within: SCHEDULED_WITHIN_MS, every: 500, what: "the alert" },
  );
});

test("schedules go on after the process that runs them is killed (F1)", async () => {
  await posthouse.kill("api");
  await until(() => posthouse.isReady(), { within: 60_000, what: "the new process" });
  await call("/api/v1/domains", { name: "second.example" });
  await publishRecordsOf("second.example");
  await makeChecksDue();
  await untilVerified("second.example");
});
