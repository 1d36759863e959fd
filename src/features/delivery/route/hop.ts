import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult, TransmitResult } from "../outcome.ts";
import type { Feedback } from "../throttles/feedback.ts";
import type { ThrottlePlan } from "../throttles/throttle-plan.ts";
import type { Transmission } from "../transmit/transport.ts";

export type HopTransmission = Transmission & {
  /**
   * Called when the transport knows more about the servers than the results say; null if it knows nothing. The first call frees the
   * place in the throttle, even if the attempt goes on.
   */
  onFeedback?: (feedback: Feedback | null) => void;
};

/** Where a message goes next. */
export type Hop = {
  /** Mail of one throttle shares its limits: by one relay, or to the servers of one operator from one pool of addresses. */
  throttle: string;
  /** Whether it is the throttle of one account alone, so that others' mail never waits for it. */
  isOwn?: boolean;
  /** Throttles that its mail has left for good, so that no claim waits for them. */
  formerThrottles?: string[];
  /** Whether the same mail would take another throttle by now. */
  isOutdated?: () => boolean;
  /** Where the throttle starts. */
  plan: ThrottlePlan;
  /** For the event of each attempt: the route and the rule that chose it. */
  taken: { route: string; rule?: string };
  transmit: (transmission: HopTransmission) => Promise<TransmitResult[]>;
};

/** Recipients of one email that go out in one SMTP transaction by one hop. */
export type Dispatch = { email: ClaimedEmail; recipients: ClaimedRecipient[]; from: string; hop: Hop };

/** Recipients about whom all is known without talking to a server: no such domain, a domain that takes no mail. */
export type Undeliverable = { email: ClaimedEmail; recipients: ClaimedRecipient[]; result: AttemptResult };
