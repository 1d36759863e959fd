import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef } from "react";
import { fieldError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useIsMounted } from "../../../ui/use-is-mounted.ts";
import { AddressFields } from "./address-fields.tsx";
import { AdvancedFields } from "./advanced-fields.tsx";
import { AttachmentsField, isTooLarge } from "./attachments-field.tsx";
import { BodyField } from "./body-field.tsx";
import { CheckCard } from "./check-card.tsx";
import { newIdempotencyKey } from "./compose-api.ts";
import { ErrorAlert } from "./error-alert.tsx";
import { repeatedName } from "./request-of.ts";
import { RestoredNote } from "./restored-note.tsx";
import { ScheduleField } from "./schedule-field.tsx";
import { useCheck } from "./use-check.ts";
import { type ComposeForm, useComposeForm } from "./use-compose-form.ts";
import { useFormError } from "./use-form-error.ts";
import { useSend } from "./use-send.ts";

type ComposeSheetProps = {
  account: { id: string; default_from: string | null };
  draftId: string;
  /** The recipient from the link that opened this page. */
  to: string | undefined;
};

/** The form, with the dry run beside it. */
export function ComposeSheet({ account, draftId, to }: ComposeSheetProps) {
  const place = { accountId: account.id, id: draftId };
  const { last, shown: error, setError, form } = useFormError(useComposeForm(place, to));
  const check = useCheck(form.draft, form.files);
  const { send, isSending } = useSend(form);
  // Without a default sender of the account, the dry run returns the server's.
  const defaultFrom = form.draft.from === "" && !check.isOld ? (check.result?.from ?? null) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete(form)) send(setError);
  };
  const navigate = useNavigate();
  const isOpen = useIsMounted();
  const isEmpty = useRef(form.isEmpty);
  isEmpty.current = form.isEmpty;
  const discard = (): void => {
    setError(null);
    const discarded = form.discard();
    const undo = (): void => {
      if (isOpen.current && isEmpty.current) {
        discarded.restore();
        return;
      }
      // A newer draft must not be overwritten.
      const draft = newIdempotencyKey();
      discarded.keepAs(draft);
      void navigate({ to: "/emails/new", search: { draft } });
    };
    showToast({ tone: "neutral", title: "Draft discarded", action: { label: "Undo", onSelect: undo } });
  };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card aria-label="Email" className="min-w-0">
        <Form error={last} onSubmit={submit}>
          <CardBody className="grid gap-5 *:min-w-0">
            {form.restored ? <RestoredNote files={form.restored.files} onDiscard={discard} /> : null}
            <ErrorAlert
              error={error}
              onRenew={() => {
                setError(null);
                form.renewKey();
              }}
            />
            <AddressFields form={form} error={error} defaultFrom={account.default_from ?? defaultFrom} />
            <SubjectField form={form} error={error} />
            <BodyField form={form} error={error} />
            <AttachmentsField form={form} error={error} />
            <ScheduleField
              schedule={form.draft.schedule}
              error={fieldError(error, "scheduled_at")}
              onChange={(schedule) => form.change({ schedule })}
            />
            <AdvancedFields form={form} error={error} />
          </CardBody>
          <CardFooter>
            <Button
              variant="ghost"
              className="mr-auto"
              disabled={form.isEmpty || isSending}
              onClick={discard}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" busy={isSending}>
              {form.draft.schedule.kind === "now" ? "Send email" : "Schedule email"}
            </Button>
          </CardFooter>
        </Form>
      </Card>
      <CheckCard check={check} onAsk={() => check.ask({ onError: setError })} />
    </div>
  );
}

/** Errors that only the form can detect, before a request. */
function isComplete({ files, draft }: ComposeForm): boolean {
  return !isTooLarge(files) && !repeatedName(draft.headers) && !repeatedName(draft.metadata);
}

function SubjectField({ form: { draft, change }, error }: { form: ComposeForm; error: unknown }) {
  return (
    <Field label="Subject" error={fieldError(error, "subject")}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={draft.subject}
          onChange={(event) => change({ subject: event.target.value })}
        />
      )}
    </Field>
  );
}
