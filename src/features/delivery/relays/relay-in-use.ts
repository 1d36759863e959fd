import { type AttemptResult, isTried, type TransmitResult } from "../outcome.ts";
import type { ThrottlePlan } from "../throttles/throttle-plan.ts";
import type { Patience, Transmission, Transport } from "../transmit/transport.ts";
import type { Probe, RelayBreaker } from "./relay-breaker.ts";
import { heardNothing } from "./relay-failure.ts";
import { RelayRate } from "./relay-rate.ts";

type Closing = Patience & {
  /** The same relay with its new settings, after it was edited; null: it is used no more. */
  successor?: () => RelayInUse | null;
};

type Options = {
  /** `relay <id>` */
  throttle: string;
  /** What events say: `relay <name>` */
  route: string;
  plan: ThrottlePlan;
  /** Whether it is one account's alone. */
  isOwn: boolean;
  transport: Transport;
  breaker: RelayBreaker;
  /** Recipients a second that this worker may send; null: no limit. */
  ratePerSecond: () => number | null;
};

/** A relay as one worker uses it: its connections, its rate, and whether anything goes through. */
export class RelayInUse {
  readonly throttle: string;
  readonly route: string;
  readonly plan: ThrottlePlan;
  readonly isOwn: boolean;
  readonly breaker: RelayBreaker;
  readonly #transport: Transport;
  readonly #ratePerSecond: () => number | null;
  readonly #rate = new RelayRate();
  readonly #telling = new Set<Promise<void>>();
  #isClosing = false;
  #successor: () => RelayInUse | null = () => null;

  constructor({ throttle, route, plan, isOwn, transport, breaker, ratePerSecond }: Options) {
    this.throttle = throttle;
    this.route = route;
    this.plan = plan;
    this.isOwn = isOwn;
    this.breaker = breaker;
    this.#transport = transport;
    this.#ratePerSecond = ratePerSecond;
  }

  async transmit(transmission: Transmission, probe: Probe | null): Promise<TransmitResult[]> {
    const { recipients } = transmission.envelope;
    const changed = this.#successor();
    if (changed) return await changed.transmit(transmission, null);
    // Mail that was in hand when the relay was found out need not find it out again.
    if (!this.breaker.isClosed && probe === null) return recipients.map(() => this.leftAlone());
    await this.#rate.take(recipients.length, this.#ratePerSecond());
    const results = await this.#transport.transmit(transmission).catch((error: unknown) => {
      // A failure of ours tells nothing of the relay: another mail may try.
      if (probe) this.breaker.endProbe(probe);
      throw error;
    });
    const isUnheard = heardNothing(results) || results.every((result) => !isTried(result));
    const successor = isUnheard && transmission.mayTransmit() ? this.#successor() : null;
    if (successor) return await successor.transmit(transmission, null);
    if (!this.#isClosing) this.#tell(results, probe);
    return results.map((result) => (isTried(result) ? { ...result, route: this.route } : result));
  }

  /** The database may take its time: what was answered is for the journal first. */
  #tell(results: TransmitResult[], probe: Probe | null): void {
    const told = this.breaker.note(results, probe).finally(() => this.#telling.delete(told));
    this.#telling.add(told);
  }

  /** For mail while nothing goes through. */
  leftAlone(): AttemptResult {
    const { lastError, retryInMs } = this.breaker;
    return {
      kind: "deferred",
      phase: "connect",
      reason: `The ${this.route} is left alone for a while: ${lastError}`,
      route: this.route,
      retryAfterSeconds: Math.ceil(retryInMs / 1_000),
    };
  }

  /** Mail that waits for a connection goes by the successor, if there is one. May be closed again with less patience. */
  async close({ graceMs, successor = () => null }: Closing): Promise<void> {
    this.#successor = successor;
    this.#isClosing = true;
    this.#rate.stop();
    await this.#transport.close({ graceMs });
    await Promise.all(this.#telling);
  }
}
