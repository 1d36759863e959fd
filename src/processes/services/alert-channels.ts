import { type AlertChannel, createMailer, createWebhook } from "../../features/health/index.ts";
import { once } from "./services.ts";
import { mailOperatorsOf } from "./system-mail.ts";

/** The channels that notify operators of alerts. */
export const alertChannelsOf = once((services): AlertChannel[] => {
  const { config } = services;
  const mailOperators = mailOperatorsOf(services);
  const notifyByMail = createMailer(config.alertEmails, {
    baseUrl: config.baseUrl,
    send: async (mail, idempotencyKey) => {
      if (!(await mailOperators(mail, idempotencyKey)))
        throw new Error("no operator has an account to send the alert from");
    },
  });
  return [
    ...(config.alertEmails.length === 0 ? [] : [{ by: "email" as const, notify: notifyByMail }]),
    ...(config.alertWebhook === null
      ? []
      : [{ by: "webhook" as const, notify: createWebhook(config.alertWebhook) }]),
  ];
});
