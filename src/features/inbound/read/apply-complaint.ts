import { compareKey } from "../../../mail/address/index.ts";
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

/** Tells the account's list of contacts, in the same transaction. */
export type SetSubscribed = (
  db: Db,
  of: { accountId: string; addressKey: string; subscribed: boolean },
) => Promise<void>;

/** RFC 5965 §7.3. The others say nothing against the mail, or nothing that its recipient said. */
const meanings: Partial<Record<FeedbackType, "complaint" | "unsubscribe">> = {
  abuse: "complaint",
  fraud: "complaint",
  other: "complaint",
  "opt-out": "unsubscribe",
};

/**
 * A feedback report. It counts when what it returns is a message of ours: a return path that we signed, and the Message-ID of the very
 * email that the path names (G5). Who sent it proves nothing.
 */
export async function applyComplaint(
  db: Db,
  {
    complaint,
    ownPath,
    returnPaths,
    setSubscribed,
  }: {
    complaint: Complaint;
    /** Of the address to which it came, if that was one. */
    ownPath: ReturnPath | null;
    returnPaths: Pick<ReturnPaths, "read">;
    setSubscribed: SetSubscribed;
  },
): Promise<Outcome> {
  const meaning = meanings[complaint.feedbackType];
  if (!meaning) return "nothing";
  const recipient = await findOriginal(db, {
    complaint,
    paths: [...(ownPath ? [ownPath] : []), ...pathsIn(complaint, returnPaths)],
  });
  if (recipient === "unverified" || recipient === "dropped") return recipient;
  const { account_id: accountId, email_id: id, address } = recipient;
  const source = { type: "email", id } as const;
  if (meaning === "unsubscribe") {
    const [added] = await addSuppressions(db, [{ accountId, address, reason: "unsubscribe", source }]);
    await setSubscribed(db, { accountId, addressKey: compareKey(address), subscribed: false });
    return added === "unchanged" ? "repeated" : "recorded";
  }
  if ((await loadEventDetails(db, recipient, "complained")).length > 0) return "repeated";
  const reason = `reported as ${complaint.feedbackType === "other" ? "spam" : complaint.feedbackType}`;
  const eventId = await recordLateEvent(db, recipient, { type: "complained", detail: { reason } });
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
    if (recipient?.message_id === messageId) return recipient;
    isGone ||= recipient === null;
  }
  return isGone ? "dropped" : "unverified";
}

/** What we sign begins with a letter and has 55 more (features/delivery/route). */
const pathShape = /\bb[a-z2-7]{55}(?=@)/gi;
/** More than a message can honestly hold. */
const mostPaths = 10;

/** Return paths of ours in what came back: where the receiving server noted them (RFC 5321 §4.4), or where the report names them. */
function pathsIn({ mailFrom, original }: Complaint, returnPaths: Pick<ReturnPaths, "read">): ReturnPath[] {
  const places = [mailFrom ?? "", ...(original?.headers ?? []).map(([, value]) => value)];
  const written = new Set(places.flatMap((text) => text.toLowerCase().match(pathShape) ?? []));
  return [...written].slice(0, mostPaths).flatMap((localPart) => {
    const read = returnPaths.read(localPart);
    return read.kind === "ours" ? [read] : [];
  });
}
