import { newId } from "../../../platform/ids/index.ts";
import type { Doer } from "../audit.ts";
import { instanceId } from "../owner.ts";
import type { RouteDeps } from "../route-deps.ts";
import type { RelayRow } from "./queries.ts";

type News = { relay: RelayRow; doer: Doer; change: "added" | "moved" };

/**
 * Writes to everybody in an account that one of its relays is new, or leads to another server: whoever controls a relay reads the mail
 * that goes through it. The instance's relays are its operators' own.
 */
export async function notifyOfRelay(
  { notifyUsers, baseUrl }: Pick<RouteDeps, "notifyUsers" | "baseUrl">,
  { relay, doer, change }: News,
): Promise<void> {
  if (relay.account_id === instanceId) return;
  const what = change === "added" ? "was added to" : "was moved to another server in";
  const mail = {
    subject: `The relay ${relay.name} ${what} your account`,
    text: `The relay ${relay.name} ${what} your account.

Server: ${relay.url}
By: ${nameOf(doer)}

Mail goes through a relay when a routing rule says so. If nobody in your account meant this, delete the relay, and revoke the API key or change your password: ${baseUrl}/routes
`,
  };
  await notifyUsers(relay.account_id, mail, `relay-${newId()}`);
}

function nameOf({ by }: Doer): string {
  const who = by.keyId === null ? "a person who was signed in" : `the API key with the id ${by.keyId}`;
  return by.network === null ? who : `${who}, from the network ${by.network}`;
}
