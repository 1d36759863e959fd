import type { ReactNode } from "react";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../ui/dialog.tsx";
import { FileField } from "../ui/file-field.tsx";
import { UploadProgress } from "../ui/upload-progress.tsx";
import { describeTrouble, type FileImport, sizeError } from "./use-import.ts";

type ImportFrameProps<Input, Result> = {
  title: string;
  fileImport: FileImport<Input, Result>;
  /** An error of the file besides its size. */
  fileError?: string | undefined;
  isReady: boolean;
  /** Says what happens to the rows during the import. */
  progressText: string;
  outcome: (result: Result) => ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  /** Below the file: its preview and the options of the import. */
  children: ReactNode;
};

/** The dialog that imports a CSV file. Stays open until the import is done, then shows the result. */
export function ImportFrame<Input, Result>(props: ImportFrameProps<Input, Result>) {
  const { title, fileImport, fileError, isReady, progressText, outcome, onSubmit, onClose, children } = props;
  const { file, chooseFile, importing, part, cancel } = fileImport;
  const { data: result, isPending } = importing;
  const trouble = describeTrouble(importing.error);
  return (
    <Dialog title={title} shape="side" canClose={!isPending} onClose={onClose}>
      <DialogForm
        error={importing.error}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) onSubmit();
        }}
      >
        <DialogBody className="grid content-start gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
          {result !== undefined ? (
            outcome(result)
          ) : isPending ? (
            <UploadProgress label="Import" part={part} name={file?.name ?? ""}>
              {progressText} If you stop, rows read so far stay imported.
            </UploadProgress>
          ) : (
            <>
              <FileField
                label="Choose a CSV file"
                files={file ? [file] : []}
                onChange={(files) => chooseFile(files.at(-1) ?? null)}
                hint="Up to 100 MB"
                error={sizeError(file) ?? fileError}
              />
              {children}
            </>
          )}
        </DialogBody>
        <DialogFooter>
          {result !== undefined ? (
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          ) : (
            <>
              <Button onClick={isPending ? cancel : onClose}>{isPending ? "Stop" : "Cancel"}</Button>
              <Button type="submit" variant="primary" disabled={!isReady} busy={isPending}>
                Import
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
