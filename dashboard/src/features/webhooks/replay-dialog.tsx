import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook, WebhookReplay } from "../../api-types.ts";
import { fieldError, formError } from "../../form-errors.ts";
import { countText } from "../../ui/count-text.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { RadioGroup } from "../../ui/radio-group.tsx";
import { Select } from "../../ui/select.tsx";
import { showToast } from "../../ui/toast.ts";
import { localTime, momentOf } from "../emails/compose/local-time.ts";
import { replayEvents, WEBHOOKS_KEY, webhooksQuery } from "./webhooks.ts";

type Choice = { which: "failed" | "range"; from: string; to: string; target: string };

/** Sends events again: failed ones, or those of a time range. Shows their number first. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<Choice>({
    which: "failed",
    from: localTime(new Date(Date.now() - 86_400_000)),
    to: localTime(new Date()),
    target: webhook.id,
  });
  const replay = replayOf(choice, webhook.id);
  const counting = useQuery({
    queryKey: [...WEBHOOKS_KEY, "replay", webhook.id, replay],
    queryFn: () => replayEvents(webhook.id, { ...replay, dry_run: true }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
  });
  const replaying = useMutation({
    mutationFn: () => replayEvents(webhook.id, replay),
    onSuccess: ({ replayed }) => {
      showToast({ title: `Replaying ${countText(replayed, "event")}` });
      onClose();
      return queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
  });
  const error = replaying.error ?? counting.error;
  // The server limits the range at its start.
  const rangeError = choice.which === "range" ? fieldError(error, "from") : undefined;
  const errorText = formError(error, rangeError === undefined ? [] : ["from"]);
  const count = counting.error ? undefined : counting.data?.replayed;
  return (
    <FormDialog
      title="Replay events"
      shape="sm"
      errorText={errorText}
      action="Replay"
      disabled={count === undefined || count === 0 || counting.isPlaceholderData}
      busy={replaying.isPending}
      onSubmit={() => replaying.mutate()}
      onClose={onClose}
    >
      <RadioGroup
        legend="Events"
        value={choice.which}
        onChange={(which) => setChoice({ ...choice, which })}
        options={[
          { value: "failed", label: "Failed events", hint: "Including those that wait for a retry." },
          { value: "range", label: "A time range", hint: "Including events that were already sent." },
        ]}
      />
      {choice.which === "range" ? (
        <RangeFields choice={choice} error={rangeError} onChange={setChoice} />
      ) : null}
      <TargetField webhook={webhook} choice={choice} onChange={setChoice} />
      <p role="status" className="text-[13px] text-ink-soft">
        {counting.isPending ? "Counting…" : null}
        {count === undefined ? null : `${countText(count, "event")} will be sent. Event IDs stay the same.`}
      </p>
    </FormDialog>
  );
}

type PartProps = { choice: Choice; onChange: (choice: Choice) => void };

function RangeFields({ choice, error, onChange }: PartProps & { error: string | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={end === "from" ? "From" : "To"} error={end === "from" ? error : undefined}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={choice[end]}
              onChange={(event) => onChange({ ...choice, [end]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** The webhook that gets the events. Hidden while there is only one. */
function TargetField({ webhook, choice, onChange }: PartProps & { webhook: Webhook }) {
  const all = useQuery(webhooksQuery).data?.webhooks ?? [];
  if (all.length < 2) return null;
  return (
    <Field label="Send to">
      {(control) => (
        <Select
          {...control}
          className="w-full"
          value={choice.target}
          onChange={(event) => onChange({ ...choice, target: event.target.value })}
        >
          {all.map(({ id, url }) => (
            <option key={id} value={id}>
              {id === webhook.id ? "This webhook" : url}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function replayOf({ which, from, to, target }: Choice, own: string): WebhookReplay {
  const other = target === own ? {} : { to_webhook: target };
  if (which === "failed") return { failed_only: true, ...other };
  const [start, end] = [momentOf(from), momentOf(to)];
  return {
    ...other,
    ...(start && { from: start.toISOString() }),
    ...(end && { to: end.toISOString() }),
    failed_only: false,
  };
}
