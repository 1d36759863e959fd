import { type Edit, encodeLongLines } from "../../../mail/message/index.ts";
import { SmtpReply } from "../../../platform/smtp-server/index.ts";
import type { Sender } from "../../emails/index.ts";
import type { ReadSubmission } from "./read-submission.ts";
import { reportedFieldNames } from "./removed-fields.ts";

type Changed = {
  edits: Edit[];
  /** The changes that a person should know, one sentence each. */
  changes: string[];
};

const TOO_LONG = "A line has more than 998 octets";

/** Decides the changes of a message before it is stored, so that every attempt sends the same bytes. Throws SmtpReply. */
export async function changeMessage(
  message: Buffer,
  { removed, longLines }: ReadSubmission,
  { longLines: policy = "re-encode" }: Pick<Sender, "longLines">,
): Promise<Changed> {
  const reported = removed.length === 0 ? [] : reportedFieldNames(removed, message);
  const changes = reported.length === 0 ? [] : [`Removed header fields: ${reported.join(", ")}.`];
  if (longLines.length === 0) return { edits: [], changes };
  if (policy === "refuse") throw new SmtpReply(550, `5.6.0 ${TOO_LONG}.`);
  const encoded = await encodeLongLines(message, { longLines, removed });
  if (!encoded.ok)
    throw new SmtpReply(
      550,
      `5.6.0 ${TOO_LONG} and cannot be re-encoded: ${encoded.reason}. Send shorter lines.`,
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
