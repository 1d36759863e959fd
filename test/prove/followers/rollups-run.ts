import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import {
  readLatencies,
  readLatenciesOfTags,
  readRollups,
  readTags,
  recountLatencies,
  recountLatenciesOfTags,
  recountMail,
  recountTags,
} from "../../../src/features/analytics/rollups/recount.fixture.ts";
import { type Database, openDatabase } from "../../../src/platform/db/index.ts";
import { nodePath } from "../../harness/node-path.ts";
import { until } from "../../harness/until.ts";
import { seededRandom } from "../random.ts";
import { writeMail } from "./rollups-mail.ts";

/** A step has about this many statements, and a process takes the follower with a few more. */
const STATEMENTS = 26;
const PROGRAM = fileURLToPath(new URL("follower-process.ts", import.meta.url));

export type RollupsReport = {
  kills: number;
  events: number;
  emails: number;
  engagements: number;
  /** Figures that were compared, those of tags apart. */
  figures: number;
  figuresOfTags: number;
  differences: string[];
};

/**
 * Kills the follower of the roll-ups at its statements, each in turn, while mail is stored, settled, opened and clicked, and compares with
 * a recount. `npm test` has no short form of it: e2e/followers.test.ts kills a follower at its statements, and rollups.db.test.ts rolls
 * steps of the roll-ups back, repeats them and compares with the same recount.
 */
export async function proveRollups({
  connectionString,
  kills,
  seed,
}: {
  connectionString: string;
  kills: number;
  seed: number;
}): Promise<RollupsReport> {
  const database = openDatabase(connectionString, { max: 3 });
  const random = seededRandom(seed);
  const writing = new AbortController();
  const written = writeMail(database, random, writing.signal);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const when = random() < 0.5 ? "before" : "sent";
      const child = start(connectionString, ["kill", String(1 + (kill % STATEMENTS)), when]);
      const [, signal] = await once(child, "exit");
      if (signal !== "SIGKILL") throw new Error(`the process ended with ${signal} before its fault`);
      await database.pool.query(
        "UPDATE followers SET leased_until = now() - interval '1 s' WHERE name = 'rollups'",
      );
    }
    writing.abort();
    await written;
    await finish(connectionString, database);
    return { kills, ...(await compare(database)) };
  } finally {
    writing.abort();
    await written.catch(() => undefined);
    await database.close();
  }
}

function start(connectionString: string, args: string[]) {
  const stdio = ["ignore", "ignore", "inherit"] as const;
  return spawn(nodePath, [PROGRAM, connectionString, ...args, "rollups"], { stdio: [...stdio] });
}

async function finish(connectionString: string, database: Database): Promise<void> {
  const child = start(connectionString, ["none", "0", "before"]);
  const isDone = async () => {
    const { rows } = await database.pool.query<{ done: boolean }>(
      `SELECT (SELECT cursor FROM followers WHERE name = 'rollups')
           >= (SELECT max(id::text)::uuid FROM (SELECT id FROM events UNION ALL SELECT id FROM engagements) f)
         AND NOT EXISTS (SELECT FROM acceptances) AS done`,
    );
    return rows[0]?.done === true;
  };
  try {
    await until(isDone, { what: "the last event", within: 120_000 });
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

type Comparison = { of: string; isOfTags: boolean; expected: unknown[]; found: unknown[] };

async function compare(database: Database): Promise<Omit<RollupsReport, "kills">> {
  const compared = [...(await compareBuckets(database, 15)), ...(await compareBuckets(database, 60))];
  const figuresOf = (comparisons: Comparison[]) =>
    comparisons.reduce((sum, { expected }) => sum + expected.length, 0);
  const { rows } = await database.pool.query<Pick<RollupsReport, "events" | "emails" | "engagements">>(
    `SELECT (SELECT count(*) FROM events)::integer AS events, (SELECT count(*) FROM emails)::integer AS emails,
       (SELECT count(*) FROM engagements)::integer AS engagements`,
  );
  const [written] = rows;
  if (!written) throw new Error("the count of what was written returned nothing");
  return {
    ...written,
    figures: figuresOf(compared.filter(({ isOfTags }) => !isOfTags)),
    figuresOfTags: figuresOf(compared.filter(({ isOfTags }) => isOfTags)),
    differences: compared.flatMap(differenceOf),
  };
}

async function compareBuckets(database: Database, minutes: number): Promise<Comparison[]> {
  const counts = await recountMail(database, minutes);
  const latencies = await recountLatencies(database, minutes);
  const buckets = `in buckets of ${minutes} minutes`;
  const compared: Comparison[] = [
    {
      of: `counts of tags ${buckets}`,
      isOfTags: true,
      expected: await recountTags(database, minutes),
      found: await readTags(database, minutes),
    },
    {
      of: `latencies of tags ${buckets}`,
      isOfTags: true,
      expected: await recountLatenciesOfTags(database, minutes),
      found: await readLatenciesOfTags(database, minutes),
    },
  ];
  for (const kind of ["all", "combination"]) {
    const series = `${buckets}, series of the kind ${kind}`;
    compared.push(
      {
        of: `counts ${series}`,
        isOfTags: false,
        expected: counts,
        found: await readRollups(database, minutes, kind),
      },
      {
        of: `latencies ${series}`,
        isOfTags: false,
        expected: latencies,
        found: await readLatencies(database, minutes, kind),
      },
    );
  }
  return compared;
}

/** Names the first figure that differs. */
function differenceOf({ of, expected, found }: Comparison): string[] {
  const length = Math.max(expected.length, found.length);
  const at = Array.from({ length }, (_, n) => n).find((n) => !isDeepStrictEqual(found[n], expected[n]));
  if (at === undefined) return [];
  return [`${of}: ${JSON.stringify(found[at])} instead of ${JSON.stringify(expected[at])}`];
}
