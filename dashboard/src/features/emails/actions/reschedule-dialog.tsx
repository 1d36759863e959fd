import { type FormEvent, useState } from "react";
import type { EmailDetail } from "../../../api-types.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { ScheduleDraft } from "../compose/draft.ts";
import { localTime } from "../compose/local-time.ts";
import { scheduledAt } from "../compose/request-of.ts";
import { ScheduleField } from "../compose/schedule-field.tsx";
import { rescheduleEmail, useEmailChange } from "./change-email.ts";

export function RescheduleDialog({ email, onClose }: { email: EmailDetail; onClose: () => void }) {
  const [schedule, setSchedule] = useState<ScheduleDraft>({
    kind: "time",
    time: email.scheduled_at === null ? "" : localTime(new Date(email.scheduled_at)),
    words: "",
  });
  const moving = useEmailChange(
    email.id,
    () => rescheduleEmail(email.id, scheduledAt(schedule) ?? null),
    () => {
      onClose();
      showToast({ title: schedule.kind === "now" ? "Sending now" : "Rescheduled" });
    },
  );
  const errorText = formError(moving.error, ["scheduled_at"]);
  return (
    <Dialog title="Reschedule email" onClose={onClose}>
      <DialogForm
        error={moving.error}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          moving.mutate(undefined);
        }}
      >
        <DialogBody className="grid gap-4">
          {errorText ? <Alert tone="bad">{errorText}</Alert> : null}
          <ScheduleField
            schedule={schedule}
            error={fieldError(moving.error, "scheduled_at")}
            onChange={setSchedule}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={moving.isPending}>
            {schedule.kind === "now" ? "Send now" : "Reschedule"}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
