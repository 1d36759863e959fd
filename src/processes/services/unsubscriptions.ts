import { setSubscribed } from "../../features/contacts/index.ts";
import { createUnsubscriptions } from "../../features/suppressions/index.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";

/** Unsubscribes recipients by link or by mail. */
export const unsubscriptionsOf = once((services) =>
  createUnsubscriptions({ secrets: secretsOf(services), setSubscribed }),
);
