import type { ImportResult } from "../../api-types.ts";
import { Alert } from "../../ui/alert.tsx";

const format = (count: number): string => count.toLocaleString("en");

export function ImportOutcome({ result }: { result: ImportResult }) {
  const { rows, created, changed, unchanged, failed, errors } = result;
  return (
    <div className="grid gap-4">
      <h3 className="font-semibold">{rows === 1 ? "One row was read" : `${format(rows)} rows were read`}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 tabular-nums">
        {[
          ["Newly suppressed", created],
          ["Made stronger", changed],
          ["In the list before", unchanged],
          ["At fault", failed],
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
            {failed > errors.length
              ? `These are the first ${errors.length} rows at fault.`
              : "These rows were passed by."}
            {failed < rows ? " All others are imported." : " No row was imported."}
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
