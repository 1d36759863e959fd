import type { Bounce, Report } from "../../../mail/report/index.ts";
import { type Database, type Db, isDataError, isUnavailable } from "../../../platform/db/index.ts";
import type { Logger } from "../../../platform/telemetry/index.ts";
import type { ReturnPaths } from "../../delivery/index.ts";
import { isMailbox, type Mailbox, type Mailboxes, type Unknown } from "../mailboxes.ts";
import type { CountOutcome, Outcome } from "../outcome.ts";
import {
  type ClaimedMessage,
  finishMessage,
  lockUnread,
  saveAuthentication,
  unclaimMessage,
} from "../queries.ts";
import { type FindReportAccount, storeReport } from "../reports/store-report.ts";
import type { InboundMessage } from "../smtp-server/receive-message.ts";
import { applyBounce, type Bounced, suppressInFlight } from "./apply-bounce.ts";
import { applyComplaint, type UnsubscribeRecipient } from "./apply-complaint.ts";
import type { ForwardToOperators } from "./operator-forwarder.ts";
import type { Authentication } from "./verify-reporter.ts";

export type ReadDeps = {
  database: Database;
  mailboxes: Pick<Mailboxes, "find">;
  returnPaths: Pick<ReturnPaths, "read">;
  findReportAccount: FindReportAccount;
  /** Resolves to null when the message cannot be read. */
  readReport: (message: ClaimedMessage) => Promise<Report | null>;
  unsubscribe: (db: Db, token: string) => Promise<boolean>;
  unsubscribeRecipient: UnsubscribeRecipient;
  forwardToOperators: ForwardToOperators;
  verifyReporter: (message: InboundMessage) => Promise<Authentication | null>;
  /** Called after the commit. */
  onBounced: (bounced: Bounced) => Promise<void>;
  count: CountOutcome;
  log: Logger;
};

/** After this many attempts that crashed the reader or met a problem of ours, a message is marked as failed. */
export const MAX_ATTEMPTS = 5;

/** Records the results of a message in the commit that marks it as read, so that they count once even if a process is killed. */
export async function readMessage(message: ClaimedMessage, deps: ReadDeps): Promise<void> {
  const { id, attempts } = message;
  const report = attempts > MAX_ATTEMPTS ? null : await deps.readReport(message);
  const mailboxes = await Promise.all(message.recipients.map((address) => deps.mailboxes.find(address)));
  const isForOperators = mailboxes.some(({ kind }) => kind === "operator");
  // Before the commit. A crash sends nothing twice, because the idempotency key is the message's id.
  const forOperators = isForOperators ? await forward(message, deps) : null;
  const read = await record({ id, report, mailboxes, forOperators }, deps).catch((error: unknown) => {
    if (!isDataError(error)) throw error;
    deps.log.warn(
      { event: "inbound.not_read", id, err: error },
      "an inbound message contains data that the database cannot store; it is marked as failed",
    );
    return record({ id, report: null, mailboxes, forOperators }, deps);
  });
  if (read === null) return;
  for (const outcome of read.outcomes) deps.count(outcome, report?.kind ?? "unknown");
  deps.log.info(
    { event: "inbound.read", id, kind: report?.kind, outcomes: read.outcomes },
    "read an inbound message",
  );
  for (const bounced of read.bounces) await notifyBounced(bounced, id, deps);
  // The reporter's SPF and DKIM results decide nothing, so only proven complaints are checked: outsiders' name servers can be slow.
  if (report?.kind === "complaint" && read.outcomes.includes("recorded")) await saveReporter(message, deps);
}

/** Mail that could not be read is forwarded too: it is attached as it is. */
async function forward(
  message: ClaimedMessage,
  { forwardToOperators, log }: Pick<ReadDeps, "forwardToOperators" | "log">,
): Promise<Outcome> {
  // The attempts before have killed the reader.
  if (message.attempts > 2 * MAX_ATTEMPTS) return "failed";
  try {
    return await forwardToOperators(message);
  } catch (error) {
    if (message.attempts <= MAX_ATTEMPTS || isUnavailable(error)) throw error;
    log.warn(
      { event: "inbound.not_read", id: message.id, err: error },
      "mail to the operators could not be forwarded; it is marked as failed",
    );
    return "failed";
  }
}

type Opened = {
  id: string;
  /** Null when the message could not be read. */
  report: Report | null;
  mailboxes: (Mailbox | Unknown)[];
  /** The outcome for postmaster and abuse, or null when it was not sent there. */
  forOperators: Outcome | null;
};

/** A bounce waits this long for the attempt that is sending its email. */
const IN_FLIGHT_SECONDS = 5;

/** Records all results in one commit. Returns null when another reader was first, or an attempt must end first. */
async function record({ id, report, mailboxes, forOperators }: Opened, deps: ReadDeps) {
  return await deps.database.db.transaction().execute(async (db) => {
    if (!(await lockUnread(db, id))) return null;
    if (report?.kind === "bounce" && (await areInFlight(db, { bounce: report, mailboxes }))) {
      await unclaimMessage(db, { id, seconds: IN_FLIGHT_SECONDS });
      return null;
    }
    const results: Applied[] = [];
    for (const mailbox of mailboxes)
      results.push(await apply(db, { id, report, mailbox, forOperators }, deps));
    const outcomes = results.map(({ outcome }) => outcome);
    await finishMessage(db, { id, outcomes });
    return { outcomes, bounces: results.flatMap(({ bounced }) => bounced ?? []) };
  });
}

async function areInFlight(
  db: Db,
  { bounce, mailboxes }: { bounce: Bounce; mailboxes: (Mailbox | Unknown)[] },
): Promise<boolean> {
  let found = false;
  for (const mailbox of mailboxes)
    if (mailbox.kind === "return-path" && (await suppressInFlight(db, { bounce, path: mailbox.path })))
      found = true;
  return found;
}

async function saveReporter(message: ClaimedMessage, { database, verifyReporter }: ReadDeps): Promise<void> {
  const authentication = await verifyReporter(message);
  if (authentication) await saveAuthentication(database.db, { id: message.id, authentication });
}

async function notifyBounced(bounced: Bounced, id: string, { onBounced, log }: ReadDeps): Promise<void> {
  await onBounced(bounced).catch((error: unknown) =>
    log.warn({ event: "inbound.bounce_not_counted", id, err: error }, "could not count a bounce"),
  );
}

type Applied = { outcome: Outcome; bounced?: Bounced };

async function apply(
  db: Db,
  { id, report, mailbox, forOperators }: Omit<Opened, "mailboxes"> & { mailbox: Mailbox | Unknown },
  { returnPaths, findReportAccount, unsubscribe, unsubscribeRecipient }: ReadDeps,
): Promise<Applied> {
  if (report === null) return { outcome: (mailbox.kind === "operator" && forOperators) || "failed" };
  // The mailbox existed when the message arrived; since then the domain was removed or the token expired.
  if (!isMailbox(mailbox)) return { outcome: "dropped" };
  if (report.kind === "complaint") {
    const ownPath = mailbox.kind === "return-path" ? mailbox.path : null;
    return {
      outcome: await applyComplaint(db, { complaint: report, ownPath, returnPaths, unsubscribeRecipient }),
    };
  }
  if (mailbox.kind === "return-path") {
    if (report.kind !== "bounce") return { outcome: "nothing" };
    return await applyBounce(db, { bounce: report, path: mailbox.path });
  }
  if (mailbox.kind === "operator") return { outcome: forOperators ?? "kept" };
  if (mailbox.kind === "unsubscribe") {
    if (report.kind === "bounce") return { outcome: "nothing" };
    return { outcome: (await unsubscribe(db, mailbox.token)) ? "recorded" : "dropped" };
  }
  if (report.kind !== "dmarc" && report.kind !== "tls-rpt") return { outcome: "unverified" };
  return { outcome: await storeReport(db, { report, host: mailbox.host, inboundId: id, findReportAccount }) };
}
