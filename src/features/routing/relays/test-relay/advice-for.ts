import type { Endpoint, Outcome } from "../../../../mail/smtp/index.ts";

type Given = { endpoint: Pick<Endpoint, "port" | "tls" | "auth">; isLate: boolean };

/** What to do about a relay that cannot be used; null: its own words say it. */
export function adviceFor(
  { phase, reason, reply }: Pick<Outcome, "phase" | "reason" | "reply">,
  given: Given,
) {
  const { port, tls } = given.endpoint;
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return "Check the host's name.";
  if (/ECONNREFUSED/.test(reason)) return `Nothing listens on port ${port}: check the port.`;
  if (phase === "connect" && (given.isLate || /came within|ETIMEDOUT|EHOSTUNREACH/.test(reason)))
    return port === 25
      ? "Many networks block port 25: try 587 or 465."
      : "A firewall may be in between, or the host or port is wrong.";
  if (phase === "greeting" && tls !== "implicit" && given.isLate)
    return "It may expect TLS from the first byte: try smtps://.";
  if (phase === "tls" && tls === "implicit" && /wrong version|packet length|unexpected message/i.test(reason))
    return "It may expect STARTTLS: try smtp://.";
  if (phase === "tls" && /certificate|self-signed|altname/i.test(reason))
    return "Its certificate is not valid for this name. If you know why, add ?insecure=1.";
  if (phase === "starttls" && reply === null && /does not offer/.test(reason))
    return "Try smtps:// with port 465, or ?tls=none if the network is your own.";
  if (phase === "auth" && reply !== null && reply.code >= 500) return "Check the user name and the password.";
  return null;
}
