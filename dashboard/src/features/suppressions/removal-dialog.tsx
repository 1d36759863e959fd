import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RemovalPreview } from "../../api-types.ts";
import { formError } from "../../form-errors.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { countText } from "../../ui/count-text.ts";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { RemovalPreviewBody } from "./removal-preview.tsx";
import { RemovalProgress } from "./removal-progress.tsx";
import { previewQuery } from "./removals.ts";
import type { SuppressionsSearch } from "./suppressions-search.ts";
import type { useRemovals } from "./use-removals.ts";

/** To remove more than this, the user has to type the number. */
const MOST_UNTYPED = 100;

type RemovalDialogProps = {
  search: SuppressionsSearch;
  removals: ReturnType<typeof useRemovals>;
  onClose: () => void;
};

/** Shows a preview, asks for confirmation, then shows progress. */
export function RemovalDialog({ search, removals: { running, progress }, onClose }: RemovalDialogProps) {
  const { data: preview, error, refetch, isFetching } = useQuery(previewQuery(search));
  const [typed, setTyped] = useState("");
  const expected = preview && preview.matched > MOST_UNTYPED ? String(preview.matched) : null;
  const isConfirmed = expected === null || typed.replace(/[\s,.]/g, "") === expected;
  const trouble = formError(error ?? running.error, []);
  const canRun = preview !== undefined && preview.matched > 0 && isConfirmed;
  const run = (): void => {
    if (preview && canRun) running.mutate(preview, { onSuccess: onClose });
  };
  return (
    <Dialog title="Remove matching suppressions" shape="md" onClose={onClose}>
      <DialogForm
        error={error ?? running.error}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <DialogBody className="grid content-start gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
          {running.isPending && preview ? (
            <RemovalProgress done={progress} total={preview.matched} />
          ) : preview ? (
            <RemovalPreviewBody preview={preview} />
          ) : error ? null : (
            <PreviewSkeleton />
          )}
          {expected !== null && !running.isPending ? (
            <Field label={`Type ${expected} to confirm`}>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          ) : null}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{running.isPending ? "Close" : "Cancel"}</Button>
          {error || running.error ? (
            <Button
              variant="primary"
              busy={isFetching}
              onClick={() => {
                running.reset();
                void refetch();
              }}
            >
              Preview again
            </Button>
          ) : preview?.matched === 0 ? null : (
            <Button type="submit" variant="danger" disabled={!canRun} busy={running.isPending}>
              {labelOf(preview)}
            </Button>
          )}
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function labelOf(preview: RemovalPreview | undefined): string {
  return preview ? `Remove ${countText(preview.matched, "suppression")}` : "Remove";
}

function PreviewSkeleton() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Counting matches</span>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="w-full" />
      <Skeleton className="w-5/6" />
      <Skeleton className="w-3/4" />
    </div>
  );
}
