import { isDaemon, isFromMailServer } from "../auto-reply/is-from-mail-server.ts";
import { formOfSubject } from "../auto-reply/signs.ts";
import { fieldOf } from "../message/read-fields.ts";
import { type Mail, parameterOf } from "../message/read-parts.ts";
import { readHeaderText } from "../message/read-text.ts";
import { FAILURE_WORDS } from "./bounce-words.ts";
import { replyIn } from "./reply-in.ts";

/** Programs that send bounces from an ordinary address, recognized only by their wording. */
const KNOWN_ROBOTS: { from: RegExp; says: RegExp }[] = [
  // au one net: Your mail sent on: Thu, 29 Apr 2013 23:45:22 +0900
  //      Could not be delivered to: <kijitora@x0000000000000.dion.ne.jp>
  {
    from: /^<?no-?reply@/i,
    says: /^[ \t]*Your mail (?:sent|attempted to be delivered) on: .+\n\s+Could not be delivered to/m,
  },
];

/** Whether a mail server wrote this message. The words are checked only afterwards, because people use the same words. */
export function mayBeBounce({ fields }: Mail): boolean {
  return (
    isFromMailServer(fields) ||
    isDeliveryReport({ fields }) ||
    fieldOf(fields, "x-failed-recipients") !== null ||
    isListServer({ fields })
  );
}

/** Whether a text without machine-readable fields reports a failed delivery. */
export function reportsFailure({ fields }: Mail, text: string): boolean {
  // Exim, Gmail: X-Failed-Recipients: ada@example.com
  if (fieldOf(fields, "x-failed-recipients") !== null) return true;
  const subject = readHeaderText(fieldOf(fields, "subject") ?? "");
  if (isListServer({ fields })) return /not (a )?member/i.test(subject);
  // Vacation replies have no return path either, and repeat the subject of the original.
  if (formOfSubject(subject) !== null && !isDaemon(fieldOf(fields, "from"))) return false;
  // A reply from postmaster@ may be from a person.
  const isReply =
    /^(re|aw|antw|sv|fwd?|wg)\s*:/i.test(subject) && !/mailer-daemon/i.test(fieldOf(fields, "from") ?? "");
  if (says(subject) && !isReply) return true;
  // Vacation replies also lack a return path and can be long, so the text must quote a reply of a server.
  const isServer = (isDaemon(fieldOf(fields, "from")) || isDeliveryReport({ fields })) && !isReply;
  const isQuoted = replyIn(text) !== null;
  return (isServer && isQuoted) || ((isServer || isQuoted) && says(text.replace(/^[ \t]*>(?!>>).*$/gm, "")));
}

/** Whether a program that sends bounces from an ordinary address wrote this text. */
export function isFromKnownRobot({ fields }: Mail, text: string): boolean {
  const from = fieldOf(fields, "from") ?? "";
  return KNOWN_ROBOTS.some((robot) => robot.from.test(from) && robot.says.test(text));
}

/**
 * Whether the list server fml, which rejects mail from non-members, wrote this message: X-MLServer: fml [fml 4.0.3 release
 * (20011202/4.0.3)]
 */
function isListServer({ fields }: Pick<Mail, "fields">): boolean {
  return (
    /^fml\b/i.test(fieldOf(fields, "x-mlserver") ?? "") && !/\bRe:/i.test(fieldOf(fields, "subject") ?? "")
  );
}

/** Only servers write reports of this type (RFC 3462 §1). */
function isDeliveryReport({ fields }: Pick<Mail, "fields">): boolean {
  return parameterOf(fields, "report-type")?.toLowerCase() === "delivery-status";
}

function says(text: string): boolean {
  return FAILURE_WORDS.some((words) => words.test(text));
}
