import { setTimeout as sleep } from "node:timers/promises";
import { needsSmtpUtf8 } from "../../../mail/address/index.ts";
import { isSimulated } from "../../emails/index.ts";
import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult } from "../outcome.ts";
import { evenPlan } from "../throttles/throttle-plan.ts";
import { simulatorTransport } from "../transmit/simulator.ts";
import type { Transmission } from "../transmit/transport.ts";
import type { Dispatch, Hop, Undeliverable } from "./hop.ts";
import { suppressed } from "./suppressed.ts";

/**
 * Recipients of one envelope. RFC 5321 §4.5.3.1.8 requires servers to accept 100, but some relays refuse the whole message above 50,
 * with a 5xx that would bounce all of them.
 */
const MAX_RECIPIENTS = 50;

/** The routes of all mail: from the settings, relays, rules and DNS. */
export type Routes = {
  /** The next hop to a domain, or the result of all its recipients if there is none. Rejects for internal failures. */
  hopTo(email: ClaimedEmail, domain: string): Promise<Hop | AttemptResult> | Hop | AttemptResult;
  /** The return path of a recipient (RFC 5321 §4.4), and whether no other recipient shares it. */
  returnPathOf(
    email: ClaimedEmail,
    recipient: ClaimedRecipient,
    hop: Hop,
  ): Promise<{ from: string; isOwn: boolean }> | { from: string; isOwn: boolean };
  /** Limits of one worker: recipients in flight and transactions at once, enough that no mail waits for a slow destination. */
  readonly maxInFlight: number;
  readonly maxTransactions: number;
  /** Recipients of one domain in one claim, while its throttle is not known. */
  readonly perDomain: number;
  close(): Promise<void>;
};

const simulator: Hop = {
  throttle: "simulator",
  plan: evenPlan(64),
  taken: { route: "simulator" },
  transmit: (transmission: Transmission) => simulatorTransport.transmit(transmission),
};

/** Name servers nearby reply within this time. */
const PATIENCE_MS = 1_000;

/**
 * Splits off domains whose hop is not known at once, so that a slow name server delays only mail for its own domain. All other recipients
 * stay together.
 */
export async function byDomainIfSlow(email: ClaimedEmail, routes: Routes): Promise<ClaimedEmail[]> {
  if (email.recipients.length < 2) return email.recipients.length === 0 ? [] : [email];
  const byDomain = Map.groupBy(email.recipients, ({ domain }) => domain);
  const slow = new Set<string>();
  const lookups = [...byDomain.keys()].map(async (domain) => {
    try {
      const hop = routes.hopTo(email, domain);
      if (!(hop instanceof Promise)) return;
      slow.add(domain);
      await hop;
    } catch {
      // `partByHop` asks again, and reports the error.
    }
    slow.delete(domain);
  });
  if (slow.size > 0) await Promise.race([Promise.all(lookups), sleep(PATIENCE_MS)]);
  const parts = Map.groupBy(byDomain.keys(), (domain) => (slow.has(domain) ? domain : ""));
  return [...parts.values()].map((domains) => ({
    ...email,
    recipients: domains.flatMap((domain) => byDomain.get(domain) ?? []),
  }));
}

/**
 * Splits an email into transactions: recipients with the same hop and return path share one, up to MAX_RECIPIENTS. Addresses that need
 * SMTPUTF8 get transactions of their own (RFC 6531 §3.3), so that the other recipients can use any server.
 */
export async function partByHop(
  email: ClaimedEmail,
  routes: Routes,
): Promise<{ dispatches: Dispatch[]; undeliverable: Undeliverable[] }> {
  const dispatches: Dispatch[] = [];
  const undeliverable: Undeliverable[] = [];
  const open = new Map<Hop, Map<string, Dispatch>>();
  const hops = new Map<string, Hop | AttemptResult>();
  for (const recipient of email.recipients) {
    const { domain, suppressedBy } = recipient;
    if (suppressedBy) {
      undeliverable.push({ email, recipients: [recipient], result: suppressed(suppressedBy) });
      continue;
    }
    const hop = isSimulated(recipient.address)
      ? simulator
      : (hops.get(domain) ?? (await routes.hopTo(email, domain)));
    if (!("transmit" in hop)) {
      undeliverable.push({ email, recipients: [recipient], result: hop });
      continue;
    }
    if (hop !== simulator) hops.set(domain, hop);
    const { from, isOwn } = await routes.returnPathOf(email, recipient, hop);
    // The links of tracked mail name the recipient.
    const isAlone = isOwn || Boolean(email.email.tracking);
    const ofHop = open.get(hop) ?? new Map<string, Dispatch>();
    open.set(hop, ofHop);
    const envelope = `${needsSmtpUtf8(recipient.address) ? "SMTPUTF8" : ""} ${from}`;
    const dispatch = ofHop.get(envelope);
    if (dispatch && !isAlone && dispatch.recipients.length < MAX_RECIPIENTS)
      dispatch.recipients.push(recipient);
    else {
      const started = { email, recipients: [recipient], from, hop };
      dispatches.push(started);
      ofHop.set(envelope, started);
    }
  }
  return { dispatches, undeliverable };
}
