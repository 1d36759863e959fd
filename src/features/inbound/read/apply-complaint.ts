import type { Complaint, FeedbackType } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { ReturnPath, ReturnPaths } from "../../delivery/index.ts";
import {
  type KnownRecipient,
  loadEventDetails,
  lockRecipient,
  recordLateEvent,
} from "../../recipients/index.ts";
import { addSuppressions } from "../../suppressions/index.ts";
import type { Outcome } from "../outcome.ts";

/** Unsubscribes the recipient of an email in the same transaction. Returns whether anything changed. */
export type UnsubscribeRecipient = (
  db: Db,
  recipient: { accountId: string; emailId: string; address: string },
) => Promise<boolean>;

/** RFC 5965 §7.3. The other types do not object to the mail, or do not come from its recipient. */
const MEANINGS: Partial<Record<FeedbackType, "complaint" | "unsubscribe">> = {
  abuse: "complaint",
  fraud: "complaint",
  other: "complaint",
  "opt-out": "unsubscribe",
};

/**
 * Records a feedback report. It counts only when it returns a message of ours: it holds a return path that we signed and the
 * Message-ID of the email that the path names (G5), or the id by which Amazon SES replaced it. The report's sender proves nothing.
 */
export async function applyComplaint(
  db: Db,
  {
    complaint,
    ownPath,
    returnPaths,
    unsubscribeRecipient,
  }: {
    complaint: Complaint;
    /** The return path that the report was sent to, if it was. */
    ownPath: ReturnPath | null;
    returnPaths: Pick<ReturnPaths, "read">;
    unsubscribeRecipient: UnsubscribeRecipient;
  },
): Promise<Outcome> {
  const meaning = MEANINGS[complaint.feedbackType];
  if (!meaning) return "nothing";
  const recipient = await findOriginal(db, {
    complaint,
    paths: [...(ownPath ? [ownPath] : []), ...pathsIn(complaint, returnPaths)],
  });
  if (recipient === "unverified" || recipient === "dropped") return recipient;
  const { account_id: accountId, email_id: id, address } = recipient;
  if (meaning === "unsubscribe")
    return (await unsubscribeRecipient(db, { accountId, emailId: id, address })) ? "recorded" : "repeated";
  if ((await loadEventDetails(db, recipient, "complained")).length > 0) return "repeated";
  const reason = `reported as ${complaint.feedbackType === "other" ? "spam" : complaint.feedbackType}`;
  const eventId = await recordLateEvent(db, recipient, { type: "complained", detail: { reason } });
  const source = { type: "email", id } as const;
  await addSuppressions(db, [{ accountId, address, reason: "complaint", source, eventId, detail: reason }]);
  return "recorded";
}

async function findOriginal(
  db: Db,
  { complaint, paths }: { complaint: Complaint; paths: ReturnPath[] },
): Promise<KnownRecipient | "unverified" | "dropped"> {
  const messageId = complaint.original?.messageId;
  if (!messageId || paths.length === 0) return "unverified";
  let isGone = false;
  for (const path of paths) {
    const recipient = await lockRecipient(db, path);
    if (recipient === null) isGone = true;
    else if (recipient.message_id === messageId || (await isIdOfRelay(db, recipient, messageId)))
      return recipient;
  }
  return isGone ? "dropped" : "unverified";
}

/** Amazon SES sends the message as `<id@eu-west-1.amazonses.com>`, with the id that it returned. */
async function isIdOfRelay(db: Db, recipient: KnownRecipient, messageId: string): Promise<boolean> {
  const [id, domain] = messageId.split("@");
  if (!domain?.endsWith("amazonses.com")) return false;
  const details = await loadEventDetails(db, recipient, "delivered");
  return details.some(({ accepted_as }) => accepted_as === id);
}

/** A signed local part: a letter and 55 base32 characters (features/delivery/route). */
const SIGNED_LOCAL_PART = /\bb[a-z2-7]{55}(?=@)/gi;
/** More return paths than any real report contains. */
const MAX_PATHS = 10;

/** Finds return paths of ours: in the returned header, where the receiving server noted them (RFC 5321 §4.4), or in the report itself. */
function pathsIn({ mailFrom, original }: Complaint, returnPaths: Pick<ReturnPaths, "read">): ReturnPath[] {
  const places = [mailFrom ?? "", ...(original?.headers ?? []).map(([, value]) => value)];
  const localParts = new Set(places.flatMap((text) => text.toLowerCase().match(SIGNED_LOCAL_PART) ?? []));
  return [...localParts].slice(0, MAX_PATHS).flatMap((localPart) => {
    const read = returnPaths.read(localPart);
    return read.kind === "ours" ? [read] : [];
  });
}
