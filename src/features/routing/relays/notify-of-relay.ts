import { newId } from "../../../platform/ids/index.ts";
import type { AuditActor } from "../audit.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { INSTANCE_ID } from "../instance-id.ts";
import type { RelayRow } from "./queries.ts";

type RelayChange = { relay: RelayRow; actor: AuditActor; change: "added" | "moved" };

/**
 * Notifies all users of an account when one of its relays is new or uses another server: the owner of a relay can read the mail that it
 * sends. Changes to the instance's relays are not notified.
 */
export async function notifyOfRelay(
  { notifyUsers, baseUrl }: Pick<RouteDeps, "notifyUsers" | "baseUrl">,
  { relay, actor, change }: RelayChange,
): Promise<void> {
  if (relay.account_id === INSTANCE_ID) return;
  const event =
    change === "added"
      ? `The relay ${relay.name} was added to your account`
      : `The relay ${relay.name} in your account now uses another server`;
  const mail = {
    subject: event,
    text: `${event}.

Server: ${relay.url}
Changed by: ${nameOf(actor)}

The relay's server can read all mail that a routing rule sends through it. If your team did not make this change, delete the relay, then revoke the API key or change your password: ${baseUrl}/routing
`,
  };
  await notifyUsers(relay.account_id, mail, `relay-${newId()}`);
}

function nameOf({ by }: AuditActor): string {
  const name = by.keyId === null ? "a signed-in user" : `the API key with the id ${by.keyId}`;
  return by.network === null ? name : `${name}, from the network ${by.network}`;
}
