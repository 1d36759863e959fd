import type { ClaimedEmail, ClaimedRecipient } from "../claimed-email.ts";
import type { AttemptResult, Told } from "../outcome.ts";
import type { Feedback } from "../pace/feedback.ts";
import type { LanePlan } from "../pace/lane-plan.ts";
import type { Transmission } from "../transports/transport.ts";

export type HopTransmission = Transmission & {
  /**
   * Called when the transport knows more about the servers than the results say; null if it knows nothing. The first call frees the
   * place in the lane, even if the attempt goes on.
   */
  onFeedback?: (feedback: Feedback | null) => void;
};

/** Where a message goes next. */
export type Hop = {
  /** Mail of one lane shares its pace: by one relay, or to the servers of one operator from one pool of addresses. */
  lane: string;
  /** Whether it is the lane of one account alone, so that others' mail never waits for it. */
  isOwn?: boolean;
  /** Lanes that its mail has left for good, so that no claim waits for them. */
  formerLanes?: string[];
  /** Whether the same mail would take another lane by now. */
  isOutdated?: () => boolean;
  /** Where the pace of the lane begins. */
  plan: LanePlan;
  /** For the event of each attempt: the route and the rule that chose it. */
  taken: { route: string; rule?: string };
  transmit: (transmission: HopTransmission) => Promise<Told[]>;
};

/** Recipients of one email that go out in one SMTP transaction by one hop. */
export type Dispatch = { email: ClaimedEmail; recipients: ClaimedRecipient[]; from: string; hop: Hop };

/** Recipients about whom all is known without talking to a server: no such domain, a domain that takes no mail. */
export type Undeliverable = { email: ClaimedEmail; recipients: ClaimedRecipient[]; result: AttemptResult };
