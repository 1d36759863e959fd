import { expect, test } from "vitest";
import { startTestApi, useApi } from "../../../test/harness/api.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import { countAttempt, reportProcess, Totals } from "./index.ts";

const token = "a token of sixteen+".replaceAll(" ", "-");
const log = createLogger("silent", "test");
const api = useApi({ METRICS_TOKEN: token });

const scrape = (authorization: string) =>
  api.app.inject({ method: "GET", url: "/metrics", headers: { authorization } });

test("metrics need the token, and without METRICS_TOKEN the route does not exist", async () => {
  for (const authorization of ["", "Bearer x", `Basic ${token}`, `Bearer ${token}x`])
    expect((await scrape(authorization)).statusCode).toBe(401);
  const response = await scrape(`Bearer ${token}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
  });
  const closed = await startTestApi();
  const without = await closed.app.inject({
    method: "GET",
    url: "/metrics",
    headers: { accept: "application/json" },
  });
  expect(without.body).not.toContain("posthouse_");
  await closed.close();
});

test("counts of several processes are added up, outlive the processes, and are rendered for Prometheus", async () => {
  const report = async (settle: (meter: (settled: Parameters<typeof countAttempt>[1]) => void) => void) => {
    const totals = new Totals();
    const stop = reportProcess({ database: api.database, log, role: "worker", dataDir: ".", totals });
    settle((settled) => countAttempt(totals, settled));
    await stop();
  };
  const since = () => new Date(Date.now() - 3_000);
  const delivered = () =>
    ({
      since: since(),
      state: "delivered",
      result: { kind: "delivered", reason: "", route: 'relay "a"\n' },
    }) as const;
  const refused = () =>
    ({
      since: since(),
      state: "deferred",
      result: { kind: "deferred", reason: "", route: "relay", phase: "auth", code: 535 },
    }) as const;
  await report((meter) => {
    meter(delivered());
    meter(delivered());
  });
  await report((meter) => {
    meter(delivered());
    meter(refused());
  });
  const { pool } = api.database;
  await pool.query(
    `WITH account AS (INSERT INTO accounts (id, name) VALUES (gen_random_uuid(), 'Ada') RETURNING id)
     INSERT INTO followers (name, shard, account_id, cursor) SELECT 'test', id, id, end_of_settled_events() FROM account`,
  );
  const stopReporting = reportProcess({
    database: api.database,
    log,
    role: "worker",
    dataDir: ".",
    totals: new Totals(),
    readGauges: () => ({ posthouse_inbound_connections: 7 }),
  });
  await expect
    .poll(async () => (await scrape(`Bearer ${token}`)).body, { timeout: 20_000 })
    .toContain("process_up{");
  const lines = (await scrape(`Bearer ${token}`)).body.split("\n");
  await stopReporting();
  expect(lines).toEqual(
    expect.arrayContaining([
      "# TYPE posthouse_attempts_total counter",
      'posthouse_attempts_total{route="relay \\"a\\"\\n",result="delivered"} 3',
      'posthouse_attempts_total{route="relay",result="deferred"} 1',
      'posthouse_relay_auth_failures_total{route="relay"} 1',
      'posthouse_delivery_seconds_bucket{le="5"} 3',
      'posthouse_delivery_seconds_bucket{le="+Inf"} 3',
      "posthouse_delivery_seconds_count 3",
      'posthouse_queue_recipients{state="waiting"} 0',
      "posthouse_queue_oldest_seconds 0",
      'posthouse_follower_lag_seconds{follower="test"} 0',
      expect.stringMatching(/^posthouse_inbound_connections\{process="worker .+"\} 7$/),
    ]),
  );
  const bounds = lines.flatMap(
    (line) => /^posthouse_delivery_seconds_bucket\{le="(.+)"\}/.exec(line)?.[1] ?? [],
  );
  expect(bounds).toEqual(["5", "10", "30", "60", "300", "900", "3600", "14400", "86400", "+Inf"]);
  expect(lines.filter((line) => line.startsWith("posthouse_process_up"))).toHaveLength(1);
});

test("counters with known labels are 0 from the start, so that increase() sees the first count", async () => {
  const lines = (await scrape(`Bearer ${token}`)).body.split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "posthouse_accepted_emails_total 0",
      'posthouse_tracking_hits_total{kind="click"} 0',
      'posthouse_inbound_messages_total{kind="complaint",outcome="failed"} 0',
      'posthouse_log_events_total{event="delivery.parked"} 0',
    ]),
  );
  // The names of routes are not known before mail takes them.
  expect(lines.filter((line) => /^posthouse_relay_auth_failures_total.* 0$/.test(line))).toEqual([]);
  const series = lines.filter((line) => !line.startsWith("#")).map((line) => line.replace(/ \S+$/, ""));
  expect(new Set(series).size).toBe(series.length);
});

test("the number of series is limited even if users create many routes", () => {
  const totals = new Totals();
  for (let n = 0; n < 200; n += 1)
    totals.count("posthouse_attempts_total", { route: `relay ${n}`, result: "delivered" });
  const drained = totals.drain();
  expect(drained).toHaveLength(51);
  expect(drained.at(-1)).toEqual({
    name: "posthouse_attempts_total",
    labels: 'route="other",result="delivered"',
    value: 150,
  });
});
