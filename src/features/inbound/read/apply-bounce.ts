import { compareKey } from "../../../mail/address/index.ts";
import type { Bounce, BounceRecipient } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { ReturnPath } from "../../delivery/index.ts";
import {
  applyBounceToState,
  type BounceEffect,
  type KnownRecipient,
  loadEventDetails,
  lockRecipient,
  recordLateEvent,
} from "../../recipients/index.ts";
import { addSuppressions, nameEvent } from "../../suppressions/index.ts";
import type { Outcome } from "../outcome.ts";
import { type Judged, judgeBounce } from "./judge-bounce.ts";

/** A bounce that was recorded for the first time. */
export type Bounced = { recipient: KnownRecipient; verdict: "hard" | "soft"; said: BounceRecipient };

/** Records a bounce sent to a return path of ours: for that path's recipient only (G4), and once (G3). */
export async function applyBounce(
  db: Db,
  { bounce, path }: { bounce: Bounce; path: ReturnPath },
): Promise<{ outcome: Outcome; bounced?: Bounced }> {
  const recipient = await lockRecipient(db, path);
  if (!recipient) return { outcome: "dropped" };
  const judged = judgeBounce(bounce, recipient.address);
  if (!judged || judged.verdict === "delayed" || judged.verdict === "delivered")
    return { outcome: "nothing" };
  const { said, verdict } = judged;
  const earlierBounces = await loadEventDetails(db, recipient, "bounced");
  // An SMTP rejection (no `bounce` field) covers both kinds; a hard and a soft bounce are each recorded once.
  if (earlierBounces.some((detail) => detail.bounce === undefined || detail.bounce === verdict))
    return { outcome: "repeated" };
  const effect = await applyBounceToState(db, recipient);
  const detail = detailOf({ said, verdict, effect, bounce });
  const eventId = await recordLateEvent(db, recipient, { type: "bounced", detail });
  if (isEvidence(judged)) await suppress(db, recipient, { eventId, said, host: detail.host });
  return { outcome: "recorded", bounced: { recipient, verdict, said } };
}

/**
 * Returns whether the bounce is about a recipient that a worker is sending. Such a bounce is applied after the lease, because the attempt
 * decides the state; but its address is suppressed at once.
 */
export async function suppressInFlight(
  db: Db,
  { bounce, path }: { bounce: Bounce; path: ReturnPath },
): Promise<boolean> {
  const recipient = await lockRecipient(db, path);
  if (recipient?.state !== "sending") return false;
  const judged = judgeBounce(bounce, recipient.address);
  if (!judged || judged.verdict === "delayed" || judged.verdict === "delivered") return false;
  const { said } = judged;
  const host = said.host ?? bounce.reportingHost ?? undefined;
  if (isEvidence(judged)) await suppress(db, recipient, { eventId: null, said, host });
  return true;
}

/** A problem of the sender or of a server does not mean that the address is bad (G9). */
function isEvidence({ verdict, said }: Judged): boolean {
  return verdict === "hard" && said.isRecipientError;
}

type Cause = { eventId: string | null; said: BounceRecipient; host: string | undefined };

async function suppress(
  db: Db,
  { account_id: accountId, email_id: id, address }: KnownRecipient,
  { eventId, said: { code, status, reply }, host }: Cause,
): Promise<void> {
  const source = { type: "email", id } as const;
  const cause = { eventId, reply: { code, status, host }, detail: reply || status };
  await addSuppressions(db, [{ accountId, address, reason: "hard_bounce", source, ...cause }]);
  // The address may have been suppressed while the email was being sent.
  if (eventId !== null)
    await nameEvent(db, { accountId, addressKey: compareKey(address), emailId: id, eventId });
}

type BounceFacts = { said: BounceRecipient; verdict: "hard" | "soft"; effect: BounceEffect; bounce: Bounce };

/** Uses the same fields as the details of attempts. */
function detailOf({ said, verdict, effect, bounce }: BounceFacts) {
  const host = said.host ?? bounce.reportingHost;
  return {
    reason: "a bounce message came back",
    bounce: verdict,
    late: effect !== "bounced",
    ...(effect === "none" && { further: true }),
    ...(said.status === null ? {} : { enhanced: said.status }),
    ...(said.code === null ? {} : { code: said.code }),
    meaning: said.reason,
    ...(said.reply === "" ? {} : { line: cleanLine(said.reply) }),
    ...(host === null ? {} : { host: cleanLine(host) }),
  };
}

/** Cleans text from outside: jsonb in PostgreSQL accepts no NUL and no lone surrogate. */
function cleanLine(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, " ");
}
