import { setSubscribed } from "../../features/contacts/index.ts";
import { Unsubscriptions } from "../../features/suppressions/index.ts";
import { recordUnsubscribe } from "../../features/tracking/index.ts";
import { secretsOf } from "./secrets.ts";
import { once } from "./services.ts";

/** Unsubscribes recipients by link or by mail. */
export const unsubscriptionsOf = once(
  (services) =>
    new Unsubscriptions({
      secrets: secretsOf(services),
      setSubscribed,
      onUnsubscribed: recordUnsubscribe,
    }),
);
