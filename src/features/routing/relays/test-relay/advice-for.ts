import type { Endpoint, Outcome } from "../../../../mail/smtp/index.ts";

type FailedTest = { endpoint: Pick<Endpoint, "port" | "tls" | "auth">; isLate: boolean };

/** Returns the next step for a relay that failed its test, in the words of the form, or null when the server's reply already says it. */
export function adviceFor(
  { phase, reason, reply }: Pick<Outcome, "phase" | "reason" | "reply">,
  test: FailedTest,
) {
  const { port, tls } = test.endpoint;
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return "Check the host name.";
  if (/ECONNREFUSED/.test(reason)) return `No server is listening on port ${port}. Check the port.`;
  if (phase === "connect" && (test.isLate || /came within|ETIMEDOUT|EHOSTUNREACH/.test(reason)))
    return port === 25
      ? "Many networks block port 25. Try 587 or 465."
      : "A firewall may block the connection, or the host or port is wrong.";
  if (phase === "greeting" && tls !== "implicit" && test.isLate)
    return "The server may expect TLS from the first byte. Choose “Implicit TLS (SMTPS)” under Encryption.";
  if (phase === "tls" && tls === "implicit" && /wrong version|packet length|unexpected message/i.test(reason))
    return "The server may expect STARTTLS. Choose “STARTTLS, required” under Encryption.";
  if (phase === "tls" && /certificate|self-signed|altname/i.test(reason))
    return "The server's certificate is not valid for this name. If you trust the server anyway, edit the relay and select “Trust any certificate”.";
  if (phase === "starttls" && reply === null && /does not offer/.test(reason))
    return "Choose “Implicit TLS (SMTPS)” with port 465 under Encryption, or “None” in your own network.";
  if (phase === "auth" && reply !== null && reply.code >= 500) return "Check the user name and password.";
  return null;
}
