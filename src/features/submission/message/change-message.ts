import { type Edit, encodeLongLines } from "../../../mail/message/index.ts";
import { SmtpReply } from "../../../platform/smtp-server/index.ts";
import type { Sender } from "../../emails/index.ts";
import type { ReadSubmission } from "./read-submission.ts";
import { missedNames } from "./removed-fields.ts";

type Changed = {
  edits: Edit[];
  /** What a person should know of it, a sentence each. */
  changes: string[];
};

const tooLong = "A line has more than 998 octets";

/** What is changed in a message before it is stored, so that every attempt sends the same bytes. Throws SmtpReply. */
export async function changeMessage(
  message: Buffer,
  { removed, longLines }: ReadSubmission,
  { longLines: policy = "re-encode" }: Pick<Sender, "longLines">,
): Promise<Changed> {
  const missed = removed.length === 0 ? [] : missedNames(removed, message);
  const changes = missed.length === 0 ? [] : [`Removed header fields: ${missed.join(", ")}.`];
  if (longLines.length === 0) return { edits: [], changes };
  if (policy === "refuse") throw new SmtpReply(550, `5.6.0 ${tooLong}.`);
  const encoded = await encodeLongLines(message, { longLines, removed });
  if (!encoded.ok)
    throw new SmtpReply(
      550,
      `5.6.0 ${tooLong} and cannot be encoded here: ${encoded.reason}. Send shorter lines.`,
    );
  return { edits: encoded.edits, changes: [...changes, ...describe(encoded.encodings)] };
}

function describe(encodings: ReadonlySet<string>): string[] {
  const names = [...encodings].filter((name) => name !== "folded").sort();
  return [
    ...(names.length > 0
      ? [`Lines over 998 octets were re-encoded as ${names.join(" and ")} (RFC 5322 §2.1.1).`]
      : []),
    ...(encodings.has("folded") ? ["Header lines over 998 octets were folded (RFC 5322 §2.2.3)."] : []),
  ];
}
