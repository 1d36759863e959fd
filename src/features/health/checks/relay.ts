import { connectSmtp } from "../../../mail/smtp/index.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** RFC 5321 §4.5.3.2 allows minutes, but an operator is waiting for the result. */
const TIMEOUT_MS = 10_000;

/** Connects, starts TLS and authenticates as the worker does, then quits without sending mail. */
export const relayCheck: Check<"config"> = {
  id: "relay",
  title: "Outgoing mail",
  examine: async ({ config: { delivery, smtpRelay, heloName } }) => {
    if (delivery === "direct") return [ok("mail is delivered directly to its recipients' servers")];
    if (!smtpRelay)
      return [warning("no relay: mail is captured and not sent", "set SMTP_RELAY_URL to deliver mail")];
    if (delivery === "capture")
      return [
        warning(
          "DELIVERY is capture: mail is not sent, although a relay is set",
          "unset DELIVERY to deliver mail",
        ),
      ];
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const connected = await connectSmtp({ endpoint: smtpRelay, heloName, signal });
    const relay = `relay ${smtpRelay.host}:${smtpRelay.port}`;
    if (connected.ok) {
      await connected.connection.quit();
      return [ok(`${relay} responds${smtpRelay.auth ? " and accepts the password" : ""}`)];
    }
    const { phase, reason } = connected.failure;
    return [
      failed(
        `${relay} fails at ${phase}: ${signal.aborted ? "timed out" : reason}`,
        "correct SMTP_RELAY_URL, or contact the relay's operator",
      ),
    ];
  },
};
