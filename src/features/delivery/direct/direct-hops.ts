import { MessagesPerConnection } from "../../../mail/smtp/index.ts";
import type { AttemptResult, TransmitResult } from "../outcome.ts";
import type { Hop } from "../route/hop.ts";
import { type ProviderPlan, planFor } from "../throttles/provider-plans.ts";
import type { Transmission } from "../transmit/transport.ts";
import type { Destination } from "./destination.ts";
import type { DestinationDirectory } from "./destination-directory.ts";
import { type DirectAttempt, type DirectTransport, noFamily } from "./direct-transport.ts";
import {
  type AttemptedServer,
  DestinationThrottles,
  type HostsOf,
  type Throttle,
} from "./providers/destination-throttles.ts";
import type { HostMemory } from "./providers/host-memory.ts";
import type { SourcePool } from "./source-pool.ts";
import { familiesOf } from "./targets-of.ts";

/** Above this number, learned limits of throttles are forgotten and learned again. */
const MAX_THROTTLES = 20_000;

type Options = { directory: DestinationDirectory; transport: DirectTransport; memory: HostMemory };

/** Hops directly to the recipients' servers. */
export class DirectHops {
  readonly #directory: DestinationDirectory;
  readonly #transport: DirectTransport;
  readonly #memory: HostMemory;
  readonly #throttles: DestinationThrottles;
  /** Messages per connection that servers accept, by throttle. */
  readonly #messages = new Map<string, MessagesPerConnection>();
  #closed: Promise<unknown> | null = null;

  constructor({ directory, transport, memory }: Options) {
    this.#directory = directory;
    this.#transport = transport;
    this.#memory = memory;
    this.#throttles = new DestinationThrottles({
      isOnlyAccount: () => memory.isOnlyAccount,
      onDelivered: (throttle, address) => memory.recordDelivery(throttle, address),
    });
    memory.onRemembered = (host) => this.#throttles.remember(host);
  }

  /** Never rejects: each DNS response or failure becomes a hop or a result. */
  hopTo(
    domain: string,
    pool: SourcePool,
    accountId: string,
  ): Hop | AttemptResult | Promise<Hop | AttemptResult> {
    const found = this.#directory.find(domain);
    const remembered = this.#memory.ready();
    if (!(found instanceof Promise) && remembered === null) return this.#hopOf(found, pool, accountId);
    return Promise.all([found, remembered]).then(([destination]) =>
      this.#hopOf(destination, pool, accountId),
    );
  }

  /** Several routes share the hops, so this may be called more than once. */
  async close(): Promise<void> {
    this.#closed ??= Promise.all([this.#transport.close(), this.#memory.close()]);
    await this.#closed;
  }

  #hopOf(destination: Destination, pool: SourcePool, accountId: string): Hop | AttemptResult {
    if (destination.kind === "none") return destination.result;
    const mail = { destination, accountId, pool: pool.name };
    const throttle = this.#throttles.throttleOf(mail);
    const plan = planOf(throttle, destination);
    return {
      throttle: throttle.name,
      ...(throttle.scope === "account" && { isOwn: true }),
      formerThrottles: throttle.formerNames,
      // Mail in a throttle of its own keeps it, even if it could join the provider's now.
      isOutdated: () =>
        throttle.scope === "provider" && this.#throttles.throttleOf(mail).scope !== "provider",
      plan,
      taken: { route: pool.name === null ? "direct" : `direct via ${pool.name}` },
      transmit: async (transmission) => {
        const messagesPerConnection = this.#messagesOf(throttle.name, plan);
        const servers: AttemptedServer[] = [];
        const onAttempted = (server: AttemptedServer) => void servers.push(server);
        const onNoGreeting = (server: { host: string; address: string }) => {
          const feedback = this.#throttles.learnNoGreeting(mail, throttle, server);
          if (feedback) transmission.onFeedback?.(feedback);
        };
        const attempt = {
          destination,
          messagesPerConnection,
          throttle: throttle.name,
          onAttempted,
          onNoGreeting,
        };
        const results = await this.#transmit(attempt, pool, transmission);
        const feedback = this.#throttles.learn(mail, throttle, servers);
        transmission.onFeedback?.(feedback);
        return results;
      },
    };
  }

  async #transmit(
    attempt: Omit<DirectAttempt, "source">,
    pool: SourcePool,
    transmission: Transmission,
  ): Promise<TransmitResult[]> {
    const { recipients } = transmission.envelope;
    const families = familiesOf(attempt.destination.hosts);
    for (;;) {
      const next = await pool.next(families);
      if (next === null) return recipients.map(() => noFamily(attempt.destination));
      if (!("source" in next)) return recipients.map(() => ({ kind: "deferred" as const, ...next }));
      const results = await this.#transport.transmit({ ...attempt, source: next.source }, transmission);
      if (results !== null) return results;
      // The servers are not the cause: another source address is tried at once.
      pool.coolDown(next.source);
    }
  }

  #messagesOf(throttle: string, plan: { messagesPerConnection: number }): MessagesPerConnection {
    const existing = this.#messages.get(throttle);
    if (existing) return existing;
    if (this.#messages.size >= MAX_THROTTLES) this.#messages.clear();
    const messages = new MessagesPerConnection(plan.messagesPerConnection);
    this.#messages.set(throttle, messages);
    return messages;
  }
}

/**
 * A domain that is not known to belong to a provider gets the plan for unknown servers. An account that the provider warned gets half of
 * the provider's plan.
 */
function planOf({ scope }: Throttle, { provider }: HostsOf): ProviderPlan {
  if (scope === "domain") return planFor("");
  const plan = planFor(provider);
  return scope === "provider" ? plan : { ...plan, concurrency: Math.max(1, plan.concurrency / 2) };
}
