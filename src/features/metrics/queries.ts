/** All SQL of metrics. */
import type { Database } from "../../platform/db/index.ts";
import type { Total } from "./totals.ts";

export type ProcessReport = {
  id: string;
  role: string;
  node: string;
  pid: number;
  gauges: Record<string, number>;
};

/** Adds to the totals of all processes, in the order of keys, so that concurrent statements do not deadlock. */
export async function addTotals({ pool }: Database, totals: Total[]): Promise<void> {
  await pool.query({
    name: "add-metric-totals",
    text: `INSERT INTO metric_totals AS t (name, labels, value)
      SELECT * FROM unnest($1::text[], $2::text[], $3::float8[]) AS c (name, labels, value) ORDER BY name, labels
      ON CONFLICT (name, labels) DO UPDATE SET value = t.value + excluded.value, updated_at = now()`,
    values: [
      totals.map(({ name }) => name),
      totals.map(({ labels }) => labels),
      totals.map(({ value }) => value),
    ],
  });
}

export async function upsertProcess({ pool }: Database, report: ProcessReport): Promise<void> {
  await pool.query({
    name: "upsert-process",
    text: `INSERT INTO processes (id, role, node, pid, gauges) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (id) DO UPDATE SET gauges = excluded.gauges, seen_at = now()`,
    values: [report.id, report.role, report.node, report.pid, JSON.stringify(report.gauges)],
  });
}

export async function deleteProcess({ pool }: Database, id: string): Promise<void> {
  await pool.query("DELETE FROM processes WHERE id = $1", [id]);
}

/** For a restored database: its rows are of processes that ran when the backup was made. */
export async function forgetProcesses({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM processes");
}

export async function listTotals({ pool }: Database): Promise<Total[]> {
  const { rows } = await pool.query<Total>(
    "SELECT name, labels, value FROM metric_totals ORDER BY name, labels LIMIT 5000",
  );
  return rows;
}

/** Returns the processes that reported in the last 30 seconds. */
export async function listProcesses({ pool }: Database): Promise<ProcessReport[]> {
  const { rows } = await pool.query<ProcessReport>(
    `SELECT id, role, node, pid, gauges FROM processes WHERE seen_at > now() - interval '30 seconds'
     ORDER BY role, node, pid LIMIT 1000`,
  );
  return rows;
}

/** A series without changes for 30 days belongs to a deleted route. */
export async function sweepMetrics({ pool }: Database): Promise<void> {
  await pool.query("DELETE FROM metric_totals WHERE updated_at < now() - interval '30 days'");
  await pool.query("DELETE FROM processes WHERE seen_at < now() - interval '1 day'");
}
