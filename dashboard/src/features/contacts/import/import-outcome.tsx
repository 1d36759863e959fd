import type { ContactsImport, RowError } from "../../../api-types.ts";
import { csvLine } from "../../../csv-line.ts";
import { sentenceOf } from "../../../form-errors.ts";
import { OutcomeCounts } from "../../../imports/outcome-counts.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Download } from "../../../ui/icons.gen.ts";
import { saveFile } from "../../../ui/save-file.ts";

/** The file has them all. */
const SHOWN_ERRORS = 50;

const format = (count: number): string => count.toLocaleString("en");

export function ImportOutcome({ result }: { result: ContactsImport }) {
  const { rows, created, updated, unchanged, failed, kept_unsubscribed: kept } = result;
  return (
    <div className="grid gap-4">
      <OutcomeCounts
        rows={rows}
        counts={[
          ["Created", created],
          ["Updated", updated],
          ["Unchanged", unchanged],
          ["Failed", failed],
        ]}
      />
      {kept === 0 ? null : (
        <Alert>
          {kept === 1 ? "1 contact" : `${format(kept)} contacts`} unsubscribed earlier and{" "}
          {kept === 1 ? "stays" : "stay"} unsubscribed.
        </Alert>
      )}
      {failed === 0 ? null : <Errors result={result} />}
    </div>
  );
}

function Errors({ result: { errors, failed, rows } }: { result: ContactsImport }) {
  return (
    <>
      <Alert tone="warn">
        {failed === 1 ? "1 row was" : `${format(failed)} rows were`} not imported.{" "}
        {failed < rows ? "All others were. " : ""}Correct these rows and import the file again.
      </Alert>
      <div>
        <Button size="sm" onClick={() => saveFile("import-errors.csv", errorFile(errors), "text/csv")}>
          <Download aria-hidden="true" />
          Download errors
        </Button>
      </div>
      <ul className="grid gap-2 text-[13px]">
        {errors.slice(0, SHOWN_ERRORS).map((error) => (
          <li key={error.line} className="flex gap-3 wrap-anywhere">
            <span className="shrink-0 text-ink-faint tabular-nums">Line {error.line}</span>
            <span className="min-w-0">
              {error.value === "" ? null : (
                <bdi className="block truncate font-mono text-ink-soft">{error.value}</bdi>
              )}
              <bdi>{sentenceOf(error.column, error.message)}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {errors.length > SHOWN_ERRORS ? (
        <p className="text-[13px] text-ink-soft">
          The file has {errors.length < failed ? `the first ${format(errors.length)}` : "all of them"}.
        </p>
      ) : null}
    </>
  );
}

function errorFile(errors: readonly RowError[]): string {
  const lines = errors.map(({ line, column, value, message }) => csvLine([line, column, value, message]));
  return csvLine(["line", "column", "value", "error"]) + lines.join("");
}
