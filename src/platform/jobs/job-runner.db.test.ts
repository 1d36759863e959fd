import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { startDatabaseProxy } from "../../../test/harness/database-proxy.ts";
import { until } from "../../../test/harness/until.ts";
import { type Database, openDatabase } from "../db/index.ts";
import { JobRunner, type Schedule } from "./job-runner.ts";

const patient = { within: 30_000 };

async function openNodes(count: number) {
  const { connectionString, drop } = await createTestDatabase();
  const proxy = await startDatabaseProxy(connectionString);
  const lines: { event: string; job?: string }[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const databases: Database[] = Array.from({ length: count }, () =>
    openDatabase(proxy.connectionString, { max: 4, patienceMs: 4_000 }),
  );
  onTestFinished(async () => {
    for (const database of databases) await database.close();
    await proxy.close();
    await drop();
  });
  const start = (schedulesOf: (node: number) => Schedule[]) =>
    databases.map((database, node) => {
      const runner = new JobRunner({ database, log, schedules: schedulesOf(node) });
      runner.start();
      return runner;
    });
  return { start, lines, proxy, database: databases[0] as Database };
}

test("each run happens on one of several nodes, and the next ones follow", async () => {
  const { start, database } = await openNodes(2);
  const runs: number[] = [];
  const runners = start((node) => [{ name: "tick", everySeconds: 1, run: async () => runs.push(node) }]);
  await until(() => runs.length >= 3, { ...patient, what: "three runs" });
  await Promise.all(runners.map((runner) => runner.stop()));
  const { rows } = await database.pool.query(
    "SELECT state FROM pgboss.job WHERE name = 'tick' AND state = 'completed'",
  );
  expect(rows).toHaveLength(runs.length);
});

test("a job that fails is logged, and runs again", async () => {
  const { start, lines } = await openNodes(1);
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error("refused");
  };
  const [runner] = start(() => [{ name: "tick", everySeconds: 1, run }]);
  await until(() => runs >= 2, { ...patient, what: "the second run" });
  await runner?.stop();
  expect(lines).toContainEqual(expect.objectContaining({ event: "jobs.failed", job: "tick" }));
});

test("a stop waits for the run in progress, and signals it to end", async () => {
  const { start } = await openNodes(1);
  const steps: string[] = [];
  const [runner] = start(() => [
    {
      name: "tick",
      everySeconds: 1,
      run: async (stopping) => {
        steps.push("started");
        await new Promise((resolve) => stopping.addEventListener("abort", resolve));
        steps.push("ended");
      },
    },
  ]);
  await until(() => steps.length === 1, { ...patient, what: "the run" });
  await runner?.stop();
  expect(steps).toEqual(["started", "ended"]);
});

test("jobs survive an outage of the database, at the start and later, with few log lines (F6)", async () => {
  const { start, proxy, lines } = await openNodes(1);
  let runs = 0;
  const [runner] = start(() => [{ name: "tick", everySeconds: 1, run: async () => runs++ }]);
  await until(() => runs >= 1, { ...patient, what: "the first run" });
  proxy.cut();
  await until(() => lines.some(({ event }) => event === "jobs.interrupted"), {
    ...patient,
    what: "the log line",
  });
  const before = runs;
  proxy.mend();
  await until(() => runs > before, { within: 90_000, what: "a run after the outage" });
  await runner?.stop();
  expect(lines.length).toBeLessThan(5);
});

test("a start that fails halfway continues with the same PgBoss, so that a stop ends all jobs", async () => {
  const { start, lines } = await openNodes(1);
  const starting = vi.spyOn(PgBoss.prototype, "start");
  const scheduling = vi.spyOn(PgBoss.prototype, "schedule").mockRejectedValueOnce(new Error("refused"));
  onTestFinished(() => {
    starting.mockRestore();
    scheduling.mockRestore();
  });
  let runs = 0;
  const [runner] = start(() => [{ name: "tick", everySeconds: 1, run: async () => runs++ }]);
  await until(() => runs >= 1, { ...patient, what: "a run" });
  await runner?.stop();
  expect(lines).toMatchObject([{ event: "jobs.not_started" }]);
  expect(starting).toHaveBeenCalledTimes(2);
  expect(new Set(starting.mock.contexts).size).toBe(1);
});
