import { once } from "node:events";
import { SYSTEM } from "../../../src/features/audit/index.ts";
import { addWebhook } from "../../../src/features/webhooks/change-webhooks.ts";
import { type Database, openDatabase } from "../../../src/platform/db/index.ts";
import { newId } from "../../../src/platform/ids/index.ts";
import { openInstanceSecrets } from "../../../src/platform/secrets/index.ts";
import { startDatabaseProxy } from "../../harness/database-proxy.ts";
import { until } from "../../harness/until.ts";
import { killProcesses } from "../child-processes.ts";
import { onPostgres } from "../on-postgres.ts";
import { seededRandom } from "../random.ts";
import { judgeRequests, type LedgerEvent, type WebhooksVerdict } from "./judge-requests.ts";
import {
  KEY_OF_DELIVERY,
  killAt,
  POINTS,
  type Point,
  SECRET_KEY,
  startSender,
  type World,
} from "./kill-sender.ts";
import { loadEvents, writeMail } from "./proof-mail.ts";
import { ProofReceiver } from "./proof-receiver.ts";
import { STUBBORN_MS, StubbornEvents } from "./stubborn-events.ts";

/** One request in 25 fails, so that later events of its email wait for the retry. */
const FAILS_EVERY = 25;
/** The number for each webhook in the stage. Each keeps the later events of its email back for a minute. */
const STUBBORN_OF_WEBHOOK = 5;
/** Two with the default order: they share pages of the feed. Each path is that of a URL. */
const WEBHOOKS = [
  { path: "/strict", ordering: "strict", concurrency: 8 },
  { path: "/one", ordering: "subject", concurrency: 8 },
  { path: "/two", ordering: "subject", concurrency: 32 },
] as const;
/** Events of acceptance are sent only to webhooks that name them. */
const TYPES = ["email.queued", "email.deferred"];

export type WebhooksReport = {
  kills: Record<Point, number>;
  events: number;
  requests: number;
  copies: number;
  failures: number;
  /** Events that failed for longer than later ones of their email wait for them with the default order. */
  stubborn: number;
  /** Deliveries without a record of their success at the end. */
  unrecorded: number;
} & WebhooksVerdict;

type Options = {
  connectionString: string;
  kills: number;
  seed: number;
  /** Stubborn events of each webhook. With any, the run takes at least a minute and a half. */
  stubborn: number;
  onProgress?: (line: string) => void;
};
/** The stage with a PostgreSQL of its own. */
export async function proveWebhooksAlone(options: {
  kills: number;
  seed: number;
}): Promise<{ ok: boolean; figures: WebhooksReport }> {
  return await onPostgres(async (connectionString) => {
    const onProgress = (line: string) => console.error(line);
    const stubborn = STUBBORN_OF_WEBHOOK;
    const figures = await proveWebhooks({ ...options, stubborn, connectionString, onProgress });
    const { lost, foreign, unstable, outOfOrder, blocking, unexplained } = figures;
    const violations = [lost, foreign, unstable, outOfOrder, blocking, unexplained].flat();
    const isMeaningful = figures.events > 0 && figures.stubborn > 0;
    return { ok: violations.length === 0 && figures.unrecorded === 0 && isMeaningful, figures };
  });
}

/**
 * Kills the process that sends to webhooks between the receipt of a request and the commit of its record, while events are written and
 * some requests fail. The receiver's ledger must have each event for each webhook, with one id and body, in the order of its email that
 * the webhook promises.
 */
export async function proveWebhooks({
  connectionString,
  kills,
  seed,
  stubborn: perWebhook,
  onProgress = () => undefined,
}: Options): Promise<WebhooksReport> {
  const database = openDatabase(connectionString, { max: 6 });
  const random = seededRandom(seed);
  const stubborn = new StubbornEvents(perWebhook, random);
  const receiver = new ProofReceiver((request) =>
    (stubborn.isFailing(request) ?? random() < 1 / FAILS_EVERY) ? 503 : 204,
  );
  const proxy = await startDatabaseProxy(connectionString);
  const world: World = { database, proxy, receiver, stubborn, random, recordedAt: new Map() };
  const accountId = await addAccount(database, await receiver.open());
  const writing = new AbortController();
  const sent = () => receiver.ledger.length / WEBHOOKS.length;
  const written = writeMail(database, { accountId, random, sent, signal: writing.signal });
  const retries = setInterval(() => void makeRetriesDue(world).catch(() => undefined), 100);
  const report = { received: 0, answered: 0, recording: 0, committed: 0 };
  try {
    for (let n = 0; n < kills; n += 1) {
      const point = POINTS[n % POINTS.length] ?? "received";
      await killAt(world, point);
      report[point] += 1;
      if ((n + 1) % 20 === 0) onProgress(`${n + 1} kills, ${receiver.ledger.length} requests`);
    }
    writing.abort();
    await written;
    const unrecorded = await finish(world);
    const events = await loadEvents(database);
    const requests = receiver.ledger;
    return {
      kills: report,
      events: events.length,
      requests: requests.length,
      copies: requests.length - new Set(requests.map(({ webhook, id }) => `${webhook} ${id}`)).size,
      failures: requests.filter(({ status }) => status === 503).length,
      stubborn: stubborn.count,
      unrecorded,
      ...judgeAll(world, events),
    };
  } finally {
    clearInterval(retries);
    writing.abort();
    await written.catch(() => undefined);
    killProcesses();
    await receiver.close();
    await proxy.close();
    await database.close();
  }
}

/** The violations of all webhooks, with their paths. */
function judgeAll({ receiver, recordedAt }: World, events: LedgerEvent[]): WebhooksVerdict {
  const verdicts = WEBHOOKS.map(({ path, ordering }) => {
    const requests = receiver.ledger.filter(({ webhook }) => webhook === path);
    const recorded = [...recordedAt].filter(([key]) => key.startsWith(`${path} `));
    return {
      path,
      verdict: judgeRequests({
        ...{ ordering, events, requests },
        recordedAt: new Map(recorded.map(([key, sender]) => [key.slice(path.length + 1), sender])),
      }),
    };
  });
  const all = (violation: keyof WebhooksVerdict) =>
    verdicts.flatMap(({ path, verdict }) => verdict[violation].map((id) => `${path} ${id}`));
  return {
    lost: all("lost"),
    foreign: all("foreign"),
    unstable: all("unstable"),
    outOfOrder: all("outOfOrder"),
    blocking: all("blocking"),
    unexplained: all("unexplained"),
  };
}

async function addAccount(database: Database, origin: string): Promise<string> {
  const accountId = newId();
  await database.pool.query("INSERT INTO accounts (id, name) VALUES ($1, 'Proof')", [accountId]);
  const secrets = openInstanceSecrets({ dataDir: "/nowhere", key: SECRET_KEY });
  const poster = {
    post: async () => Promise.reject(new Error("no sample is sent")),
    release: () => undefined,
  };
  const deps = { database, secrets, poster, allowsPrivate: true, baseUrl: "http://localhost:3000" };
  for (const { path, ...settings } of WEBHOOKS)
    await addWebhook(deps, { accountId, by: SYSTEM }, { url: `${origin}${path}`, types: TYPES, ...settings });
  return accountId;
}

/**
 * Makes retries due, and ends the pause of failing webhooks. A stubborn event that failed twice is left alone for STUBBORN_MS, because its
 * real next retry comes after five minutes.
 */
async function makeRetriesDue({ database: { pool }, stubborn }: World): Promise<void> {
  await pool.query(
    `UPDATE webhook_deliveries SET due_at = now() FROM webhooks w WHERE w.id = webhook_id AND due_at > now() AND attempts > 0
       AND NOT (${KEY_OF_DELIVERY} = ANY ($1) AND tries > 1 AND updated_at > now() - make_interval(secs => $2 / 1000.0))`,
    [stubborn.keys, STUBBORN_MS],
  );
  await pool.query(
    `UPDATE followers SET not_before = NULL, wake_at = least(wake_at, now())
     WHERE shard IN (SELECT shard FROM followers FOR UPDATE SKIP LOCKED)`,
  );
}

/** Lets a process send what is left. Returns how many deliveries it had not recorded at the end: the ledger says whether they came. */
async function finish({ database, receiver, proxy, stubborn }: World): Promise<number> {
  receiver.nextSender();
  const child = startSender(proxy.connectionString);
  let left = Number.NaN;
  const isDone = async () => {
    const { rows } = await database.pool.query<{ left: number }>(
      `SELECT ((SELECT count(*) FROM events) * (SELECT count(*) FROM webhooks) - count(*))::integer AS left
       FROM webhook_deliveries WHERE state = 'succeeded'`,
    );
    left = rows[0]?.left ?? Number.NaN;
    return left === 0;
  };
  const within = 120_000 + (stubborn.count > 0 ? STUBBORN_MS : 0);
  try {
    await until(isDone, { what: "all events to be recorded", within }).catch(() => undefined);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  return left;
}
