import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claimEmails } from "../src/features/delivery/claim/claim-emails.ts";
import { noJournal } from "../src/features/delivery/journal/attempt-journal.ts";
import { EMAIL_OF_CLAIM, type EmailOfClaim } from "../src/features/emails/index.ts";
import { ClaimCursor, claimRecipients, settleAttempts } from "../src/features/recipients/index.ts";
import { type Database, migrate, openDatabase } from "../src/platform/db/index.ts";
import { startEmbeddedPostgres } from "../src/platform/postgres/index.ts";
import { createLogger } from "../src/platform/telemetry/index.ts";
import { median, type Row, round } from "./report.ts";

const ACCOUNTS = 100;
const DESTINATIONS = 1_000;
const RECIPIENTS_PER_EMAIL = 10;
const ROWS_AT_ONCE = 500_000;
/** The queue grows by this factor. */
const GROWTH = 5;
const CLAIMS = 300;
/** Enough for a median, and few enough that the short queue hardly shrinks. */
const CLAIMS_BEFORE = 50;
/** Recipients per claim, as in a worker. */
const LIMIT = 256;
const delivered = {
  state: "delivered",
  retrySeconds: null,
  detail: { reason: "" },
  isTry: true,
} as const;

/** Measures the duration of claims in a queue that grows to `rows` recipients. Each claim is settled before the next one. */
export async function measureClaims({ rows }: { rows: number }): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-claim-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLogger("silent", "bench") });
  const database = openDatabase(postgres.connectionString, { max: 2 });
  try {
    await migrate(postgres.connectionString);
    await fill(database, 0, rows / GROWTH);
    const before = median(await timeClaims(database, CLAIMS_BEFORE));
    await fill(database, rows / GROWTH, rows + CLAIMS_BEFORE * LIMIT);
    const times = await timeClaims(database, CLAIMS);
    const middle = median(times);
    return [
      {
        what: `a claim of ${LIMIT} out of ${rows.toLocaleString("en")} queued, p99`,
        value: times[Math.ceil(times.length * 0.99) - 1] ?? null,
        unit: "ms",
        bar: { most: 50 },
        behind: `median ${round(middle)} ms; ${ACCOUNTS} accounts, ${DESTINATIONS} destinations`,
      },
      {
        what: `the same, median against ${GROWTH} times fewer queued`,
        value: middle / before,
        unit: "×",
        bar: { most: 1.1 },
        behind: `${round(middle)} ms, ${round(before)} ms`,
      },
    ];
  } finally {
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeClaims(database: Database, claims: number): Promise<number[]> {
  const cursor = new ClaimCursor();
  const claiming = {
    database,
    log: createLogger("silent", "bench"),
    journal: noJournal,
    inFlight: { isOwn: () => false },
    stopping: new AbortController().signal,
  };
  const limits = { perDomain: LIMIT, domains: [], pausedAccounts: [], pausedAccountDomains: [] };
  const times: number[] = [];
  let found = 0;
  while (times.length < claims) {
    const since = performance.now();
    const { rows } = await claimEmails(claiming, (queries) =>
      claimRecipients<EmailOfClaim>(queries, {
        limit: LIMIT,
        leaseSeconds: 600,
        cursor,
        limits,
        email: EMAIL_OF_CLAIM,
      }),
    );
    times.push(performance.now() - since);
    found += rows.length;
    const taken = rows.map(({ account_id, email_id, position, lease }) => ({
      claim: { accountId: account_id, emailId: email_id, position, lease },
      ...delivered,
    }));
    if (taken.length > 0) await settleAttempts(database, taken);
  }
  // A claim at the end of a round over the partitions may find nothing. Many such claims would distort the result.
  if (found < (claims * LIMIT) / 2) throw new Error(`${claims} claims found only ${found} recipients`);
  return times.sort((a, b) => a - b);
}

/** Adds the recipients with these numbers to the queue. */
async function fill(database: Database, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += ROWS_AT_ONCE)
    await insertRecipients(database, at, Math.min(to, at + ROWS_AT_ONCE));
  await database.pool.query("VACUUM ANALYZE");
}

async function insertRecipients({ pool }: Database, from: number, to: number): Promise<void> {
  const id = (n: string) => `lpad(to_hex(${n}), 32, '0')::uuid`;
  const ofAccount = id(`e % ${ACCOUNTS} + 1`);
  await pool.query(
    `INSERT INTO accounts (id, name) SELECT ${id("n")}, 'Bench' FROM generate_series(1, ${ACCOUNTS}) n ON CONFLICT DO NOTHING`,
  );
  const emails = `generate_series(${from / RECIPIENTS_PER_EMAIL}, ${to / RECIPIENTS_PER_EMAIL - 1}) e`;
  const sender = `'{"address": "a@bench.test", "name": null}'`;
  await pool.query(
    `INSERT INTO emails (account_id, id, message_id, mail_from, mail_to, reply_to, subject, created_at)
     SELECT ${ofAccount}, ${id("e")}, e || '@bench.test', ${sender}, '[]', '[]', 'Bench', now() FROM ${emails}`,
  );
  const address = `'r' || p || '@d' || (e::bigint * ${RECIPIENTS_PER_EMAIL} + p) * 7919 % ${DESTINATIONS} || '.test'`;
  await pool.query(
    `INSERT INTO recipients (account_id, email_id, position, address, address_key, ready)
     SELECT ${ofAccount}, ${id("e")}, p, ${address}, ${address}, true
     FROM ${emails}, generate_series(0, ${RECIPIENTS_PER_EMAIL - 1}) p`,
  );
}
