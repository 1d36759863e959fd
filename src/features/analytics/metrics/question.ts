import type { MetricName } from "./metric-catalog.ts";

export const GRANULARITIES = ["15m", "hour", "day", "week", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** `weekday`: 1 is Monday. `hour`: of the day. Both by the time zone of the request. */
export const DIMENSIONS = [
  "period",
  "domain",
  "stream",
  "tag",
  "key",
  "provider",
  "route",
  "reason",
  "weekday",
  "hour",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** `human` includes proxies, which load images when a person opens the mail. */
export const ACTORS = ["human", "any", "proxy", "prefetch", "scanner", "bot", "unknown"] as const;
export type Actor = (typeof ACTORS)[number];

export type Filters = {
  domain?: string;
  stream?: string;
  key?: number;
  provider?: string;
  route?: string;
  tag?: { name: string; value: string };
};

/** A question about the mail of one account. */
export type Question = {
  accountId: string;
  timeZone: string;
  granularity: Granularity;
  metrics: readonly MetricName[];
  dimensions: readonly Dimension[];
  filters: Filters;
  actor: Actor;
};
