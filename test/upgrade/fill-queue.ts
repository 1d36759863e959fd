import { callApi, sendEmail, signUpAndCreateKey } from "../harness/api-client.ts";
import { type Role, startPosthouse, stopAndRemove } from "../harness/posthouse.ts";
import { startSmtpSink } from "../harness/smtp-server.ts";
import { until } from "../harness/until.ts";
import { loadRecipients } from "./recipients.ts";

/** Seals what is in the snapshots of all releases, so it never changes. */
const SECRET_KEY = "the key of all snapshots in test/upgrade";

const QUEUED = 300;
const BATCH = 100;
const OF_EACH_OUTCOME = 10;

/** The settings of an instance that uses a database and a relay. */
export function envOf(databaseUrl: string, relayPort: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SMTP_RELAY_URL: `smtp://127.0.0.1:${relayPort}`,
    SECRET_KEY,
    DEFAULT_FROM: "test@posthouse.test",
  };
}

/** Fills an empty database as an instance does: mail with each outcome, mail for later, and a queue that no worker takes. */
export async function fillQueue(databaseUrl: string): Promise<void> {
  const sink = await startSmtpSink({
    script: {
      rcpt: ({ address }) => {
        if (address.startsWith("deferred")) return "451 4.2.0 try later";
        return address.startsWith("bounced") ? "550 5.1.1 unknown" : undefined;
      },
    },
  });
  const run = async (roles: Role[], work: (baseUrl: string, key: string) => Promise<void>) => {
    const posthouse = await startPosthouse({ env: envOf(databaseUrl, sink.port), roles });
    try {
      key ??= (await signUpAndCreateKey(posthouse)).key;
      await work(posthouse.baseUrl, key);
    } finally {
      await stopAndRemove(posthouse);
    }
  };
  let key: string | undefined;
  try {
    await run(["api", "worker"], async (baseUrl, own) => {
      for (const outcome of ["delivered", "deferred", "bounced"])
        await sendBatch(baseUrl, { key: own, name: outcome, count: OF_EACH_OUTCOME });
      await until(async () => (await loadRecipients(databaseUrl)).every(({ attempt }) => attempt > 0), {
        what: "an attempt for each recipient",
      });
    });
    await run(["api"], (baseUrl, own) => fillWaiting(baseUrl, own));
  } finally {
    await sink.close();
  }
}

async function fillWaiting(baseUrl: string, key: string): Promise<void> {
  for (let sent = 0; sent < QUEUED; sent += BATCH)
    await sendBatch(baseUrl, { key, name: `queued-${sent}`, count: BATCH });
  const attachments = [{ filename: "invoice.txt", content: "MTcgZXVybw==" }];
  await sendEmail(baseUrl, key, {
    ...email("several"),
    cc: "cc@sink.test",
    bcc: "bcc@sink.test",
    attachments,
  });
  await sendEmail(baseUrl, key, { ...email("bulk"), stream: "bulk", html: "<p>News</p>" });
  await sendEmail(baseUrl, key, { ...email("scheduled"), scheduled_at: "in 2 days" });
  const canceled = await sendEmail(baseUrl, key, email("canceled"));
  await callApi(baseUrl, `/api/v1/emails/${canceled}/cancel`, { method: "POST", key });
}

type Batch = { key: string; name: string; count: number };

async function sendBatch(baseUrl: string, { key, name, count }: Batch): Promise<void> {
  const emails = Array.from({ length: count }, (_, index) => email(`${name}-${index}`));
  const { status } = await callApi(baseUrl, "/api/v1/emails/batch", { key, body: { emails } });
  if (status !== 200) throw new Error(`the batch was refused with ${status}`);
}

function email(name: string) {
  return { to: `${name}@sink.test`, subject: name, text: "It waits." };
}
