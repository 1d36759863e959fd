import { compareKey, domainOf } from "../../../mail/address/index.ts";
import type { Database } from "../../../platform/db/index.ts";
import { AppError } from "../../../platform/errors/index.ts";
import { fillUnsubscribeUrl, findSuppressed, type ReasonForNoMail } from "../../suppressions/index.ts";
import type { EmailRow } from "../messages/email-row.ts";
import { renderMessage, textOf } from "../messages/render-message.ts";
import { type NewEmail, recipientsOf, sizeOf } from "../new-email.ts";
import { formatMailbox } from "../read/format-for-people.ts";
import type { SendRequest } from "../schema/send-schema.ts";
import type { AcceptPipeline } from "../send/accept-pipeline.ts";
import { type DraftDeps, draftEmail } from "../send/draft-email.ts";
import type { Sender } from "../sender.ts";
import { isSimulated } from "../simulator-domain.ts";
import { inspectContent } from "./inspect-content.ts";

/** A longer source is too large for a JSON response. */
const MAX_SOURCE_BYTES = 1_024 * 1_024;

/** Stands for each recipient's own link. */
const UNSUBSCRIBE_EXAMPLE = "https://example.com/unsubscribe";

const WHY_SUPPRESSED: Record<ReasonForNoMail, string> = {
  hard_bounce: "suppressed: mail to it bounced",
  complaint: "suppressed: the recipient reported mail as spam",
  unsubscribe: "suppressed: the recipient unsubscribed from bulk mail",
  manual: "suppressed by this account",
  not_subscribed: "the contact is not subscribed, so it gets no bulk mail",
};

const SIMULATED: PredictedOutcome = {
  outcome: "simulate",
  route: "simulator",
  rule: null,
  reason: "handled by the simulator; nothing leaves the machine",
};

export type DryRunDeps = DraftDeps & {
  database: Database;
  pipeline: AcceptPipeline;
  /** Predicts the outcome of mail that is not for the simulator. */
  predict: (mail: MailToPredict) => Promise<PredictedOutcome>;
};

/** The fields of an email that decide the outcome for one recipient. */
export type MailToPredict = Pick<NewEmail, "accountId" | "tags" | "stream"> & {
  fromDomain: string;
  recipientDomain: string;
};

/** `route`: the name used in events of attempts; null: none, or it is chosen at each attempt. `rule`: a description of the rule. */
export type PredictedOutcome = {
  outcome: "send" | "capture" | "simulate" | "suppress" | "hold";
  route: string | null;
  rule: string | null;
  reason: string;
};

type DryRunOptions = {
  withSource: boolean;
  /** False for a key that may not read: suppressed recipients then look like any others. */
  showsSuppressed: boolean;
};

/** Predicts the result of a send request. Stores and sends nothing. Returns the errors of sending. */
export async function dryRun(
  deps: DryRunDeps,
  request: SendRequest,
  sender: Sender,
  { withSource, showsSuppressed }: DryRunOptions,
) {
  const email = await draftEmail(deps, request, sender);
  if (email instanceof AppError) return email;
  const error = await deps.pipeline.senderError(email.from.address, sender);
  if (error) return error;
  const message = await renderNew(email);
  const { html, text } = bodiesOf(email);
  const addressKeys = recipientsOf(email).map(({ address }) => compareKey(address));
  const { accountId, stream } = email;
  const suppressed = showsSuppressed
    ? await findSuppressed(deps.database, { accountId, addressKeys, stream })
    : new Map<string, ReasonForNoMail>();
  return {
    success: true as const,
    dry_run: true as const,
    from: formatMailbox(email.from),
    subject: email.subject,
    scheduled_at: email.scheduledAt?.toISOString() ?? null,
    recipients: await outcomesOf(deps, email, suppressed),
    size_bytes: message.length,
    text: await textOf({ html, text }, accountId),
    findings: inspectContent({
      html,
      text,
      subject: email.subject,
      headers: email.headers,
      recipientCount: recipientsOf(email).length,
      messageBytes: message.length,
      stream: email.stream,
      suppressed: [...suppressed.keys()],
      contentIds: email.attachments.flatMap(({ contentId }) => contentId ?? []),
    }),
    ...(withSource && { source: message.subarray(0, MAX_SOURCE_BYTES).toString("latin1") }),
  };
}

async function outcomesOf(
  deps: DryRunDeps,
  email: NewEmail,
  suppressed: ReadonlyMap<string, ReasonForNoMail>,
) {
  const kinds = [
    ["to", email.to],
    ["cc", email.cc],
    ["bcc", email.bcc],
  ] as const;
  const outcomes = kinds.flatMap(([kind, mailboxes]) =>
    mailboxes.map(async ({ address }) => ({
      address,
      kind,
      ...(await outcomeOf(deps, email, address, suppressed.get(compareKey(address)))),
    })),
  );
  return await Promise.all(outcomes);
}

async function outcomeOf(
  { predict }: DryRunDeps,
  email: NewEmail,
  address: string,
  reason?: ReasonForNoMail,
): Promise<PredictedOutcome> {
  if (reason) return { outcome: "suppress", route: null, rule: null, reason: WHY_SUPPRESSED[reason] };
  if (isSimulated(address)) return SIMULATED;
  const { accountId, tags, stream, from } = email;
  const domains = { fromDomain: domainOf(from.address), recipientDomain: domainOf(address) };
  return await predict({ accountId, tags, stream, ...domains });
}

function bodiesOf({ html, text, stream }: NewEmail) {
  const bodies = { html: html?.bytes.toString() ?? null, text: text?.bytes.toString() ?? null };
  return stream === "bulk" ? fillUnsubscribeUrl(bodies, UNSUBSCRIBE_EXAMPLE) : bodies;
}

/** Renders the message as delivery would. */
async function renderNew(email: NewEmail): Promise<Buffer> {
  const row: EmailRow = {
    id: email.id,
    message_id: email.messageId,
    mail_from: email.from,
    mail_to: email.to,
    mail_cc: email.cc,
    mail_bcc: email.bcc,
    reply_to: email.replyTo,
    subject: email.subject,
    headers: email.headers,
    in_reply_to: email.inReplyTo,
    reference_ids: email.references,
    attachments: email.attachments.map(({ content, ...named }) => ({
      ...named,
      hash: content.hash,
      sizeBytes: content.bytes.length,
    })),
    tags: email.tags,
    metadata: email.metadata,
    scheduled_at: email.scheduledAt,
    stream: email.stream === "bulk" ? "bulk" : null,
    envelope_from: null,
    tracking: null,
    html_hash: null,
    text_hash: null,
    raw_hash: null,
    size_bytes: sizeOf(email),
    api_key_id: email.apiKeyId,
    release_relay_id: null,
    created_at: email.createdAt,
  };
  return await renderMessage(row, {
    html: email.html?.bytes ?? null,
    text: email.text?.bytes ?? null,
    raw: null,
    attachments: email.attachments.map(({ content }) => content.bytes),
  });
}
