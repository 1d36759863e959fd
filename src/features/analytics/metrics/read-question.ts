import { errors } from "../../../platform/errors/index.ts";
import { METRIC_NAMES, METRICS_OF_FIRSTS, METRICS_WITH_REASON, type MetricName } from "./metric-catalog.ts";
import { type Actor, DIMENSIONS, type Dimension, type Filters, type Question } from "./question.ts";
import type { MetricsQuery } from "./schema.ts";

/** Reads all parameters except the range. Error: `validation_failed`. */
export function readQuestion(accountId: string, query: MetricsQuery): Question {
  const dimensions = readList("dimensions", query.dimensions, DIMENSIONS);
  const filters = readFilters(query);
  const { actor = "human" } = query;
  return {
    accountId,
    timeZone: readTimeZone(query.time_zone ?? "UTC"),
    granularity: query.granularity ?? "day",
    metrics: readMetrics(query.metrics, { dimensions, actor }),
    dimensions,
    filters,
    actor,
  };
}

function readMetrics(
  text: string | undefined,
  { dimensions, actor }: { dimensions: readonly Dimension[]; actor: Actor },
): MetricName[] {
  const hasReason = dimensions.includes("reason");
  const hasFirsts = actor === "human" || actor === "any";
  const isWithoutFirsts = (name: MetricName) => !hasFirsts && METRICS_OF_FIRSTS.includes(name);
  if (text === undefined)
    return hasReason ? [...METRICS_WITH_REASON] : METRIC_NAMES.filter((name) => !isWithoutFirsts(name));
  const metrics = readList("metrics", text, METRIC_NAMES);
  const wrong = hasReason && metrics.find((name) => !METRICS_WITH_REASON.includes(name));
  if (wrong)
    throw invalid(
      "metrics",
      `${wrong} has no reason; with this dimension, request only bounced and deferred`,
    );
  const first = metrics.find(isWithoutFirsts);
  if (first) throw invalid("metrics", `${first} is counted only for the actors human and any, not ${actor}`);
  return metrics;
}

function readFilters({ domain, stream, key, provider, route, tag }: MetricsQuery): Filters {
  return {
    ...(domain !== undefined && { domain: domain.toLowerCase() }),
    ...(stream !== undefined && { stream }),
    ...(key !== undefined && { key }),
    ...(provider !== undefined && { provider }),
    ...(route !== undefined && { route }),
    ...(tag !== undefined && { tag: readTag(tag) }),
  };
}

function readTag(text: string): { name: string; value: string } {
  const colon = text.indexOf(":");
  if (colon <= 0) throw invalid("tag", "must be a name and a value, such as campaign:launch");
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** Error: `validation_failed`. Offsets such as +05:30 are refused: PostgreSQL reads them with the opposite sign, and a zone also knows summer time. */
export function readTimeZone(name: string): string {
  const isName = /^[A-Za-z]/.test(name) && !/^[A-Z]{3,4}[+-]?\d/.test(name);
  if (!isName || !isKnown(name))
    throw invalid("time_zone", `${name} is not a time zone; use a name such as Europe/Berlin`);
  return name;
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

function readList<Name extends string>(
  path: string,
  text: string | undefined,
  names: readonly Name[],
): Name[] {
  const wanted = (text ?? "").split(",").map((part) => part.trim());
  const chosen = new Set<Name>();
  for (const part of wanted) {
    if (part === "") continue;
    const name = names.find((one) => one === part);
    if (name === undefined) throw invalid(path, `${part} is not known; use ${names.join(", ")}`);
    chosen.add(name);
  }
  return [...chosen];
}

export function invalid(path: string, message: string) {
  return errors.validation_failed(`${path}: ${message}`, { fields: [{ path, message }] });
}
