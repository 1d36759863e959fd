import type { Connection } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type { GetMetricsQuery, GetMetricsResponse } from "./generated/api.ts";

/** The parameters of `GET /metrics`, with lists of metrics and dimensions. */
export type MetricsQuestion = Omit<GetMetricsQuery, "metrics" | "dimensions"> & {
  metrics?: string[];
  dimensions?: string[];
};

/** Counts, rates and latencies of the account's mail. */
export class Metrics {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns totals, and rows for the dimensions: `get({ from: "2026-11-01", dimensions: ["period", "provider"] })`. */
  get(
    { metrics, dimensions, ...query }: MetricsQuestion = {},
    { signal }: CallOptions = {},
  ): Promise<GetMetricsResponse> {
    return this.#connection.call({
      method: "GET",
      path: "/metrics",
      query: { ...query, metrics: metrics?.join(","), dimensions: dimensions?.join(",") },
      repeatable: true,
      signal,
    });
  }
}
