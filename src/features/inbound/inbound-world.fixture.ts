import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "../../../test/harness/database.ts";
import {
  deliverInbound,
  greetInbound,
  OUR_DOMAIN,
  testReturnPaths,
} from "../../../test/harness/inbound-client.ts";
import type { RawSmtp } from "../../../test/harness/raw-smtp.ts";
import { draftEmail, storeEmails } from "../../../test/harness/stored-email.ts";
import { until } from "../../../test/harness/until.ts";
import { openDatabase } from "../../platform/db/index.ts";
import { newId } from "../../platform/ids/index.ts";
import { createLogger } from "../../platform/telemetry/index.ts";
import type { Bounced } from "./read/apply-bounce.ts";
import { type InboundOptions, startInbound } from "./start-inbound.ts";

type SuppressionRow = {
  address: string;
  reason: string;
  source: string;
  source_id: string;
  reply_code: number | null;
  reply_status: string | null;
  reply_host: string | null;
  detail: string | null;
  /** The type of the event that the suppression names. */
  event: string | null;
};

export type SentEmail = ReturnType<typeof draftEmail> & { accountNumber: number };

/** A message that a node has stored but not read. */
type StoredMessage = {
  to: string;
  message: string | Buffer;
  attempts?: number;
  line?: "signed" | "open";
  network?: string;
};

/** The reader's dependencies, as stubs that do nothing. */
export const stubDeps = {
  findReportAccount: async () => null,
  forwardToOperators: async () => "kept" as const,
  unsubscribe: async () => false,
  unsubscribeRecipient: async () => false,
  verifyReporter: async () => null,
};

/** A server, a client and a reader on a database of their own; tests create the accounts. */
export async function openInboundWorld(options: Partial<InboundOptions> = {}) {
  const created = await createTestDatabase();
  const database = openDatabase(created.connectionString, { max: 6 });
  const dataDir = await mkdtemp(join(tmpdir(), "inbound-"));
  const bounces: Bounced[] = [];
  /** Counts by kind and outcome. */
  const counts = new Map<string, number>();
  const inbound = await startInbound({
    place: { host: "127.0.0.1", port: 0, isChosen: true, setting: "INBOUND_PORT" },
    certificate: { certificateFiles: null, dataDir, host: "in.test" },
    host: "in.test",
    database,
    returnPaths: testReturnPaths,
    isUnsubscribeToken: () => false,
    ...stubDeps,
    isOurDomain: async (domain) => domain === OUR_DOMAIN,
    wasOurDomain: async () => false,
    onBounced: async (bounced) => void bounces.push(bounced),
    count: (outcome, kind) => {
      const key = `${kind} ${outcome}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    networkOf: (ip) => ip,
    log: createLogger("silent", "inbound"),
    ...options,
  });
  let client: RawSmtp | null = null;

  async function query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await database.pool.query<T>(sql, values)).rows;
  }
  const outcomeOf = async (id: string) => {
    const [row] = await query<{ outcomes: string[] | null }>(
      "SELECT outcomes FROM inbound_messages WHERE id = $1",
      [id],
    );
    return row?.outcomes;
  };

  async function store(messages: StoredMessage[]): Promise<string[]> {
    const ids: string[] = [];
    for (const { to, message, attempts = 0, line = "signed", network = "127.0.0.1" } of messages) {
      const id = newId();
      ids.push(id);
      await query(
        `INSERT INTO inbound_messages (id, raw, size_bytes, envelope_from, recipients, client_ip, helo, attempts,
           priority, network)
         VALUES ($1, $2, 0, '', $3, '127.0.0.1', 'mx.test', $4, $5, $6)`,
        [id, Buffer.from(message), [to], attempts, line === "signed" ? 0 : 1, network],
      );
    }
    return ids;
  }

  /** A new message wakes the reader. */
  async function wake(): Promise<void> {
    const client = await greetInbound(inbound.port as number);
    await deliverInbound(client, { to: [`postmaster@${OUR_DOMAIN}`], message: "Subject: x\r\n\r\nx" });
    client.destroy();
  }

  return {
    port: inbound.port as number,
    wake,
    readGauges: inbound.readGauges,
    store,
    database,
    bounces,
    counts,
    query,
    outcomeOf,
    createAccount: async (): Promise<string> => {
      const id = newId();
      await query("INSERT INTO accounts (id, name) VALUES ($1, 'Test')", [id]);
      return id;
    },
    /** Stores an email whose recipients all have the given state. */
    send: async (accountId: string, to: string[], state = "delivered"): Promise<SentEmail> => {
      const email = draftEmail(accountId, { to, subject: "Hello", text: "Hi" });
      await storeEmails(database, [email]);
      await query(
        "UPDATE recipients SET state = $3, attempt = 1, due_at = NULL, ready = false WHERE account_id = $1 AND email_id = $2",
        [accountId, email.id, state],
      );
      const [account] = await query<{ number: number }>("SELECT number FROM accounts WHERE id = $1", [
        accountId,
      ]);
      return { ...email, accountNumber: account?.number as number };
    },
    /** Sends a message by SMTP. Resolves to its outcomes when it has been read. */
    bring: async (to: string[], message: string | Buffer): Promise<string[]> => {
      client = client && !client.isClosed ? client : await greetInbound(inbound.port as number);
      const reply = await deliverInbound(client, { to, message });
      const id = /^250 2\.0\.0 kept as (\S+)$/.exec(reply)?.[1];
      if (!id) throw new Error(`not accepted: ${reply}`);
      return await until(() => outcomeOf(id), { what: "the message to be read", every: 5 });
    },
    /** Stores messages as a killed node leaves them. Resolves to their outcomes when all have been read. */
    leave: async (messages: StoredMessage[]): Promise<string[]> => {
      const ids = await store(messages);
      await wake();
      return await until(
        async () => {
          const outcomes = await Promise.all(ids.map(outcomeOf));
          return outcomes.every(Boolean) && outcomes.flatMap((list) => list ?? []);
        },
        { what: "all to be read", every: 100 },
      );
    },
    greet: () => greetInbound(inbound.port as number),
    eventsOf: (email: SentEmail) =>
      query<{ position: number; type: string; detail: Record<string, unknown> }>(
        "SELECT position, type, detail FROM events WHERE account_id = $1 AND email_id = $2 ORDER BY id",
        [email.accountId, email.id],
      ),
    statesOf: async (email: SentEmail) =>
      (
        await query<{ state: string }>(
          "SELECT state FROM recipients WHERE account_id = $1 AND email_id = $2 ORDER BY position",
          [email.accountId, email.id],
        )
      ).map(({ state }) => state),
    suppressionsOf: (accountId: string) =>
      query<SuppressionRow>(
        `SELECT s.address, s.reason, s.source, s.source_id, s.reply_code, s.reply_status, s.reply_host, s.detail, e.type AS event
         FROM suppressions s LEFT JOIN events e ON e.account_id = s.account_id AND e.id = s.event_id
         WHERE s.account_id = $1 ORDER BY address`,
        [accountId],
      ),
    close: async () => {
      client?.destroy();
      await inbound.stop();
      await database.close();
      await created.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export type InboundWorld = Awaited<ReturnType<typeof openInboundWorld>>;

export function returnPathOf({ accountNumber, id }: SentEmail, position = 0): string {
  return testReturnPaths.addressFor({ accountNumber, emailId: id, position, domain: OUR_DOMAIN });
}

/** A delivery status notification (RFC 3464). */
export function dsn({
  recipient,
  action = "failed",
  status = "5.1.1",
  diagnostic = "550 5.1.1 <gone@elsewhere.test>: Recipient address rejected: User unknown",
}: {
  recipient: string;
  action?: string;
  status?: string;
  diagnostic?: string;
}): string {
  return `From: MAILER-DAEMON@mx.elsewhere.test
To: return@path.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"
Message-ID: <${newId()}@mx.elsewhere.test>

--b1
Content-Type: text/plain

This is the mail system at host mx.elsewhere.test. Your message to ${recipient} ${action}.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.elsewhere.test

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; inner.elsewhere.test
Diagnostic-Code: smtp; ${diagnostic}

--b1
Content-Type: message/rfc822-headers

From: sender@example.com
Subject: Hello

--b1--
`.replaceAll("\n", "\r\n");
}
