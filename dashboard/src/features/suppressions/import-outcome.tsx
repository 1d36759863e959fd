import type { ImportResult } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";

const format = (count: number): string => count.toLocaleString("en");

export function ImportOutcome({ result }: { result: ImportResult }) {
  const { rows, created, changed, unchanged, failed, errors } = result;
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">{rows === 1 ? "1 row read" : `${format(rows)} rows read`}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        {[
          ["Newly suppressed", created],
          ["Upgraded", changed],
          ["Already on the list", unchanged],
          ["Skipped", failed],
        ].map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right font-medium">{format(Number(count))}</dd>
          </div>
        ))}
      </dl>
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
