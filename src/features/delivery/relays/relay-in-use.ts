import { type AttemptResult, isTried, type TransmitResult, type Untried, untried } from "../outcome.ts";
import type { HopRate } from "../route/hop.ts";
import type { ThrottlePlan } from "../throttles/throttle-plan.ts";
import type { Patience, Transmission, Transport } from "../transmit/transport.ts";
import { type Probe, untilEnded } from "./probe.ts";
import type { RelayBreaker } from "./relay-breaker.ts";
import { failedBeforeMail } from "./relay-failure.ts";
import { RelayRate } from "./relay-rate.ts";

type Closing = Patience & {
  /** The same relay with new settings, after it was edited. Null: it is no longer used. */
  successor?: () => RelayInUse | null;
};

type Sending = { probe: Probe | null; isInRate: boolean };

/** Mail that another relay could not send waits this long for the rate limit of this one. Then it goes back to the queue. */
const LONGEST_WAIT_MS = 2_000;

type Options = {
  /** `relay <id>` */
  throttle: string;
  /** `relay <name>`, for events. */
  route: string;
  plan: ThrottlePlan;
  /** Whether it belongs to one account. */
  isOwn: boolean;
  transport: Transport;
  breaker: RelayBreaker;
  /** Recipients per second that this worker may send to. Null: no limit. */
  ratePerSecond: () => number | null;
};

/** A relay as one worker uses it: its connections, its rate limit and its breaker. */
export class RelayInUse {
  readonly throttle: string;
  readonly route: string;
  readonly plan: ThrottlePlan;
  readonly isOwn: boolean;
  readonly breaker: RelayBreaker;
  /** The rate limit: of the successor, if the relay was edited. Mail of a relay that is no longer used is given back at once. */
  readonly rate: HopRate = {
    waitMs: () => {
      if (this.#isClosing) return this.#successor()?.rate.waitMs() ?? 0;
      return this.#ratePerSecond() === null ? 0 : this.#rate.waitMs();
    },
    take: (recipients) => {
      if (this.#isClosing) return this.#successor()?.rate.take(recipients);
      const perSecond = this.#ratePerSecond();
      if (perSecond !== null) void this.#rate.take(recipients, perSecond);
    },
  };
  readonly #transport: Transport;
  readonly #ratePerSecond: () => number | null;
  readonly #rate = new RelayRate();
  readonly #sharing = new Set<Promise<void>>();
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

  /** `isInRate`: the rate limit has counted the recipients. */
  async transmit(transmission: Transmission, { probe, isInRate }: Sending): Promise<TransmitResult[]> {
    const { recipients } = transmission.envelope;
    if (probe?.isUsed) {
      await untilEnded([probe]);
      return await this.transmit(transmission, { probe: null, isInRate });
    }
    if (probe) probe.isUsed = true;
    const changed = this.#successor();
    if (changed) return await changed.transmit(transmission, { probe: null, isInRate });
    // The breaker opened after this mail was routed. Sending it would only be another failure.
    if (!this.breaker.isClosed && probe === null) return recipients.map(() => this.inCooldown());
    const perSecond = this.#ratePerSecond();
    if (perSecond !== null && !isInRate) {
      const waitMs = this.#rate.waitMs();
      // Meanwhile a recipient may unsubscribe, or a person may hold the mail. Both are checked when it is claimed again.
      if (waitMs > LONGEST_WAIT_MS) return recipients.map(() => inRateAfter(waitMs));
      await this.#rate.take(recipients.length, perSecond);
    }
    const results = await this.#transport.transmit(transmission).catch((error: unknown) => {
      // An internal failure says nothing about the relay: another message may probe.
      if (probe) this.breaker.endProbe(probe);
      throw error;
    });
    const isUnsent = failedBeforeMail(results) || results.every((result) => !isTried(result));
    const successor = isUnsent && transmission.mayTransmit() ? this.#successor() : null;
    if (successor) return await successor.transmit(transmission, { probe: null, isInRate: false });
    if (!this.#isClosing) this.#learn(results, probe);
    return results.map((result) => (isTried(result) ? { ...result, route: this.route } : result));
  }

  /** Does not wait for the database: the journal gets the reply first. */
  #learn(results: TransmitResult[], probe: Probe | null): void {
    const shared = this.breaker.recordResults(results, probe).finally(() => this.#sharing.delete(shared));
    this.#sharing.add(shared);
  }

  /** The result of mail during a cooldown. */
  inCooldown(): AttemptResult {
    const { lastError, retryInMs } = this.breaker;
    return {
      kind: "deferred",
      phase: "connect",
      reason: `The ${this.route} is in cooldown: ${lastError}`,
      route: this.route,
      retryAfterSeconds: Math.ceil(retryInMs / 1_000),
    };
  }

  /** Mail that waits for a connection is sent through the successor, if there is one. A second call may shorten the time. */
  async close({ graceMs, successor = () => null }: Closing): Promise<void> {
    this.#successor = successor;
    this.#isClosing = true;
    this.#rate.stop();
    await this.#transport.close({ graceMs });
    await Promise.all(this.#sharing);
  }
}

function inRateAfter(waitMs: number): Untried {
  return { ...untried("closing"), cooldownSeconds: Math.ceil(waitMs / 1_000) };
}
