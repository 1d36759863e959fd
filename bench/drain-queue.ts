import { signUpAndCreateKey } from "../test/harness/api-client.ts";
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

/** Defaults: one worker, one destination, unsigned mail. */
export type Drain = { seconds: number; workers?: number; destinations?: number; signed?: boolean };

/** `rate`: deliveries per second. The rest: processor time of an email in microseconds. */
export type Drained = { rate: number; workerMicros: number; postgresMicros: number };

/**
 * Fills the queue while no worker runs, then starts workers and measures deliveries per second, by the database's clock, from the
 * first settled batch to the last.
 */
export async function drainQueue(
  sink: Pick<BenchSink, "port">,
  { seconds, workers = 1, destinations = 1, signed = false }: Drain,
): Promise<Drained> {
  const dns = await startDnsServer();
  const env = { ...relayTo(sink.port), DNS_SERVERS: dns.address };
  const filling = await startPosthouse({ env, roles: ["api"] });
  try {
    const { key } = await signUpAndCreateKey(filling);
    if (signed) await addVerifiedDomain(filling, { name: senderDomain(), key, dns });
    await runLoad(loadOn(filling, { key, seconds }));
    if (destinations > 1) await spread(filling, destinations);
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
    const start = await spentBy(draining);
    const isEmpty = async () => (await openRecipients(draining)) === 0;
    await until(isEmpty, { within: 120_000, what: "the queue to drain", every: 500 });
    const end = await spentBy(draining);
    const perEmail = (micros: (spent: Spent) => number) =>
      (micros(end) - micros(start)) / (start.open - end.open);
    return {
      rate: await settledRate(draining),
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

type Load = { key: string; seconds: number; pauseMs?: number; connections?: number };

export function loadOn({ baseUrl }: Posthouse, { key, ...load }: Load) {
  return {
    connections: 64,
    ...load,
    url: `${baseUrl}/api/v1/send`,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(sampleEmail),
  };
}

export function relayTo(port: number): Record<string, string> {
  return { SMTP_RELAY_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: "warn" };
}

export async function openRecipients(posthouse: Posthouse): Promise<number> {
  return askNumber(posthouse, "SELECT count(*) FROM recipients WHERE due_at IS NOT NULL");
}

/** The first batch does not count, because its work was done before the measured interval. */
async function settledRate(posthouse: Posthouse): Promise<number> {
  return askNumber(
    posthouse,
    `WITH batches AS (SELECT created_at, count(*) FROM events WHERE type = 'delivered' GROUP BY created_at)
     SELECT (sum(count) - (SELECT count FROM batches ORDER BY created_at LIMIT 1))
       / extract(epoch FROM max(created_at) - min(created_at)) FROM batches`,
  );
}

/** Runs a statement that returns one number. */
export async function askNumber(posthouse: Posthouse, sql: string): Promise<number> {
  const [row] = await queryOn<Record<string, unknown>>(posthouse, sql);
  return Number(Object.values(row ?? {})[0]);
}
