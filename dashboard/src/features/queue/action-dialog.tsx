import { useState } from "react";
import type { QueueAction, QueueScope } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { View } from "./queue.ts";
import { useActOnQueue } from "./use-act-on-queue.ts";

/** What somebody is about to do: to which mail, and how much that is. */
export type Asked = {
  action: QueueAction;
  scope: QueueScope;
  /** "one.example", "all mail". */
  name: string;
  /** "1,204", "10,000+": what waits, and what sleeps. */
  waiting: string;
  sleeping: string;
};

const WORDS: Record<QueueAction, { title: string; label: string; danger: boolean }> = {
  pause: { title: "Pause", label: "Pause", danger: false },
  hold: { title: "Hold", label: "Hold", danger: false },
  resume: { title: "Resume", label: "Resume", danger: false },
  retry: { title: "Retry now:", label: "Retry now", danger: false },
  purge: { title: "Purge", label: "Cancel this mail", danger: true },
};

const LENGTHS = [
  { value: "", label: "Until somebody resumes it" },
  { value: "900", label: "For 15 minutes" },
  { value: "3600", label: "For an hour" },
  { value: "86400", label: "For a day" },
];

export function ActionDialog({ asked, view, onClose }: { asked: Asked; view: View; onClose: () => void }) {
  const { action, scope, name } = asked;
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
      <p>{describe(asked)}</p>
      {action === "pause" ? (
        <div className="mt-4">
          <Field label="How long">
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

function describe({ action, waiting, sleeping }: Asked): string {
  switch (action) {
    case "pause":
      return "New mail is still accepted and waits. What is being sent goes on, and the time of what waits runs on.";
    case "hold":
      return "As a pause, until somebody has looked at it: the reason stands beside it for everybody who wonders.";
    case "resume":
      return "What waits goes out, as fast as it is taken.";
    case "retry":
      return `${sleeping === "1" ? "1 recipient that would be tried later is" : `${sleeping} recipients that would be tried later are`} tried now, but for what is scheduled. Servers that asked for patience may not like it.`;
    case "purge":
      return `${waiting} waiting and ${sleeping} sleeping recipients are canceled, each with an event. This cannot be undone.`;
  }
}
