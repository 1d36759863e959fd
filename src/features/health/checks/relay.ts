import { connectSmtp } from "../../../mail/smtp/index.ts";
import { type Check, type Delivery, type Finding, failed, ok, unknown, warning } from "./check.ts";

/** RFC 5321 §4.5.3.2 allows minutes, but an operator is waiting for the result. */
const TIMEOUT_MS = 10_000;

/** Connects, starts TLS and authenticates as the worker does, then quits without sending mail. */
export const relayCheck: Check<"config" | "delivery"> = {
  id: "relay",
  title: "Outgoing mail",
  examine: async ({ config: { smtpRelay, heloName, deliveryOverride }, delivery }) => {
    if (delivery === null)
      return [
        unknown(
          "how mail is sent is chosen in the dashboard, and the database cannot be read",
          "correct the problem of the database, then check again",
        ),
      ];
    const { mode, relay: chosen } = delivery;
    if (mode === "direct") return [ok("mail is delivered directly to its recipients' servers")];
    if (mode === "capture")
      return [
        deliveryOverride
          ? warning("test mode: DELIVERY is capture, and mail is not sent", "unset DELIVERY to deliver mail")
          : ok("test mode: mail is kept in the inbox and not sent; go live under Settings → Delivery"),
      ];
    if (!smtpRelay) return [examineChosen(chosen)];
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

/** Workers know whether a relay of the dashboard works. Its password is not opened here. */
function examineChosen(relay: Delivery["relay"]): Finding {
  if (relay === null)
    return failed("no relay is chosen for delivery, so mail waits", "choose one under Settings → Delivery");
  if (relay.lastError === null) return ok(`mail goes through the relay ${relay.name}`);
  return failed(`the relay ${relay.name} fails: ${relay.lastError}`, "test the relay on the Routing page");
}
