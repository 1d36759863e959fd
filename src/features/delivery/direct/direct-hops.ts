import type { AttemptResult } from "../outcome.ts";
import { planFor } from "../pace/providers.ts";
import type { Hop } from "../routing/hop.ts";
import type { Destination } from "./destination.ts";
import type { DestinationDirectory } from "./destination-directory.ts";
import type { DirectTransport } from "./direct-transport.ts";
import type { SourcePool } from "./source-pool.ts";

/** Hops straight to the servers of the recipients. */
export class DirectHops {
  readonly #directory: DestinationDirectory;
  readonly #transport: DirectTransport;
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
    return {
      lane: laneOf(operator, pool),
      plan: planFor(operator),
      taken: { route: pool.name === null ? "direct" : `direct via ${pool.name}` },
      transmit: async (transmission) => {
        const next = await pool.next();
        if ("source" in next) return await this.#transport.transmit(destination, next.source, transmission);
        return transmission.envelope.recipients.map(() => ({ kind: "deferred" as const, ...next }));
      },
    };
  }
}

function laneOf(operator: string, { name }: SourcePool): string {
  return name === null ? operator : `${operator} via ${name}`;
}
