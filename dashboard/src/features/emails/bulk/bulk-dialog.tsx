import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailSummary } from "../../../api-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { Check, TriangleAlert } from "../../../ui/icons.gen.ts";
import { newIdempotencyKey } from "../compose/compose-api.ts";
import { Subject } from "../email-addresses.tsx";
import { EMAILS_KEY } from "../emails.ts";
import type { BulkAction } from "./bulk-actions.ts";
import { type Outcome, runEach } from "./run-each.ts";

type BulkDialogProps = {
  action: BulkAction;
  /** The selection when the dialog opened. */
  emails: readonly EmailSummary[];
  onClose: () => void;
};

/** Asks for confirmation, runs the action on each email, and lists the outcomes. */
export function BulkDialog({ action, emails, onClose }: BulkDialogProps) {
  const queryClient = useQueryClient();
  // One key for the dialog: a second press sends nothing twice.
  const [key] = useState(newIdempotencyKey);
  const [state, setState] = useState<"asking" | "running" | "done">("asking");
  const [outcomes, setOutcomes] = useState<Outcome<EmailSummary>[]>([]);
  const run = async (): Promise<void> => {
    setState("running");
    await runEach(
      emails,
      (email) => action.act(email, key),
      (outcome) => setOutcomes((earlier) => [...earlier, outcome]),
    );
    setState("done");
    await queryClient.invalidateQueries({ queryKey: EMAILS_KEY });
  };
  return (
    <Dialog title={action.title(count(emails.length))} canClose={state !== "running"} onClose={onClose}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (state === "asking") void run();
          if (state === "done") onClose();
        }}
      >
        <DialogBody className="grid gap-4 leading-6 text-ink-soft">
          {state === "asking" ? <p>{action.explanation}</p> : null}
          {state === "asking" ? null : <Summary outcomes={outcomes} of={emails.length} />}
          <Outcomes outcomes={outcomes} />
        </DialogBody>
        <DialogFooter>
          {state === "asking" ? <Button onClick={onClose}>Back</Button> : null}
          <Button
            type="submit"
            variant={state === "asking" ? action.tone : "primary"}
            busy={state === "running"}
          >
            {state === "done" ? "Done" : action.button}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function Summary({ outcomes, of }: { outcomes: Outcome<EmailSummary>[]; of: number }) {
  const failed = outcomes.filter(({ error }) => error !== null).length;
  return (
    <p role="status">
      {outcomes.length < of
        ? `${outcomes.length} of ${count(of)}…`
        : `${count(of - failed)} changed${failed > 0 ? `, ${count(failed)} not` : ""}.`}
    </p>
  );
}

function Outcomes({ outcomes }: { outcomes: Outcome<EmailSummary>[] }) {
  if (outcomes.length === 0) return null;
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ul
      aria-label="Outcomes"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
      tabIndex={0}
      className="max-h-72 divide-y overflow-y-auto rounded-lg border text-[13px]"
    >
      {outcomes.map(({ item, done, error }) => (
        <li key={item.id} className="grid grid-cols-[auto_1fr] gap-x-2 px-3 py-2">
          {error === null ? (
            <Check aria-label="Done" className="mt-1 size-4 text-good" />
          ) : (
            <TriangleAlert aria-label="Failed" className="mt-1 size-4 text-bad" />
          )}
          <span className="min-w-0">
            <span className="block truncate font-medium text-ink">
              <Subject text={item.subject} /> · <bdi>{item.to[0]}</bdi>
            </span>
            <span className="wrap-anywhere">{error ?? done}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function count(emails: number): string {
  return emails === 1 ? "1 email" : `${emails.toLocaleString("en")} emails`;
}
