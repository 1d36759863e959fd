import { type Mailbox, parseMailbox } from "../address/index.ts";
import { decodeWords } from "./read-text.ts";

type ReadFrom = { ok: true; mailbox: Mailbox } | { ok: false; reason: string };

/** The one mailbox of a From field; a refusal's `reason` is a sentence for the sender. */
export function readFrom(body: Buffer): ReadFrom {
  const unfolded = body.toString("utf8").replaceAll("\r\n", "");
  const { text, comment } = withoutComments(unfolded);
  const parsed = parseMailbox(text);
  if (!parsed.ok) return parsed;
  const { address, name } = parsed.mailbox;
  // RFC 5322 §3.4 note: `ada@example.com (Ada)` is how a name was written once, and cron still does.
  const shown = decodeWords((name ?? comment) || "").trim();
  return { ok: true, mailbox: { address, name: shown === "" ? null : shown } };
}

/** RFC 5322 §3.2.2: comments stand in parentheses, may nest, and are none inside a quoted string or angle brackets. */
function withoutComments(field: string): { text: string; comment: string } {
  let text = "";
  let comment = "";
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < field.length; at += 1) {
    const char = field[at] as string;
    const escaped = char === "\\" && (quoted || depth > 0) && at + 1 < field.length;
    const piece = escaped ? char + field[at + 1] : char;
    if (escaped) at += 1;
    else if (char === '"' && depth === 0) quoted = !quoted;
    else if (char === "(" && !quoted) {
      depth += 1;
      if (depth === 1) continue;
    } else if (char === ")" && !quoted && depth > 0) {
      depth -= 1;
      if (depth === 0) {
        text += " ";
        continue;
      }
    }
    if (depth > 0) comment += escaped ? piece.slice(1) : piece;
    else text += piece;
  }
  return { text, comment: comment.trim() };
}
