import { connectSmtp } from "../../../mail/smtp/index.ts";
import { type Finding, failed, ok } from "./check.ts";

/** Servers of large receivers that accept connections from any address. */
const KNOWN_SERVERS = ["gmail-smtp-in.l.google.com", "mx-aol.mail.gm0.yahoodns.net"];
const TIMEOUT_MS = 6_000;
/** Firewalls usually drop packets to a blocked port instead of rejecting them, so connections time out. */
const ADVICE =
  "most cloud providers block outbound port 25: ask yours to open it, or send through a relay on port 587";

/** Connects and sends EHLO, then quits without sending mail. Runs only on request, because the server is not ours. */
export async function checkOutbound(
  heloName: string,
  { servers = KNOWN_SERVERS, port = 25 }: { servers?: string[]; port?: number } = {},
): Promise<Finding> {
  const reasons: string[] = [];
  for (const host of servers) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const connected = await connectSmtp({
      endpoint: { host, port, tls: "none", auth: null, rejectUnauthorized: false },
      heloName,
      signal,
    });
    if (connected.ok) {
      await connected.connection.quit();
      return ok(`port ${port} is open: ${host} responded`);
    }
    const { phase, reason } = connected.failure;
    if (phase !== "connect") return ok(`port ${port} is open: ${host} responded with a problem: ${reason}`);
    reasons.push(`${host}: ${signal.aborted ? "timed out" : reason}`);
  }
  return failed(`port ${port} cannot be reached from here (${reasons.join("; ")})`, ADVICE);
}
