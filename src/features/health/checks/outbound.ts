import { connectSmtp } from "../../../mail/smtp/index.ts";
import { type Finding, failed, ok } from "./check.ts";

/** Large receivers whose servers answer anybody who connects. */
const knownServers = ["gmail-smtp-in.l.google.com", "mx-aol.mail.gm0.yahoodns.net"];
const patienceMs = 6_000;
/** Blocked ports are dropped, not refused: the connection takes as long as one waits. */
const blocked =
  "most cloud providers block outbound port 25: ask yours to open it, or send through a relay on port 587";

/** Greets a server as mail does, and leaves without sending. Done only when somebody asks, for it is another's server. */
export async function checkOutbound(
  heloName: string,
  { servers = knownServers, port = 25 }: { servers?: string[]; port?: number } = {},
): Promise<Finding> {
  const reasons: string[] = [];
  for (const host of servers) {
    const signal = AbortSignal.timeout(patienceMs);
    const connected = await connectSmtp({
      endpoint: { host, port, tls: "none", auth: null, rejectUnauthorized: false },
      heloName,
      signal,
    });
    if (connected.ok) {
      await connected.connection.quit();
      return ok(`port ${port} is open: ${host} answered`);
    }
    const { phase, reason } = connected.failure;
    if (phase !== "connect") return ok(`port ${port} is open: ${host} answered, though it says ${reason}`);
    reasons.push(`${host}: ${signal.aborted ? "no answer in time" : reason}`);
  }
  return failed(`port ${port} cannot be reached from here (${reasons.join("; ")})`, blocked);
}
