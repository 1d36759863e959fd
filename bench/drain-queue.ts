import { callApi, signUpAndCreateKey } from "../test/harness/api-client.ts";
import { startDnsServer } from "../test/harness/dns-server.ts";
import { Posthouse, startPosthouse, stopAndRemove } from "../test/harness/posthouse.ts";
import { cpuMicrosOf, treeOf } from "../test/harness/processes.ts";
import { runSql } from "../test/harness/run-sql.ts";
import { until } from "../test/harness/until.ts";
import { addVerifiedDomain } from "../test/harness/verified-domain.ts";
import { runLoad } from "./load.ts";
import { queryOn } from "./query-on.ts";
import { sampleEmail } from "./sample-email.ts";
import type { BenchSink } from "./smtp-sink.ts";

/**
 * The part of the queue that is delivered before the measurement begins. Each process compiles its code meanwhile, which costs half a
 * second of a core: with 20,000 emails and 4 workers, 100 µs for each email, which a worker that runs for days does not have.
 */
const WARM_UP = 1 / 3;

/** Defaults: one worker, one destination, unsigned mail. */
export type Drain = {
  seconds: number;
  workers?: number;
  destinations?: number;
  signed?: boolean;
  /** URLs that get all events. */
  webhooks?: readonly string[];
  /** Fields that differ from those of the sample email. */
  email?: object;
  /** Whether followers run while the queue drains. */
  followers?: boolean;
};

/** `rate`: deliveries per second. The rest: processor time of an email in microseconds. */
export type Drained = { rate: number; workerMicros: number; postgresMicros: number };

/**
 * Fills the queue while no worker runs, then starts workers and measures deliveries per second, by the database's clock, from the
 * end of the warm-up to the last settled batch.
 */
export async function drainQueue(
  sink: Pick<BenchSink, "port">,
  {
    seconds,
    workers = 1,
    destinations = 1,
    signed = false,
    followers = true,
    webhooks = [],
    email = {},
  }: Drain,
): Promise<Drained> {
  const dns = await startDnsServer();
  const env = { ...relayTo(sink.port), DNS_SERVERS: dns.address, WEBHOOKS_TO_PRIVATE: "on" };
  const filling = await startPosthouse({ env, roles: ["api"] });
  try {
    const { key } = await signUpAndCreateKey(filling);
    if (signed) await addVerifiedDomain(filling, { name: senderDomain(), key, dns });
    for (const url of webhooks) await callApi(filling.baseUrl, "/api/v1/webhooks", { key, body: { url } });
    await runLoad(loadOn(filling, { key, seconds, email }));
    if (destinations > 1) await spread(filling, destinations);
    if (!followers) await runSql(filling.databaseUrl(), "UPDATE followers SET active = false");
    await filling.stop();
    return await emptyQueue(filling, { env, workers });
  } finally {
    await stopAndRemove(filling);
    await dns.close();
  }
}

async function emptyQueue(
  { dataDir, port }: Posthouse,
  { env, workers }: { env: Record<string, string>; workers: number },
): Promise<Drained> {
  const draining = new Posthouse({ env, dataDir, port, args: ["--workers", String(workers)] });
  try {
    await draining.start();
    const total = await openRecipients(draining);
    const isWarm = async () => (await openRecipients(draining)) <= total * (1 - WARM_UP);
    await until(isWarm, { within: 120_000, what: "the workers to warm up", every: 100 });
    const start = await spentBy(draining);
    const warmAt = await newestEvent(draining);
    const isEmpty = async () => (await openRecipients(draining)) === 0;
    await until(isEmpty, { within: 120_000, what: "the queue to drain", every: 500 });
    const end = await spentBy(draining);
    const perEmail = (micros: (spent: Spent) => number) =>
      (micros(end) - micros(start)) / (start.open - end.open);
    return {
      rate: await settledRate(draining, warmAt),
      workerMicros: perEmail(({ worker }) => worker),
      postgresMicros: perEmail(({ postgres }) => postgres),
    };
  } finally {
    await draining.stop();
  }
}

type Spent = { worker: number; postgres: number; open: number };

/** Processor time until now, without the work of starting if called again and subtracted. */
async function spentBy(posthouse: Posthouse): Promise<Spent> {
  const sum = (pids: number[]) => pids.reduce((micros, pid) => micros + cpuMicrosOf(pid), 0);
  const postmaster = posthouse.postmasterPid();
  return {
    open: await openRecipients(posthouse),
    worker: sum(posthouse.rolePids("worker")),
    postgres: postmaster === null ? 0 : sum(treeOf(postmaster)),
  };
}

function senderDomain(): string {
  return /@([^>]+)/.exec(sampleEmail.from)?.[1] ?? "";
}

async function spread(posthouse: Posthouse, destinations: number): Promise<void> {
  const address = `'someone@d' || abs(hashtext(email_id::text)) % ${destinations} || '.test'`;
  await runSql(
    posthouse.databaseUrl(),
    `UPDATE recipients SET address = ${address}, address_key = ${address}`,
  );
}

type Load = { key: string; seconds: number; pauseMs?: number; connections?: number; email?: object };

export function loadOn({ baseUrl }: Posthouse, { key, email = {}, ...load }: Load) {
  return {
    connections: 64,
    ...load,
    url: `${baseUrl}/api/v1/send`,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...sampleEmail, ...email }),
  };
}

export function relayTo(port: number): Record<string, string> {
  return { SMTP_RELAY_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: "warn" };
}

export async function openRecipients(posthouse: Posthouse): Promise<number> {
  return askNumber(posthouse, "SELECT count(*) FROM recipients WHERE due_at IS NOT NULL");
}

/** Seconds since 1970 of the newest settled batch, by the database's clock. */
async function newestEvent(posthouse: Posthouse): Promise<number> {
  return askNumber(
    posthouse,
    "SELECT extract(epoch FROM max(created_at)) FROM events WHERE type = 'delivered'",
  );
}

/** Deliveries per second after a batch. That batch does not count, because its work was done before. */
async function settledRate(posthouse: Posthouse, after: number): Promise<number> {
  return askNumber(
    posthouse,
    `SELECT count(*) / (extract(epoch FROM max(created_at)) - ${after}) FROM events
     WHERE type = 'delivered' AND extract(epoch FROM created_at) > ${after}`,
  );
}

/** Runs a statement that returns one number. */
export async function askNumber(posthouse: Posthouse, sql: string): Promise<number> {
  const [row] = await queryOn<Record<string, unknown>>(posthouse, sql);
  return Number(Object.values(row ?? {})[0]);
}
