import { type FormEvent, useState } from "react";
import type { Reason } from "../../api-types.ts";
import { oneOf } from "../../search.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { UploadProgress } from "../../ui/upload-progress.tsx";
import { describeTrouble, sizeError, useImport } from "../../use-import.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ReasonSelect } from "./reason-select.tsx";
import { REASONS } from "./suppression.ts";
import { importSuppressions, SUPPRESSIONS_KEY } from "./suppressions.ts";

/** Imports a CSV file. Stays open until the import is done, then shows the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [reason, setReason] = useState<Reason>("manual");
  const { importing, part, cancel } = useImport(importSuppressions, SUPPRESSIONS_KEY);
  const tooLarge = sizeError(file);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file && !tooLarge) importing.mutate({ file, reason });
  };
  const trouble = describeTrouble(importing.error);
  return (
    <Dialog title="Import addresses" shape="side" canClose={!importing.isPending} onClose={onClose}>
      <DialogForm error={importing.error} onSubmit={submit}>
        <DialogBody className="grid content-start gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
          {importing.data ? (
            <ImportOutcome result={importing.data} />
          ) : importing.isPending ? (
            <UploadProgress label="Import" part={part} name={file?.name ?? ""}>
              Addresses are suppressed as the file is read. If you stop, rows read so far stay imported.
            </UploadProgress>
          ) : (
            <>
              <FileField
                label="Choose a CSV file"
                files={file ? [file] : []}
                onChange={(files) => setFile(files.at(-1) ?? null)}
                hint="Up to 100 MB"
                error={tooLarge}
              />
              <p className="text-ink-soft">
                Name the columns in the first line: <code className="font-mono text-[13px]">address</code> or{" "}
                <code className="font-mono text-[13px]">email</code> (required),{" "}
                <code className="font-mono text-[13px]">reason</code>,{" "}
                <code className="font-mono text-[13px]">detail</code>,{" "}
                <code className="font-mono text-[13px]">expires_at</code>. A plain list of addresses also
                works. Existing entries are kept or upgraded, never weakened.
              </p>
              <ReasonSelect
                label="Default reason"
                value={reason}
                onChange={(value) => setReason(oneOf(value, REASONS) ?? "manual")}
              />
            </>
          )}
        </DialogBody>
        <DialogFooter>
          {importing.data ? (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={importing.isPending ? cancel : onClose}>
                {importing.isPending ? "Stop" : "Cancel"}
              </Button>
              <Button
                type="submit"
                variant="primary"
                disabled={file === null || tooLarge !== undefined}
                busy={importing.isPending}
              >
                Import
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
