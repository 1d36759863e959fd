import {
  createCheckBatch,
  createDryRun,
  createResendEmail,
  createSendBatch,
  createSendEmail,
  createSubmitMessage,
} from "../../features/emails/index.ts";
import { abuseGuardOf } from "./abuse-guard.ts";
import { acceptingOf, onAcceptedOf } from "./accepting.ts";
import { predictRouteOf } from "./routing.ts";
import { once } from "./services.ts";

/** The functions that accept mail from programs and people. */
export const sendingOf = once((services) => {
  const { database } = services;
  const guard = abuseGuardOf(services);
  if (guard) onAcceptedOf(services).add(guard.countAccepted.bind(guard));
  const deps = { database, ...acceptingOf(services) };
  return {
    sendEmail: createSendEmail(deps),
    sendBatch: createSendBatch(deps),
    checkBatch: createCheckBatch(deps),
    submitMessage: createSubmitMessage(deps),
    resendEmail: createResendEmail(deps),
    checkSender: deps.acceptEmails.checkSender,
    dryRun: createDryRun({ ...deps, predict: predictRouteOf(services) }),
  };
});
