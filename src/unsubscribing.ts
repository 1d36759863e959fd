/** Composition of unsubscribing: what recipients do by a link or by mail (app.ts, inbound.ts), and the links themselves (worker.ts). */
import type { Config } from "./config.ts";
import { setSubscribed } from "./features/contacts/index.ts";
import { createUnsubscribeLinks, createUnsubscriptions } from "./features/suppressions/index.ts";
import { openInstanceSecrets } from "./platform/secrets/index.ts";

export function composeUnsubscriptions({ dataDir, secretKey }: Config) {
  return createUnsubscriptions({ secrets: openInstanceSecrets({ dataDir, key: secretKey }), setSubscribed });
}

type InboundDomainFor = Parameters<typeof createUnsubscribeLinks>[0]["inboundDomainFor"];

/** `inboundDomainFor`: where bounces come back, for mail to it comes to us. */
export function composeUnsubscribeLinks(
  { dataDir, secretKey, baseUrl }: Config,
  inboundDomainFor: InboundDomainFor,
) {
  return createUnsubscribeLinks({
    secrets: openInstanceSecrets({ dataDir, key: secretKey }),
    baseUrl,
    inboundDomainFor,
  });
}
