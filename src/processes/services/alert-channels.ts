import { type AlertChannel, mailAlert, postAlert } from "../../features/health/index.ts";
import { once } from "./services.ts";
import { mailOperatorsOf } from "./system-mail.ts";

/** The channels that notify operators of alerts. */
export const alertChannelsOf = once((services): AlertChannel[] => {
  const { alertEmails, alertWebhook, baseUrl } = services.config;
  const mailOperators = mailOperatorsOf(services);
  const channels: AlertChannel[] = [];
  if (alertEmails.length > 0) {
    const send = async (mail: Parameters<typeof mailOperators>[0], idempotencyKey: string) => {
      if (!(await mailOperators(mail, idempotencyKey)))
        throw new Error("no operator account exists to send the alert from");
    };
    const mailing = { addresses: alertEmails, baseUrl, send };
    channels.push({ by: "email", notify: (alert) => mailAlert(mailing, alert) });
  }
  if (alertWebhook !== null)
    channels.push({ by: "webhook", notify: (alert) => postAlert({ url: alertWebhook }, alert) });
  return channels;
});
