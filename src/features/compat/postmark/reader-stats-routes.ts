import type { Database } from "../../../platform/db/index.ts";
import type { App } from "../../../platform/http/index.ts";
import { type AgentCount, countAgents } from "../../analytics/index.ts";
import { clientOf, deviceOf, platformOfOpen } from "./reader-names.ts";
import { invalidParameter, readStatsQuery, statsQuery, TIME_ZONE } from "./stats-query.ts";

type Statistic = {
  kind: "open" | "click";
  nameOf: (agent: string | null) => string;
  /** The names that the totals always have. */
  names?: readonly string[];
};

const OPENS_BY_CLIENT: Statistic = { kind: "open", nameOf: clientOf };
const CLICKS_BY_BROWSER: Statistic = { kind: "click", nameOf: clientOf };

/** Node's SDK writes two paths with a capital letter; Postmark's documentation does not. */
const STATISTICS: Readonly<Record<string, Statistic>> = {
  "opens/emailclients": OPENS_BY_CLIENT,
  "opens/emailClients": OPENS_BY_CLIENT,
  "opens/platforms": {
    kind: "open",
    nameOf: platformOfOpen,
    names: ["Desktop", "Mobile", "Unknown", "WebMail"],
  },
  "clicks/browserfamilies": CLICKS_BY_BROWSER,
  "clicks/browserFamilies": CLICKS_BY_BROWSER,
  "clicks/platforms": { kind: "click", nameOf: deviceOf, names: ["Desktop", "Mobile", "Unknown"] },
};

/** The statistics of the SDK `postmark` about the programs with which people read mail and follow links. */
export function readerStatsRoutes(app: App, { database }: { database: Database }): void {
  for (const [path, statistic] of Object.entries(STATISTICS))
    app.get(
      `/stats/outbound/${path}`,
      { schema: { hide: true, querystring: statsQuery } },
      async ({ principal: { accountId }, query }) => {
        const { ends, filters } = readStatsQuery(query);
        const asked = { accountId, timeZone: TIME_ZONE, kind: statistic.kind, filters };
        const counts = await countAgents(database, asked, ends);
        if (counts === null)
          throw invalidParameter(
            "fromdate",
            "begins a range with too many opens and clicks; request fewer days",
          );
        return present(counts, statistic);
      },
    );
}

function present(counts: readonly AgentCount[], { nameOf, names = [] }: Statistic) {
  const totals = new Map(names.map((name) => [name, 0]));
  const days = new Map<string, Map<string, number>>();
  for (const { day, agent, count } of counts) {
    const ofDay = days.get(day) ?? new Map<string, number>();
    days.set(day, ofDay);
    const name = nameOf(agent);
    for (const sums of [ofDay, totals]) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  // Ours come last, because a program may call itself Days.
  return {
    ...Object.fromEntries(totals),
    Days: [...days].map(([day, ofDay]) => ({ ...Object.fromEntries(ofDay), Date: day })),
  };
}
