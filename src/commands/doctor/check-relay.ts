import type { Config } from "../../config.ts";
import { connectSmtp } from "../../mail/smtp/index.ts";
import { type Finding, fail, ok, warn } from "./check.ts";

/** RFC 5321 allows minutes; an operator who waits for doctor does not. */
const patienceMs = 10_000;

/** Connects, secures and signs in as the worker does, and leaves without sending. */
export async function checkRelay({ delivery, smtpRelay, baseUrl }: Config): Promise<Finding> {
  if (!smtpRelay)
    return warn("no relay: mail is captured and never leaves", "set SMTP_RELAY_URL to deliver mail");
  if (delivery === "capture")
    return warn(
      "DELIVERY is capture: mail never leaves, though a relay is set",
      "unset DELIVERY to deliver mail",
    );
  const signal = AbortSignal.timeout(patienceMs);
  const heloName = new URL(baseUrl).hostname;
  const connected = await connectSmtp({ endpoint: smtpRelay, heloName, signal });
  const said = `relay ${smtpRelay.host}:${smtpRelay.port}`;
  if (connected.ok) {
    await connected.connection.quit();
    return ok(`${said} answers${smtpRelay.auth ? " and takes the password" : ""}`);
  }
  const { phase, reason } = connected.failure;
  return fail(
    `${said} fails at ${phase}: ${signal.aborted ? "no answer in time" : reason}`,
    "correct SMTP_RELAY_URL, or ask who runs it",
  );
}
