import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formError } from "../../../form-errors.ts";
import { ImportFrame } from "../../../imports/import-frame.tsx";
import { sizeError, useImport } from "../../../imports/use-import.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { CONTACTS_KEY } from "../contacts.ts";
import { importContacts, importPreviewQuery, type OnConflict } from "./import-contacts.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [onConflict, setOnConflict] = useState<OnConflict>("update");
  const [subscribed, setSubscribed] = useState(true);
  const fileImport = useImport(importContacts, CONTACTS_KEY);
  const { file, importing } = fileImport;
  const preview = useQuery(importPreviewQuery(sizeError(file) ? null : file));
  return (
    <ImportFrame
      title="Import contacts"
      fileImport={fileImport}
      fileError={formError(preview.error, [])}
      isReady={preview.data !== undefined}
      progressText="Contacts are stored as the file is read."
      outcome={(result) => <ImportOutcome result={result} />}
      onSubmit={() => {
        if (file) importing.mutate({ file, onConflict, subscribed });
      }}
      onClose={onClose}
    >
      {preview.data ? <ImportPreview {...preview.data} /> : preview.isLoading ? <Reading /> : <FileHelp />}
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
    </ImportFrame>
  );
}

function Reading() {
  return (
    <p role="status" className="flex items-center gap-2 text-ink-soft">
      <Spinner />
      Reading the file…
    </p>
  );
}

function FileHelp() {
  return (
    <p className="text-ink-soft">
      Name the columns in the first line: <code className="font-mono text-[13px]">email</code> (required),{" "}
      <code className="font-mono text-[13px]">name</code>,{" "}
      <code className="font-mono text-[13px]">subscribed</code> and{" "}
      <code className="font-mono text-[13px]">tracked</code> (yes or no). Every other column becomes a
      property. An exported file can be imported unchanged.
    </p>
  );
}
