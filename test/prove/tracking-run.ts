import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { encodeTarget } from "../../src/features/tracking/links/target.ts";
import { writeToken } from "../../src/features/tracking/links/token.ts";
import { newId } from "../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../src/platform/secrets/index.ts";
import { signUpAndCreateKey } from "../harness/api-client.ts";
import { type DatabaseProxy, startDatabaseProxy } from "../harness/database-proxy.ts";
import { type Posthouse, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { until } from "../harness/until.ts";
import { seededRandom } from "./random.ts";

/**
 * A kill may take hits whose responses are this old. A process hands hits to the file system in the turn of its event loop that responds,
 * and what the file system has survives its kill. A client that is busy notes the response later.
 */
const UNWRITTEN_MS = 50;
/** A client may note a response of a process this long after its end. */
const UNREAD_MS = 100;
export const SECRET_KEY = "one key for all processes, long enough";
const CALLERS = 8;

/** A click, as the client outside saw it. No two are of the same link of the same recipient. */
type Click = { link: string; answeredAt: number };
type TrackingFigures = {
  clicks: number;
  kills: number;
  outages: number;
  refused: number;
  /** Clicks so close to a kill that they need not be stored. */
  exempt: number;
  /** Redirected long enough before any kill, and not stored. */
  lost: string[];
  /** Stored more often than clicked. */
  doubled: string[];
};

/**
 * Clients follow links, each once, while the processes that write and store hits are killed in turns and the database is unavailable at random. They note what was
 * redirected. In the end, the database must have each click once, except those within moments of a kill.
 */
export async function proveTracking(options: {
  kills: number;
  seed: number;
}): Promise<{ ok: boolean; figures: TrackingFigures }> {
  // It has the database, and is not disturbed.
  const owner = await startPosthouse({ roles: ["api"], env: { SECRET_KEY } });
  const connectionString = owner.databaseUrl();
  const proxy = await startDatabaseProxy(connectionString);
  const posthouse = await startPosthouse({
    roles: ["api"],
    env: { DATABASE_URL: proxy.connectionString, SECRET_KEY },
  });
  try {
    const figures = await play({ posthouse, proxy, connectionString }, options);
    const { lost, doubled, exempt, clicks } = figures;
    // If most clicks were exempt, the proof would say little.
    return { ok: lost.length + doubled.length === 0 && exempt < clicks / 2, figures };
  } finally {
    proxy.mend();
    await stopAndRemove(posthouse);
    await proxy.close();
    await stopAndRemove(owner);
  }
}

type Parts = { posthouse: Posthouse; proxy: DatabaseProxy; connectionString: string };

async function play(
  { posthouse, proxy, connectionString }: Parts,
  { kills, seed }: { kills: number; seed: number },
): Promise<TrackingFigures> {
  const random = seededRandom(seed);
  await signUpAndCreateKey(posthouse);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const links = await linksOf(client);
  const clicks: Click[] = [];
  const ends: { from: number; to: number }[] = [];
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
      if (response?.status === 302) clicks.push({ link: link.name, answeredAt: Date.now() });
      else {
        refused += 1;
        await pause(20);
      }
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
    if (n % 2 === 0) {
      const from = Date.now() - UNWRITTEN_MS;
      await posthouse.kill("api");
      ends.push({ from, to: Date.now() + UNREAD_MS });
    } else await posthouse.kill("background");
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
  const certain = clicks.filter(({ answeredAt }) =>
    ends.every(({ from, to }) => answeredAt < from || answeredAt > to),
  );
  const counts = await storedWithin(client, certain);
  await client.end();
  const clicked = new Set(clicks.map(({ link }) => link));
  return {
    clicks: clicks.length,
    kills,
    outages,
    refused,
    exempt: clicks.length - certain.length,
    lost: certain.filter(({ link }) => !counts.has(link)).map(({ link }) => link),
    doubled: [...counts].filter(([link, count]) => count > 1 && clicked.has(link)).map(([link]) => link),
  };
}

/** Waits until all certain clicks are stored, or nothing more is stored for a while. */
async function storedWithin(client: pg.Client, certain: Click[]): Promise<Map<string, number>> {
  const load = async () => {
    const { rows } = await client.query<{ name: string; count: number }>(
      "SELECT email_id || ' ' || position || ' ' || link AS name, count(*)::integer AS count FROM engagements GROUP BY 1",
    );
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
  let counts = await load();
  for (let n = 0; n < 120 && certain.some(({ link }) => !counts.has(link)); n += 1) {
    await pause(500);
    counts = await load();
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
    const token = writeToken(secrets, "click", { content: { accountNumber, emailId, position, link }, url });
    return { name: `${emailId} ${position} ${link}`, path: `/c/${token}/${encodeTarget(url)}` };
  };
}
