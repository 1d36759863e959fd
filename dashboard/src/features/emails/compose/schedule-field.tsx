import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { Select } from "../../../ui/select.tsx";
import { SCHEDULE_KINDS, type ScheduleDraft, type ScheduleKind } from "./draft.ts";
import { localTime, momentOf, utcText, zoneName } from "./local-time.ts";

const LABELS: Record<ScheduleKind, string> = { now: "Now", time: "Date and time", words: "In words" };

type ScheduleFieldProps = {
  schedule: ScheduleDraft;
  error: string | undefined;
  onChange: (schedule: ScheduleDraft) => void;
};

/** When to send: now, at a time in the user's time zone, or at a time in words. */
export function ScheduleField({ schedule, error, onChange }: ScheduleFieldProps) {
  const { kind, time, words } = schedule;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Field label="Send" error={kind === "now" ? error : undefined}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={kind}
            onChange={(event) => {
              const next = SCHEDULE_KINDS.find((candidate) => candidate === event.target.value) ?? "now";
              onChange({ ...schedule, kind: next, time: time || soon() });
            }}
          >
            {SCHEDULE_KINDS.map((value) => (
              <option key={value} value={value}>
                {LABELS[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === "time" ? (
        <Field label={`Time in ${zoneName()}`} hint={<InUtc time={time} />} error={error}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={time}
              onChange={(event) => onChange({ ...schedule, time: event.target.value })}
            />
          )}
        </Field>
      ) : null}
      {kind === "words" ? (
        <Field label="Words" hint="Times are in UTC." error={error}>
          {(control) => (
            <Input
              {...control}
              placeholder="in 2 hours, or tomorrow at 9:00"
              autoComplete="off"
              maxLength={200}
              value={words}
              onChange={(event) => onChange({ ...schedule, words: event.target.value })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function InUtc({ time }: { time: string }) {
  const at = momentOf(time);
  return at === null ? "Choose a date and time." : <span className="tabular-nums">{utcText(at)}</span>;
}

/** The next full hour, with enough time to finish writing. */
function soon(): string {
  const at = new Date(Date.now() + 90 * 60_000);
  at.setMinutes(0, 0, 0);
  return localTime(at);
}
