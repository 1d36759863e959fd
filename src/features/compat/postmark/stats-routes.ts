import type { Static } from "typebox";
import type { Database } from "../../../platform/db/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { loadMetrics, type MetricName, type MetricRow, type Question } from "../../analytics/index.ts";
import { postmarkBounceType } from "../../webhooks/index.ts";
import { readStatsQuery, statsQuery, TIME_ZONE } from "./stats-query.ts";

const METRICS = [
  "recipients",
  "tracked",
  "delivered",
  "bounced",
  "complained",
  "opened",
  "unique_opened",
  "clicked",
  "unique_clicked",
] as const satisfies MetricName[];

type Counted = Partial<Record<string, number>>;

/** The figures of each path, by Postmark's names, and the metrics that they need: a range without dates is long. */
const SERIES: Record<string, { of: MetricName[]; figuresOf: (row: MetricRow) => Counted }> = {
  sends: { of: ["recipients"], figuresOf: ({ recipients }) => ({ Sent: recipients ?? 0 }) },
  spam: { of: ["complained"], figuresOf: ({ complained }) => ({ SpamComplaint: complained ?? 0 }) },
  tracked: { of: ["tracked"], figuresOf: ({ tracked }) => ({ Tracked: tracked ?? 0 }) },
  opens: {
    of: ["opened", "unique_opened"],
    figuresOf: ({ opened, unique_opened }) => ({ Opens: opened ?? 0, Unique: unique_opened ?? 0 }),
  },
  clicks: {
    of: ["clicked", "unique_clicked"],
    figuresOf: ({ clicked, unique_clicked }) => ({ Clicks: clicked ?? 0, Unique: unique_clicked ?? 0 }),
  },
  // Links in plain text are never tracked.
  "clicks/location": { of: ["clicked"], figuresOf: ({ clicked }) => ({ HTML: clicked ?? 0, Text: 0 }) },
};

/** The statistics of the SDK `postmark` that the roll-ups have. */
export function statsRoutes(app: App, { database }: { database: Database }): void {
  app.get(
    "/stats/outbound",
    { schema: { hide: true, querystring: statsQuery } },
    async ({ principal, query }) => {
      const { totals } = await load(database, principal.accountId, query, [], METRICS);
      return overviewOf(totals);
    },
  );

  for (const [path, { of, figuresOf }] of Object.entries(SERIES))
    app.get(
      `/stats/outbound/${path}`,
      { schema: { hide: true, querystring: statsQuery } },
      async ({ principal, query }) => {
        const { totals, rows } = await load(database, principal.accountId, query, ["period"], of);
        return { Days: daysOf(rows, figuresOf), ...figuresOf(totals) };
      },
    );

  app.get(
    "/stats/outbound/bounces",
    { schema: { hide: true, querystring: statsQuery } },
    async ({ principal, query }) => {
      const { rows } = await load(database, principal.accountId, query, ["period", "reason"], ["bounced"]);
      const days = new Map<string, Counted>();
      const totals: Counted = {};
      for (const row of rows) {
        const day = (row.period ?? "").slice(0, 10);
        const counted = days.get(day) ?? {};
        days.set(day, counted);
        const name = postmarkBounceType(row.reason ?? "");
        for (const sums of [counted, totals]) sums[name] = (sums[name] ?? 0) + (row.bounced ?? 0);
      }
      return { Days: [...days].map(([day, counted]) => ({ Date: day, ...counted })), ...totals };
    },
  );
}

async function load(
  database: Database,
  accountId: string,
  query: Static<typeof statsQuery>,
  dimensions: Question["dimensions"],
  metrics: readonly MetricName[],
) {
  const { ends, filters } = readStatsQuery(query);
  const question = { accountId, dimensions, metrics, timeZone: TIME_ZONE, granularity: "day" as const };
  return await loadMetrics(database, { ...question, filters, actor: "human" }, ends);
}

function daysOf(rows: MetricRow[], figuresOf: (row: MetricRow) => Counted) {
  return rows.flatMap((row) => {
    const figures = figuresOf(row);
    const isEmpty = Object.values(figures).every((count) => !count);
    return isEmpty ? [] : [{ Date: (row.period ?? "").slice(0, 10), ...figures }];
  });
}

/** The roll-ups do not count these, but the SDK promises numbers. */
const UNCOUNTED = {
  WithLinkTracking: 0,
  WithOpenTracking: 0,
  TotalTrackedLinksSent: 0,
  WithClientRecorded: 0,
  WithPlatformRecorded: 0,
  WithReadTimeRecorded: 0,
};

function overviewOf({
  recipients,
  tracked,
  bounced,
  complained,
  opened,
  unique_opened,
  clicked,
  unique_clicked,
}: MetricRow) {
  const [sent, bounces, complaints] = [recipients ?? 0, bounced ?? 0, complained ?? 0];
  const percent = (part: number) => (sent === 0 ? 0 : Math.round((part / sent) * 100_000) / 1_000);
  return {
    Sent: sent,
    Bounced: bounces,
    SMTPApiErrors: 0,
    BounceRate: percent(bounces),
    SpamComplaints: complaints,
    SpamComplaintsRate: percent(complaints),
    Opens: opened ?? 0,
    UniqueOpens: unique_opened ?? 0,
    Tracked: tracked ?? 0,
    TotalClicks: clicked ?? 0,
    UniqueLinksClicked: unique_clicked ?? 0,
    ...UNCOUNTED,
  };
}
