import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { linkPathOf } from "../../src/features/tracking/links/link-path.fixture.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../src/platform/secrets/index.ts";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../harness/database-proxy.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { onPostgres } from "./on-postgres.ts";
import { seededRandom } from "./random.ts";

export const SECRET_KEY = "one key for all processes, long enough";
const CALLERS = 8;

type Tracking = {
  connectionString: string;
  kills: number;
  seed: number;
  /** The pause of a client between two links. */
  pauseMs?: number;
};
type TrackingFigures = {
  /** Those whose redirect arrived. */
  clicks: number;
  kills: number;
  outages: number;
  refused: number;
  /** Redirected and not stored. */
  lost: string[];
  /** Stored more often than clicked. */
  doubled: string[];
};

/**
 * Clients follow links, each once, while the processes that write and store hits are killed in turns and the database is unavailable at
 * random. In the end, the database must have each click whose redirect arrived, once: a hit is in its file before the response is sent, and
 * what the file system has survives the kill of a process.
 */
export async function proveTracking(options: Tracking): Promise<TrackingFigures> {
  const proxy = await startDatabaseProxy(options.connectionString);
  const posthouse = await startPosthouse({
    roles: ["api"],
    env: { DATABASE_URL: proxy.connectionString, SECRET_KEY },
  });
  try {
    return await play({ posthouse, proxy }, options);
  } finally {
    proxy.mend();
    await stopAndRemove(posthouse);
    await proxy.close();
  }
}

/** The stage with a PostgreSQL of its own. */
export async function proveTrackingAlone(
  options: Omit<Tracking, "connectionString">,
): Promise<{ ok: boolean; figures: TrackingFigures }> {
  return await onPostgres(async (connectionString) => {
    const figures = await proveTracking({ ...options, connectionString });
    return { ok: figures.lost.length + figures.doubled.length === 0 && figures.clicks > 0, figures };
  });
}

async function play(
  { posthouse, proxy }: { posthouse: Posthouse; proxy: DatabaseProxy },
  { connectionString, kills, seed, pauseMs = 0 }: Tracking,
): Promise<TrackingFigures> {
  const random = seededRandom(seed);
  await signUpAndCreateKey(posthouse);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const links = await linksOf(client);
  // No two are of the same link of the same recipient.
  const clicked = new Set<string>();
  let refused = 0;
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const link = links();
      const response = await fetch(`${posthouse.baseUrl}${link.path}`, {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0 Gecko/20100101 Firefox/144.0", "accept-language": "en" },
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null);
      await response?.body?.cancel().catch(() => undefined);
      if (response?.status === 302) clicked.add(link.name);
      else {
        refused += 1;
        await pause(20);
      }
      await pause(pauseMs);
    }
  });
  let outages = 0;
  for (let n = 0; n < kills; n += 1) {
    await pause(100 + random() * 700);
    const isDown = random() < 0.4;
    if (isDown) {
      outages += 1;
      proxy.cut();
      await pause(random() * 600);
    }
    // The supervisor restarts the process.
    await posthouse.kill(n % 2 === 0 ? "api" : "background");
    if (isDown) proxy.mend();
    await until(() => posthouse.isReady(), { within: 60_000, what: "the api process" });
    await until(() => posthouse.rolePids("background").length > 0, {
      within: 60_000,
      what: "the background process",
    });
  }
  await pause(1_000);
  isOver = true;
  await Promise.all(callers);
  const counts = await storedWithin(client, clicked);
  await client.end();
  return {
    clicks: clicked.size,
    kills,
    outages,
    refused,
    lost: [...clicked].filter((link) => !counts.has(link)),
    doubled: [...counts].filter(([link, count]) => count > 1 && clicked.has(link)).map(([link]) => link),
  };
}

/** Waits until all clicks are stored, or nothing more is stored for 20 seconds. */
async function storedWithin(client: pg.Client, clicked: ReadonlySet<string>): Promise<Map<string, number>> {
  const load = async () => {
    const { rows } = await client.query<{ name: string; count: number }>(
      "SELECT email_id || ' ' || position || ' ' || link AS name, count(*)::integer AS count FROM engagements GROUP BY 1",
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  let counts = await load();
  let grewAt = Date.now();
  while ([...clicked].some((link) => !counts.has(link)) && Date.now() - grewAt < 20_000) {
    await pause(500);
    const before = counts.size;
    counts = await load();
    if (counts.size > before) grewAt = Date.now();
  }
  // A second copy may come later than the first.
  await pause(3_000);
  return await load();
}

/** Links of delivered mail; each call returns another one. */
export async function linksOf(client: pg.Client): Promise<() => { name: string; path: string }> {
  const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: SECRET_KEY });
  const { rows } = await client.query<{ id: string; number: number }>(
    "SELECT id, number FROM accounts LIMIT 1",
  );
  const { id: accountId, number: accountNumber } = rows[0] as { id: string; number: number };
  const emailId = newId();
  const recipients = 1_000;
  await client.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, state, due_at, updated_at)
     SELECT $1, $2, n, n || '@example.com', n || '@example.com', 'delivered', NULL, now() - interval '1 hour'
     FROM generate_series(0, $3 - 1) n`,
    [accountId, emailId, recipients],
  );
  let next = 0;
  return () => {
    const position = next % recipients;
    const link = Math.floor(next / recipients);
    next += 1;
    const url = `https://shop.example/${link}`;
    const path = linkPathOf(secrets, { accountNumber, emailId, position, link }, url);
    return { name: `${emailId} ${position} ${link}`, path };
  };
}
