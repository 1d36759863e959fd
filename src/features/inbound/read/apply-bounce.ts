import type { Bounce, BounceRecipient } from "../../../mail/report/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { ReturnPath } from "../../delivery/index.ts";
import {
  bounceUncertain,
  type KnownRecipient,
  loadEventDetails,
  lockRecipient,
  recordLateEvent,
} from "../../recipients/index.ts";
import { addSuppressions } from "../../suppressions/index.ts";
import type { Outcome } from "../outcome.ts";
import { judgeBounce } from "./judge-bounce.ts";

/** A bounce that is news. */
export type Bounced = { recipient: KnownRecipient; verdict: "hard" | "soft"; said: BounceRecipient };

/** A bounce that came to a return path of ours: it counts for that path's recipient alone (G4), and once (G3). */
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
  const before = await loadEventDetails(db, recipient, "bounced");
  // A refusal in SMTP says no less; of the two kinds that come back, each is news once.
  if (before.some((detail) => detail.bounce === undefined || detail.bounce === verdict))
    return { outcome: "repeated" };
  const isLate = !(await bounceUncertain(db, recipient));
  const detail = detailOf({ said, verdict, isLate, bounce });
  const eventId = await recordLateEvent(db, recipient, { type: "bounced", detail });
  // G9: what is the sender's problem, or the server's, says nothing of the address.
  if (verdict === "hard" && said.isRecipientError)
    await suppress(db, recipient, { eventId, said, host: detail.host });
  return { outcome: "recorded", bounced: { recipient, verdict, said } };
}

type Cause = { eventId: string; said: BounceRecipient; host: string | undefined };

async function suppress(
  db: Db,
  { account_id: accountId, email_id: id, address }: KnownRecipient,
  { eventId, said: { code, status, reply }, host }: Cause,
): Promise<void> {
  const source = { type: "email", id } as const;
  const cause = { eventId, reply: { code, status, host }, detail: reply || status };
  await addSuppressions(db, [{ accountId, address, reason: "hard_bounce", source, ...cause }]);
}

type Told = { said: BounceRecipient; verdict: "hard" | "soft"; isLate: boolean; bounce: Bounce };

/** As in the details of attempts, so that both read alike. */
function detailOf({ said, verdict, isLate, bounce }: Told) {
  const host = said.host ?? bounce.reportingHost;
  return {
    reason: "the message came back",
    bounce: verdict,
    late: isLate,
    ...(said.status === null ? {} : { enhanced: said.status }),
    ...(said.code === null ? {} : { code: said.code }),
    ...(said.reply === "" ? {} : { line: cleanLine(said.reply) }),
    ...(host === null ? {} : { host: cleanLine(host) }),
  };
}

/** An outsider's words; JSON in PostgreSQL holds no NUL, and half a character is none. */
function cleanLine(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}+/gu, " ");
}
