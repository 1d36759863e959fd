import { useState } from "react";
import type { QueueAction, QueueScope } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { View } from "./queue-search.ts";
import { useActOnQueue } from "./use-act-on-queue.ts";

/** The action to confirm, with its scope and counts. */
export type PendingAction = {
  action: QueueAction;
  scope: QueueScope;
  /** "one.example", "all mail". */
  name: string;
  /** Counts such as "1,204" or "10,000+": recipients due now and due later. */
  waiting: string;
  delayed: string;
};

const WORDS: Record<QueueAction, { title: string; label: string; danger: boolean }> = {
  pause: { title: "Pause", label: "Pause", danger: false },
  hold: { title: "Hold", label: "Hold", danger: false },
  resume: { title: "Resume", label: "Resume", danger: false },
  retry: { title: "Retry", label: "Retry now", danger: false },
  purge: { title: "Purge", label: "Purge mail", danger: true },
};

const LENGTHS = [
  { value: "", label: "Until resumed" },
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
];

export function ActionDialog({
  pending,
  view,
  onClose,
}: {
  pending: PendingAction;
  view: View;
  onClose: () => void;
}) {
  const { action, scope, name } = pending;
  const [reason, setReason] = useState("");
  const [seconds, setSeconds] = useState("");
  const acting = useActOnQueue(onClose);
  const { title, label, danger } = WORDS[action];
  const takesReason = action === "pause" || action === "hold" || action === "purge";
  const confirm = () =>
    acting.mutate({
      view,
      action,
      scope,
      ...(takesReason && reason.trim() !== "" && { reason: reason.trim() }),
      ...(action === "pause" && seconds !== "" && { seconds: Number(seconds) }),
    });
  return (
    <ConfirmDialog
      title={`${title} ${name}?`}
      confirmLabel={label}
      tone={danger ? "danger" : "primary"}
      {...(action === "purge" && { typeToConfirm: "purge" })}
      busy={acting.isPending}
      error={formError(acting.error, ["reason"])}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{describeAction(pending)}</p>
      {action === "pause" ? (
        <div className="mt-4">
          <Field label="Duration">
            {(control) => (
              <Select {...control} value={seconds} onChange={(event) => setSeconds(event.target.value)}>
                {LENGTHS.map(({ value, label: text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      ) : null}
      {takesReason ? (
        <div className="mt-4">
          <Field
            label="Reason"
            {...(action !== "hold" && { aside: "Optional" })}
            error={fieldError(acting.error, "reason")}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={200}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
      ) : null}
      {acting.isPending && acting.progress > 0 ? (
        <p role="status" className="mt-4 tabular-nums">
          {acting.progress.toLocaleString("en")} so far…
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

export function describeAction({
  action,
  waiting,
  delayed,
}: Pick<PendingAction, "action" | "waiting" | "delayed">): string {
  switch (action) {
    case "pause":
      return "New mail is still accepted and queued. Messages in flight continue. Queued messages can still expire.";
    case "hold":
      return "Pauses sending until someone resumes it. Everyone sees the reason.";
    case "resume":
      return "Queued mail is sent as fast as the receiving servers accept it.";
    case "retry":
      return `${delayed === "1" ? "1 recipient is" : `${delayed} recipients are`} due later. Deferred mail is retried now, and scheduled mail keeps its time. Retrying early may hurt your reputation.`;
    case "purge":
      return `Cancels ${waiting} queued ${waiting === "1" ? "recipient" : "recipients"} and ${delayed} due later. Each gets an event. You can't undo this.`;
  }
}
