import { MessagesPerConnection } from "../../../mail/smtp/index.ts";
import type { AttemptResult } from "../outcome.ts";
import { planFor } from "../pace/providers.ts";
import type { Hop } from "../routing/hop.ts";
import type { Destination } from "./destination.ts";
import type { DestinationDirectory } from "./destination-directory.ts";
import type { DirectTransport } from "./direct-transport.ts";
import type { SourcePool } from "./source-pool.ts";

/** What was learnt of more lanes is learnt anew. */
const maxLanes = 20_000;

/** Hops straight to the servers of the recipients. */
export class DirectHops {
  readonly #directory: DestinationDirectory;
  readonly #transport: DirectTransport;
  /** By lane: what the servers of an operator take from a pool's addresses. */
  readonly #messages = new Map<string, MessagesPerConnection>();
  #closed: Promise<void> | null = null;

  constructor({ directory, transport }: { directory: DestinationDirectory; transport: DirectTransport }) {
    this.#directory = directory;
    this.#transport = transport;
  }

  /** Never rejects: what DNS says, or cannot say, comes as a hop or as a result. */
  hopTo(domain: string, pool: SourcePool): Hop | AttemptResult | Promise<Hop | AttemptResult> {
    const found = this.#directory.find(domain);
    return found instanceof Promise
      ? found.then((destination) => this.#hopOf(destination, pool))
      : this.#hopOf(found, pool);
  }

  /** Also when several routes share them. */
  close(): Promise<void> {
    this.#closed ??= this.#transport.close();
    return this.#closed;
  }

  #hopOf(destination: Destination, pool: SourcePool): Hop | AttemptResult {
    if (destination.kind === "none") return destination.result;
    const { operator } = destination;
    const lane = laneOf(operator, pool);
    const plan = planFor(operator);
    return {
      lane,
      plan,
      taken: { route: pool.name === null ? "direct" : `direct via ${pool.name}` },
      transmit: async (transmission) => {
        const messagesPerConnection = this.#messagesOf(lane, plan);
        for (;;) {
          const next = await pool.next();
          if (!("source" in next))
            return transmission.envelope.recipients.map(() => ({ kind: "deferred" as const, ...next }));
          const way = { destination, source: next.source, messagesPerConnection };
          const results = await this.#transport.transmit(way, transmission);
          if (results !== null) return results;
          // Not the servers' fault: another address of ours goes at once.
          pool.rest(next.source);
        }
      },
    };
  }

  #messagesOf(lane: string, plan: { messagesPerConnection: number }): MessagesPerConnection {
    const known = this.#messages.get(lane);
    if (known) return known;
    if (this.#messages.size >= maxLanes) this.#messages.clear();
    const messages = new MessagesPerConnection(plan.messagesPerConnection);
    this.#messages.set(lane, messages);
    return messages;
  }
}

function laneOf(operator: string, { name }: SourcePool): string {
  return name === null ? operator : `${operator} via ${name}`;
}
