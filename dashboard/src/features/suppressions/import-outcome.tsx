import type { ImportResult } from "../../api-types.ts";
import { OutcomeCounts } from "../../imports/outcome-counts.tsx";
import { Alert } from "../../ui/alert.tsx";

export function ImportOutcome({ result }: { result: ImportResult }) {
  const { rows, created, changed, unchanged, failed, errors } = result;
  return (
    <div className="grid gap-4">
      <OutcomeCounts
        rows={rows}
        counts={[
          ["Newly suppressed", created],
          ["Upgraded", changed],
          ["Already on the list", unchanged],
          ["Skipped", failed],
        ]}
      />
      {failed === 0 ? null : (
        <>
          <Alert tone="warn">
            {failed > errors.length ? `First ${errors.length} skipped rows.` : "Skipped rows."}
            {failed < rows ? " All others were imported." : " No rows were imported."}
          </Alert>
          <ul className="grid gap-1 text-[13px]">
            {errors.map(({ line, message }) => (
              <li key={line} className="flex gap-3 wrap-anywhere">
                <span className="shrink-0 text-ink-faint tabular-nums">Line {line}</span>
                <bdi className="min-w-0">{message}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
