import { expect, test } from "vitest";
import { useDatabase } from "../../../../test/harness/database.ts";
import { createLogger } from "../../../platform/telemetry/index.ts";
import { AddressPool, type NextSource } from "./source-pool.ts";
import { secondsUntilTomorrow, warmUpLimit } from "./warm-up.ts";

const log = createLogger("silent", "test");
const database = useDatabase();

const cold = { address: "192.0.2.1", heloName: "new.example", startedOn: "2030-01-01" };
const warm = { address: "192.0.2.2", heloName: "old.example", startedOn: null };
const at = (time: string) => () => new Date(`${time}Z`);
const IPV4 = new Set([4] as const);
const addressOf = (next: NextSource | null) =>
  next !== null && "source" in next ? next.source.localAddress : null;

test.each([
  ["before the start", "2029-12-31T23:59:59", 0],
  ["the first day", "2030-01-01T00:00:00", 50],
  ["the third day", "2030-01-03T12:00:00", 200],
  ["the last day", "2030-01-20T23:00:00", 400_000],
  ["after the end", "2030-01-21T00:00:00", null],
])("the daily limit of a source in warm-up: %s", (_when, now, expected) => {
  expect(warmUpLimit("2030-01-01", at(now)())).toBe(expected);
});

test("two workers share the daily limit of an address in warm-up, and then use the warm one", async () => {
  const options = { name: "x", sources: [cold, warm], database, log, now: at("2030-01-01T08:00:00") };
  const pools = [new AddressPool(options), new AddressPool(options)];
  const taken = await Promise.all(
    Array.from({ length: 120 }, (_, n) => pools[n % 2]?.next(IPV4) as Promise<NextSource>),
  );
  const counts = Object.groupBy(taken, (next) => addressOf(next) ?? "none");
  expect(counts["192.0.2.1"]).toHaveLength(50);
  expect(counts["192.0.2.2"]).toHaveLength(70);
});

test("without a warm address, mail above the daily limit waits for the next day, which has its own limit", async () => {
  const source = { ...cold, address: "192.0.2.9" };
  let now = "2030-01-01T23:00:00";
  const pool = new AddressPool({ name: "cold", sources: [source], database, log, now: () => at(now)() });
  for (let n = 0; n < 50; n += 1) expect(addressOf(await pool.next(IPV4))).toBe("192.0.2.9");
  expect(await pool.next(IPV4)).toEqual({
    retryAfterSeconds: 3_600,
    reason: expect.stringContaining("pool cold"),
  });
  now = "2030-01-02T00:00:01";
  expect(addressOf(await pool.next(IPV4))).toBe("192.0.2.9");
  expect(secondsUntilTomorrow(at(now)())).toBe(86_399);
});

test("mail to servers of one family uses only sources of that family, and reserves no messages of the others", async () => {
  const six = { ...cold, address: "2001:db8::1" };
  const sources = [six, warm];
  const pool = new AddressPool({ name: "mixed", sources, database, log, now: at("2030-01-01T08:00:00") });
  for (let n = 0; n < 4; n += 1) expect(addressOf(await pool.next(IPV4))).toBe("192.0.2.2");
  const { rows } = await database.pool.query("SELECT FROM source_days WHERE source = '2001:db8::1'");
  expect(rows).toEqual([]);
  expect(addressOf(await pool.next(new Set([6, 4] as const)))).toBe("2001:db8::1");
  expect(await new AddressPool({ name: "six", sources: [six], database, log }).next(IPV4)).toBeNull();
});
