import { connectSmtp } from "../../../mail/smtp/index.ts";
import { type Check, failed, ok, warning } from "./check.ts";

/** RFC 5321 allows minutes; an operator who waits for this does not. */
const patienceMs = 10_000;

/** Connects, secures and signs in as the worker does, and leaves without sending. */
export const relayCheck: Check<"config"> = {
  id: "relay",
  title: "Way out",
  examine: async ({ config: { delivery, smtpRelay, heloName } }) => {
    if (delivery === "direct") return [ok("mail goes straight to its recipients' servers")];
    if (!smtpRelay)
      return [warning("no relay: mail is captured and never leaves", "set SMTP_RELAY_URL to deliver mail")];
    if (delivery === "capture")
      return [
        warning(
          "DELIVERY is capture: mail never leaves, though a relay is set",
          "unset DELIVERY to deliver mail",
        ),
      ];
    const signal = AbortSignal.timeout(patienceMs);
    const connected = await connectSmtp({ endpoint: smtpRelay, heloName, signal });
    const said = `relay ${smtpRelay.host}:${smtpRelay.port}`;
    if (connected.ok) {
      await connected.connection.quit();
      return [ok(`${said} answers${smtpRelay.auth ? " and takes the password" : ""}`)];
    }
    const { phase, reason } = connected.failure;
    return [
      failed(
        `${said} fails at ${phase}: ${signal.aborted ? "no answer in time" : reason}`,
        "correct SMTP_RELAY_URL, or ask who runs it",
      ),
    ];
  },
};
