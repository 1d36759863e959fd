import { afterEach, expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { newId } from "../../../platform/ids/index.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { listAccountRates, sweepQueueMinutes } from "./queries.ts";
import { QueueMeter } from "./queue-meter.ts";

const database = useDatabase();
const log = createLogger("silent", "test");
const meters: QueueMeter[] = [];

function startMeter(options: Partial<ConstructorParameters<typeof QueueMeter>[0]> = {}): QueueMeter {
  const meter = new QueueMeter({ database, log, ...options });
  meters.push(meter);
  return meter;
}
afterEach(async () => {
  await Promise.all(meters.splice(0).map((meter) => meter.stop()));
  await database.pool.query("TRUNCATE queue_minutes");
});

/** Two flushes may fall into two minutes. */
async function counted() {
  const { rows } = await database.pool.query(
    `SELECT account_id, domain, sum(delivered)::integer AS delivered, sum(deferred)::integer AS deferred,
       sum(bounced)::integer AS bounced, sum(other)::integer AS other
     FROM queue_minutes GROUP BY account_id, domain ORDER BY domain`,
  );
  return rows;
}

test("workers add their counts to the same minutes, by account and domain", async () => {
  const account = newId();
  const [one, two] = [startMeter(), startMeter()];
  for (const state of ["delivered", "captured", "bounced", "deferred", "expired"])
    one.count(account, "a.example", state);
  two.count(account, "a.example", "delivered");
  two.count(account, "b.example", "suppressed");
  await Promise.all([one.flush(), two.flush()]);
  await one.flush();
  expect(await counted()).toEqual([
    { account_id: account, domain: "a.example", delivered: 3, deferred: 1, bounced: 1, other: 1 },
    { account_id: account, domain: "b.example", delivered: 0, deferred: 0, bounced: 0, other: 1 },
  ]);
});

test("a stop writes the last counts", async () => {
  const meter = startMeter();
  meter.count(newId(), "a.example", "delivered");
  await meter.stop();
  expect(await counted()).toMatchObject([{ delivered: 1 }]);
});

test("counts of a failed flush are dropped, and later ones are written", async () => {
  const meter = startMeter();
  // The statement fails because this is not a UUID.
  meter.count("not an id", "a.example", "delivered");
  await meter.flush();
  meter.count(newId(), "b.example", "delivered");
  await meter.flush();
  expect(await counted()).toMatchObject([{ domain: "b.example", delivered: 1 }]);
});

test("more destinations than the limit are not counted, so that memory is bounded", async () => {
  const meter = startMeter();
  const account = newId();
  for (let n = 0; n < 20_001; n += 1) meter.count(account, `${n}.example`, "delivered");
  meter.count(account, "0.example", "delivered");
  await meter.flush();
  const { rows } = await database.pool.query(
    "SELECT count(DISTINCT domain)::integer AS domains, sum(delivered)::integer AS delivered FROM queue_minutes",
  );
  expect(rows).toEqual([{ domains: 20_000, delivered: 20_001 }]);
});

test("the bounce rate of an account is that of the last 15 minutes, from enough results", async () => {
  const [many, few, clean] = [newId(), newId(), newId()];
  await database.pool.query(
    "INSERT INTO accounts (id, name) VALUES ($1, 'many'), ($2, 'few'), ($3, 'clean')",
    [many, few, clean],
  );
  const add = (account: string, ago: string, [delivered, deferred, bounced]: number[]) =>
    database.pool.query(
      `INSERT INTO queue_minutes (account_id, domain, minute, delivered, deferred, bounced)
       VALUES ($1, 'a.example', date_trunc('minute', now()) - $2::interval, $3, $4, $5)`,
      [account, ago, delivered, deferred, bounced],
    );
  await add(many, "1 minute", [70, 500, 20]);
  await add(many, "5 minutes", [10, 0, 0]);
  await add(many, "20 minutes", [0, 0, 900]);
  await add(few, "1 minute", [1, 500, 98]);
  await add(clean, "1 minute", [500, 0, 0]);
  const rates = await listAccountRates(database, 100);
  expect(rates.map(({ name, bounced, outcomes }) => [name, Number(bounced), Number(outcomes)])).toEqual([
    ["many", 20, 100],
  ]);
});

test("minutes are kept for two hours", async () => {
  await database.pool.query(
    `INSERT INTO queue_minutes (account_id, domain, minute) SELECT gen_random_uuid(), ago, now() - ago::interval
     FROM unnest(ARRAY['1 hour', '3 hours']) AS ago`,
  );
  await sweepQueueMinutes(database);
  expect(await counted()).toMatchObject([{ domain: "1 hour" }]);
});
