import type { EmailRecipient } from "../../../api-types.ts";
import { useNow } from "../../../ui/use-now.ts";
import { UncertainActions } from "../actions/uncertain-actions.tsx";
import { Moment } from "./moment.tsx";

// A queued recipient is due at once; if it is due later, the email is scheduled.
const LATER_MS = 5_000;

type NextMomentProps = { recipient: EmailRecipient; address: string | undefined };

/** The next step of a recipient without a final state. */
export function NextMoment({ recipient, address }: NextMomentProps) {
  const { state, attempts, next_attempt_at } = recipient;
  const now = useNow();
  if (state === "sending") {
    return (
      <Moment
        tone="info"
        title={attempts > 1 ? `Sending, attempt ${attempts}` : "Sending"}
        address={address}
        moving
      >
        Connected to the receiving server.
      </Moment>
    );
  }
  if (state === "queued" && next_attempt_at !== null && Date.parse(next_attempt_at) > now + LATER_MS) {
    return (
      <Moment tone="info" title="Scheduled" address={address} at={next_attempt_at}>
        Waiting until the scheduled time.
      </Moment>
    );
  }
  if (state === "queued" || next_attempt_at === null) {
    return (
      <Moment tone="info" title="Queued" address={address} moving>
        Waiting for a worker.
      </Moment>
    );
  }
  return (
    <Moment tone="info" title="Next attempt" address={address} at={next_attempt_at} moving>
      {state === "uncertain"
        ? "Will retry. If the first attempt arrived, the recipient gets a duplicate. Cancel to avoid it."
        : "Retries automatically."}
    </Moment>
  );
}

/** An uncertain recipient that is not retried. */
export function DecisionMoment({ emailId, recipient, address }: NextMomentProps & { emailId: string }) {
  return (
    <Moment tone="warn" title="Needs a decision" address={address}>
      <UncertainActions emailId={emailId} recipient={recipient} />
    </Moment>
  );
}
