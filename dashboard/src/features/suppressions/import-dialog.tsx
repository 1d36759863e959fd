import { useState } from "react";
import type { Reason } from "../../api-types.ts";
import { ImportFrame } from "../../imports/import-frame.tsx";
import { sizeError, useImport } from "../../imports/use-import.ts";
import { oneOf } from "../../search.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ReasonSelect } from "./reason-select.tsx";
import { REASONS } from "./suppression.ts";
import { importSuppressions, SUPPRESSIONS_KEY } from "./suppressions.ts";

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState<Reason>("manual");
  const fileImport = useImport(importSuppressions, SUPPRESSIONS_KEY);
  const { file, importing } = fileImport;
  return (
    <ImportFrame
      title="Import addresses"
      fileImport={fileImport}
      isReady={file !== null && sizeError(file) === undefined}
      progressText="Addresses are suppressed as the file is read."
      outcome={(result) => <ImportOutcome result={result} />}
      onSubmit={() => {
        if (file) importing.mutate({ file, reason });
      }}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        Name the columns in the first line: <code className="font-mono text-[13px]">address</code> or{" "}
        <code className="font-mono text-[13px]">email</code> (required),{" "}
        <code className="font-mono text-[13px]">reason</code>,{" "}
        <code className="font-mono text-[13px]">detail</code>,{" "}
        <code className="font-mono text-[13px]">expires_at</code>. A plain list of addresses also works.
        Existing entries are kept or upgraded, never weakened.
      </p>
      <ReasonSelect
        label="Default reason"
        value={reason}
        onChange={(value) => setReason(oneOf(value, REASONS) ?? "manual")}
      />
    </ImportFrame>
  );
}
