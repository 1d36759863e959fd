import { findSystemMailAccount, notifyUsers } from "../../features/accounts/index.ts";
import { type SendRequest, sendEmail } from "../../features/emails/index.ts";
import { orThrow } from "../../platform/errors/index.ts";
import { once, type Services } from "./services.ts";
import { systemSendingOf } from "./system-sending.ts";

type SendSystemMail = (accountId: string, mail: SendRequest, idempotencyKey: string) => Promise<unknown>;

/** System mail to the users of an account. It is stored among the account's emails. */
export const systemMailOf = once((services) =>
  sendAs(services, { isFromInstance: services.policies.systemMailIsFromInstance }),
);

/** Sends system mail to all users of an account. */
export const notifyUsersOf = once((services) =>
  notifyUsers.bind(null, {
    database: services.database,
    log: services.log,
    sendSystemMail: systemMailOf(services),
  }),
);

/** The same, but from the instance's own address if it has one, because an account that loses a domain may have no other. */
export const notifyUsersFromInstanceOf = once((services) =>
  notifyUsers.bind(null, {
    database: services.database,
    log: services.log,
    sendSystemMail: sendAs(services, { isFromInstance: true }),
  }),
);

/** Sends mail from the account of the operators. Returns false when there is none. */
export const mailOperatorsOf = once((services) => {
  const { database, policies } = services;
  const sendSystemMail = systemMailOf(services);
  return async (mail: SendRequest, idempotencyKey: string): Promise<boolean> => {
    const accountId = await findSystemMailAccount(database, policies);
    if (accountId !== null) await sendSystemMail(accountId, mail, idempotencyKey);
    return accountId !== null;
  };
});

function sendAs(services: Services, { isFromInstance }: { isFromInstance: boolean }): SendSystemMail {
  const { defaultFrom } = services.config;
  const deps = systemSendingOf(services);
  const from = isFromInstance && defaultFrom ? { from: defaultFrom } : {};
  return async (accountId, mail, idempotencyKey) =>
    orThrow(
      await sendEmail(
        deps,
        { ...from, ...mail },
        { accountId, keyId: null, limits: null, isSystem: true },
        { idempotencyKey },
      ),
    );
}
