import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formError } from "../../../form-errors.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter, DialogForm } from "../../../ui/dialog.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { UploadProgress } from "../../../ui/upload-progress.tsx";
import { describeTrouble, sizeError, useImport } from "../../../use-import.ts";
import { CONTACTS_KEY } from "../contacts.ts";
import { importContacts, importPreviewQuery, type OnConflict } from "./import-contacts.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";

/** Imports a CSV file. Stays open until the import is done, then shows the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [onConflict, setOnConflict] = useState<OnConflict>("update");
  const [subscribed, setSubscribed] = useState(true);
  const { importing, part, cancel } = useImport(importContacts, CONTACTS_KEY);
  const tooLarge = sizeError(file);
  const preview = useQuery(importPreviewQuery(tooLarge ? null : file));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (file && preview.data) importing.mutate({ file, onConflict, subscribed });
  };
  const trouble = describeTrouble(importing.error);
  return (
    <Dialog title="Import contacts" shape="side" canClose={!importing.isPending} onClose={onClose}>
      <DialogForm error={importing.error} onSubmit={submit}>
        <DialogBody className="grid content-start gap-5">
          {trouble ? <Alert tone="bad">{trouble}</Alert> : null}
          {importing.data ? (
            <ImportOutcome result={importing.data} />
          ) : importing.isPending ? (
            <UploadProgress label="Import" part={part} name={file?.name ?? ""}>
              Contacts are stored as the file is read. If you stop, rows read so far stay imported.
            </UploadProgress>
          ) : (
            <>
              <FileField
                label="Choose a CSV file"
                files={file ? [file] : []}
                onChange={(files) => {
                  importing.reset();
                  setFile(files.at(-1) ?? null);
                }}
                hint="Up to 100 MB"
                error={tooLarge ?? formError(preview.error, [])}
              />
              {preview.data ? <ImportPreview {...preview.data} /> : <FileHelp />}
              <RadioGroup<OnConflict>
                legend="If a contact exists"
                value={onConflict}
                onChange={setOnConflict}
                options={[
                  { value: "update", label: "Update it", hint: "Empty cells change nothing." },
                  { value: "skip", label: "Skip the row" },
                ]}
              />
              <Checkbox
                label="Subscribe new contacts"
                hint="Only if they agreed to get your mail. A yes or no in a row takes precedence. People who unsubscribed stay unsubscribed."
                checked={subscribed}
                onChange={(event) => setSubscribed(event.target.checked)}
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
              <Button type="submit" variant="primary" disabled={!preview.data} busy={importing.isPending}>
                Import
              </Button>
            </>
          )}
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}

function FileHelp() {
  return (
    <p className="text-ink-soft">
      Name the columns in the first line: <code className="font-mono text-[13px]">email</code> (required),{" "}
      <code className="font-mono text-[13px]">name</code>,{" "}
      <code className="font-mono text-[13px]">subscribed</code> (yes or no). Every other column becomes a
      property. An exported file can be imported unchanged.
    </p>
  );
}
