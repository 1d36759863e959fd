import { useState } from "react";
import type { EmailDetail } from "../../../api-types.ts";
import { fieldError, formError } from "../../../form-errors.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
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
    <FormDialog
      title="Reschedule email"
      error={moving.error}
      errorText={errorText}
      action={schedule.kind === "now" ? "Send now" : "Reschedule"}
      busy={moving.isPending}
      onSubmit={() => moving.mutate(undefined)}
      onClose={onClose}
    >
      <ScheduleField
        schedule={schedule}
        error={fieldError(moving.error, "scheduled_at")}
        onChange={setSchedule}
      />
    </FormDialog>
  );
}
