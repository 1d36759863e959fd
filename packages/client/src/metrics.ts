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
  get(question: MetricsQuestion = {}, { signal }: CallOptions = {}): Promise<GetMetricsResponse> {
    const query = queryOf(question);
    return this.#connection.call({ method: "GET", path: "/metrics", query, repeatable: true, signal });
  }

  /** Returns the same rows as CSV. */
  export(question: MetricsQuestion = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/metrics/export", query: queryOf(question), signal });
  }
}

function queryOf({ metrics, dimensions, ...query }: MetricsQuestion): GetMetricsQuery {
  return {
    ...query,
    ...(metrics && { metrics: metrics.join(",") }),
    ...(dimensions && { dimensions: dimensions.join(",") }),
  };
}
