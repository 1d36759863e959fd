import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Reason } from "../../api-types.ts";
import { fieldError, formError, itemError } from "../../form-errors.ts";
import { oneOf } from "../../search.ts";
import { countText } from "../../ui/count-text.ts";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { showToast } from "../../ui/toast.ts";
import { ReasonSelect } from "./reason-select.tsx";
import { splitAddresses } from "./split-addresses.ts";
import { REASONS } from "./suppression.ts";
import { addSuppressions, SUPPRESSIONS_KEY } from "./suppressions.ts";

const FIELDS = ["address", "detail"];
/** The server's limit per request; an import has no such limit. */
const MOST_ADDRESSES = 1_000;

/** Typed or pasted addresses. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [reason, setReason] = useState<Reason>("manual");
  const [detail, setDetail] = useState("");
  const adding = useAddSuppressions(onClose);
  const addresses = splitAddresses(text);
  const tooMany =
    addresses.length > MOST_ADDRESSES ? "At most 1,000 addresses. For more, import a file." : undefined;

  const trouble = formError(adding.error, FIELDS);
  return (
    <FormDialog
      title="Add addresses"
      shape="side"
      error={adding.error}
      errorText={trouble}
      action="Suppress"
      disabled={addresses.length === 0 || tooMany !== undefined}
      busy={adding.isPending}
      onSubmit={() => {
        if (!tooMany) adding.mutate({ address: addresses, reason, detail: detail.trim() || null });
      }}
      onClose={onClose}
    >
      <Field
        label="Addresses"
        aside={addresses.length > 1 ? addresses.length.toLocaleString("en") : undefined}
        hint="Separate with commas or new lines."
        error={tooMany ?? itemError(adding.error, "address", addresses)}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <ReasonSelect
        label="Reason"
        value={reason}
        onChange={(value) => setReason(oneOf(value, REASONS) ?? "manual")}
      />
      <Field label="Note" aside="Optional" error={fieldError(adding.error, "detail")}>
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            autoComplete="off"
            value={detail}
            onChange={(event) => setDetail(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function useAddSuppressions(onAdded: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addSuppressions,
    onSuccess: ({ suppressions }) => {
      onAdded();
      const added = suppressions.filter(({ result }) => result !== "unchanged").length;
      const unchanged = suppressions.length - added;
      showToast({
        title: added === 1 ? "1 address suppressed" : `${added.toLocaleString("en")} addresses suppressed`,
        ...(unchanged > 0 && {
          description: `${countText(unchanged, "address was", "addresses were")} already suppressed.`,
        }),
      });
      return queryClient.invalidateQueries({ queryKey: SUPPRESSIONS_KEY });
    },
  });
}
