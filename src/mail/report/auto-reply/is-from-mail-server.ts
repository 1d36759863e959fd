import { type Fields, fieldOf } from "../message/read-fields.ts";

/** Local parts of daemons and gateways, as servers spell them. */
const DAEMONS =
  /^"?(mailer[-_.]?daemon|mail[-_.]?daemon|post[-_.]?master|poostmaster|daemon|mmdf|mail[-_.]?delivery[-_.]?(sub)?system|interscan[\w-]*|mailmarshal|mdaemon|mail[-_.]?router|amavis)(?=[@+"<\\-]|$)/i;
/** Names that servers use for themselves. */
const DAEMON_NAMES =
  /\b(mail(er)? ?daemon|mail deliver(y)? ?(sub)?system|mail delivery|mail administrator|system administrator|ndr administrator|postmaster|mail system|internet mail delivery|content-filter at|interscan|mailmarshal|mail router|delivery (agent|subsystem|service))\b/i;

/** Local parts of gateways, with blanks as separators: Symantec_AntiVirus_for_SMTP_Gateways, E500_SMTP_Mail_Service. */
const GATEWAYS = /\b(?:smtp|anti ?virus)\b/i;

/** Whether a mail server sent this message: it has no return path, or a daemon's address or name (RFC 5321 §4.5.5). */
export function isFromMailServer(fields: Fields): boolean {
  return (
    hasNullReturnPath(fields) || isDaemon(fieldOf(fields, "from")) || isDaemon(fieldOf(fields, "return-path"))
  );
}

/**
 * RFC 5321 §4.5.5: mail with a null return path must not be replied to. The server that accepted the message put its
 * Return-Path above all others (§4.4).
 */
export function hasNullReturnPath(fields: Fields): boolean {
  const returnPath = fieldOf(fields, "return-path");
  return returnPath !== null && /^<?\s*>?$/.test(returnPath);
}

/** Whether this From or Return-Path belongs to a mail server. */
export function isDaemon(field: string | null): boolean {
  if (field === null) return false;
  const address = /<([^<>]*)>/.exec(field)?.[1] ?? field;
  const name = field.replace(/<[^<>]*>/, "");
  const local = address.slice(0, Math.max(0, address.lastIndexOf("@"))).replace(/["_.-]+/g, " ");
  return (
    address.trim() === "" ||
    DAEMONS.test(address.trim()) ||
    DAEMON_NAMES.test(local) ||
    GATEWAYS.test(local) ||
    (name !== field && DAEMON_NAMES.test(name))
  );
}
