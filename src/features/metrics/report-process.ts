import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database } from "../../platform/db/index.ts";
import { freeBytes } from "../../platform/files/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { type Logger, loggedEvents, type NameOf } from "../../platform/telemetry/index.ts";
import { addTotals, deleteProcess, upsertProcess } from "./queries.ts";
import type { Totals } from "./totals.ts";

/** A process that has not reported for six of these intervals counts as ended. */
const REPORT_EVERY_MS = 5_000;
const NANOSECONDS_PER_SECOND = 1e9;

/** The log lines counted so far. The process has one map, because roles that share it must not count the same line twice. */
const countedEvents = new Map<string, number>();

type Reporting = {
  database: Database;
  log: Logger;
  role: string;
  /** Its free space is reported, because each node has a disk of its own. */
  dataDir: string;
  totals: Totals;
  /** Gauges that only this role has. */
  readGauges?: () => Partial<Record<NameOf<"gauge">, number>>;
};

/**
 * Stores the counts and gauges of this process every few seconds, so that any process can serve them: workers have no port, and one
 * address serves the metrics of all nodes. Returns a function that stops reporting and removes the process.
 */
export function reportProcess({
  database,
  log,
  role,
  dataDir,
  totals,
  readGauges,
}: Reporting): () => Promise<void> {
  const id = newId();
  const delay = monitorEventLoopDelay({ resolution: 50 });
  delay.enable();
  let reporting = report();
  const timer = setInterval(() => {
    reporting = report();
  }, REPORT_EVERY_MS);
  return async () => {
    clearInterval(timer);
    delay.disable();
    await reporting;
    await report();
    await deleteProcess(database, id).catch(() => undefined);
  };

  async function report(): Promise<void> {
    countEvents();
    const counted = totals.drain();
    const free = await freeBytes(dataDir);
    const disk = free !== null && { posthouse_disk_free_bytes: free };
    const gauges = { ...gaugesOfProcess(), ...disk, ...readGauges?.() };
    try {
      if (counted.length > 0) await addTotals(database, counted);
    } catch (error) {
      totals.takeBack(counted);
      log.debug({ event: "metrics.not_written", err: error }, "could not write counters");
    }
    await upsertProcess(database, { id, role, node: hostname(), pid: process.pid, gauges }).catch(
      (error: unknown) => log.debug({ event: "metrics.not_written", err: error }, "could not write gauges"),
    );
  }

  function countEvents(): void {
    for (const [event, count] of loggedEvents()) {
      const added = count - (countedEvents.get(event) ?? 0);
      if (added > 0) totals.count("posthouse_log_events_total", { event }, added);
      countedEvents.set(event, count);
    }
  }

  function gaugesOfProcess(): Record<string, number> {
    const { pool } = database;
    const lag = Math.max(0, delay.percentile(99) / NANOSECONDS_PER_SECOND);
    delay.reset();
    return {
      posthouse_process_up: 1,
      posthouse_process_resident_memory_bytes: process.memoryUsage.rss(),
      posthouse_event_loop_lag_seconds: Number.isFinite(lag) ? lag : 0,
      posthouse_database_connections: pool.totalCount,
      posthouse_database_waiting: pool.waitingCount,
    };
  }
}
