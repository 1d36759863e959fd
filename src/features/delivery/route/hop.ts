import type { ClaimedEmail, ClaimedRecipient } from "../claim/claimed-email.ts";
import type { AttemptResult, TransmitResult } from "../outcome.ts";
import type { Feedback } from "../throttles/feedback.ts";
import type { ThrottlePlan } from "../throttles/throttle-plan.ts";
import type { Transmission } from "../transmit/transport.ts";

type HopTransmission = Transmission & {
  /**
   * Called when the transport knows more about the servers than the results show; null if it knows nothing. The first call frees the
   * place in the throttle, even if the attempt continues.
   */
  onFeedback?: (feedback: Feedback | null) => void;
};

/** A limit of recipients per second. */
export type HopRate = {
  /** The time until mail may begin. 0: now. */
  waitMs: () => number;
  /** Counts recipients that begin now. */
  take: (recipients: number) => void;
};

/** The next server for a message. */
export type Hop = {
  /** The throttle whose limits the mail shares: of one relay, or of one mailbox provider and one pool. */
  throttle: string;
  /** Whether the throttle or the rule is of one account, so that other mail does not wait for it. */
  isOwn?: boolean;
  /** Throttles that the mail has left, so that claims do not wait for them. */
  formerThrottles?: string[];
  /** Whether the mail would get another throttle now, or none. A promise: what decides it must be read again. Never rejects. */
  isOutdated?: (mail: RoutedMail) => boolean | Promise<boolean>;
  /** The first limits of the throttle. */
  plan: ThrottlePlan;
  /** The rate limit that its owner has set. Mail waits for it before its turn, so that the wait takes no slot and no place in the throttle. */
  rate?: HopRate;
  /** The route, and the rule that chose it, for the event of each attempt. */
  taken: { route: string; rule?: string };
  transmit: (transmission: HopTransmission) => Promise<TransmitResult[]>;
};

export type RoutedMail = Pick<Dispatch, "email" | "recipients">;

/** Recipients of one email in one SMTP transaction over one hop. */
export type Dispatch = {
  email: ClaimedEmail;
  recipients: ClaimedRecipient[];
  from: string;
  hop: Hop;
  /** The time that it took to find the hop, in milliseconds. */
  dnsMs?: number;
};

/** Recipients with a result before any server was asked: the domain does not exist or accepts no mail. */
export type Undeliverable = { email: ClaimedEmail; recipients: ClaimedRecipient[]; result: AttemptResult };
