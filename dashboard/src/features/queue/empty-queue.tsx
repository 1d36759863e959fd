import type { Queue } from "../../api-types.ts";
import { Button } from "../../ui/button.tsx";
import { LetterRack } from "../../ui/drawings/letter-rack.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NoMatch } from "../../ui/no-match.tsx";

type EmptyQueueProps = { totals: Queue["totals"]; isFiltered: boolean; onClear: () => void };

/** The list of a queue that has no rows, which does not mean that no mail is left. */
export function EmptyQueue({ totals, isFiltered, onClear }: EmptyQueueProps) {
  if (isFiltered)
    return (
      <NoMatch title="No queued mail matches" onClear={onClear}>
        Try part of a domain, or another state.
      </NoMatch>
    );
  const { waiting, in_flight, delayed, uncertain } = totals;
  if (waiting + in_flight + delayed > 0)
    return (
      <EmptyState
        drawing={LetterRack}
        title="Nothing on this page"
        action={<Button onClick={onClear}>First page</Button>}
      >
        The mail on this page has left the queue. Other mail is still queued.
      </EmptyState>
    );
  if (uncertain > 0)
    return (
      <EmptyState drawing={LetterRack} title="No mail is waiting">
        Uncertain recipients are not retried until a person decides.
      </EmptyState>
    );
  return (
    <EmptyState drawing={LetterRack} title="Queue is empty">
      All accepted mail has a final outcome.
    </EmptyState>
  );
}
