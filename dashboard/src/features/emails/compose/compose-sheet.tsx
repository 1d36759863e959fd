import type { FormEvent } from "react";
import { fieldError } from "../../../form-errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardFooter } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { Form } from "../../../ui/form.tsx";
import { Input } from "../../../ui/input.tsx";
import { AddressFields } from "./address-fields.tsx";
import { AdvancedFields } from "./advanced-fields.tsx";
import { AttachmentsField, isTooLarge } from "./attachments-field.tsx";
import { BodyField } from "./body-field.tsx";
import { CheckCard } from "./check-card.tsx";
import { FaultAlert } from "./fault-alert.tsx";
import { repeatedName } from "./request-of.ts";
import { RestoredNote } from "./restored-note.tsx";
import { ScheduleField } from "./schedule-field.tsx";
import { useCheck } from "./use-check.ts";
import { type ComposeForm, useComposeForm } from "./use-compose-form.ts";
import { useFault } from "./use-fault.ts";
import { useSend } from "./use-send.ts";

type ComposeSheetProps = {
  account: { id: string; default_from: string | null };
  /** Who was named by the link that led here. */
  to: string | undefined;
};

/** The form, and beside it what would become of the email. */
export function ComposeSheet({ account, to }: ComposeSheetProps) {
  const { last, shown: fault, tell, form } = useFault(useComposeForm(account.id, to));
  const check = useCheck(form.draft, form.files);
  const { send, isSending } = useSend(form);
  // Where the account has none of its own, the check knows who writes instead.
  const defaultFrom = form.draft.from === "" && !check.isOld ? (check.result?.from ?? null) : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete(form)) send(tell);
  };
  const discard = (): void => {
    tell(null);
    form.discard();
  };
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card aria-label="Email" className="min-w-0">
        <Form fault={last} onSubmit={submit}>
          <CardBody className="grid gap-5 *:min-w-0">
            {form.restored ? <RestoredNote files={form.restored.files} onDiscard={discard} /> : null}
            <FaultAlert
              fault={fault}
              onRenew={() => {
                tell(null);
                form.renewKey();
              }}
            />
            <AddressFields form={form} fault={fault} defaultFrom={account.default_from ?? defaultFrom} />
            <SubjectField form={form} fault={fault} />
            <BodyField form={form} fault={fault} />
            <AttachmentsField form={form} fault={fault} />
            <ScheduleField
              schedule={form.draft.schedule}
              error={fieldError(fault, "scheduled_at")}
              onChange={(schedule) => form.change({ schedule })}
            />
            <AdvancedFields form={form} fault={fault} />
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
      <CheckCard check={check} onAsk={() => check.ask({ onFault: tell })} />
    </div>
  );
}

/** Faults that the form tells itself, and that a request could not even say. */
function isComplete({ files, draft }: ComposeForm): boolean {
  return !isTooLarge(files) && !repeatedName(draft.headers) && !repeatedName(draft.metadata);
}

function SubjectField({ form: { draft, change }, fault }: { form: ComposeForm; fault: unknown }) {
  return (
    <Field label="Subject" error={fieldError(fault, "subject")}>
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
