import { ApiError } from "../../../api.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../../../ui/card.tsx";
import { cx } from "../../../ui/cx.ts";
import { ClipboardCheck } from "../../../ui/icons.gen.ts";
import { CheckResult } from "./check-result.tsx";
import type { Check } from "./use-check.ts";

/** The result of a dry run. */
export function CheckCard({ check, onAsk }: { check: Check; onAsk: () => void }) {
  const { result, error, isChecking, isDue, isOld, isLive, ask } = check;
  const isUpdating = isChecking || isDue;
  return (
    <Card
      aria-label="Check"
      className="min-w-0 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto"
    >
      <CardHeader
        title="Check"
        description={
          isLive ? "Nothing is stored or sent." : "Large attachments are not checked automatically."
        }
        actions={
          <Button size="sm" busy={isChecking} onClick={onAsk}>
            Check now
          </Button>
        }
      />
      <CardBody className="grid gap-4 *:min-w-0">
        <p role="status" className="sr-only">
          {isChecking ? "Checking" : statusOf(check)}
        </p>
        {error ? <NotReady error={error} /> : null}
        {result && !error ? (
          <div aria-busy={isUpdating} className={cx("grid gap-5 *:min-w-0", isUpdating && "opacity-60")}>
            {isOld && !isUpdating ? (
              <p className="text-[13px] text-ink-soft">The form has changed since this check.</p>
            ) : null}
            <CheckResult result={result} onAskSource={() => ask({ withSource: true })} />
          </div>
        ) : null}
        {result || error ? null : (
          <p className="flex items-center gap-2.5 py-6 text-[13px] text-ink-faint">
            <ClipboardCheck aria-hidden="true" className="size-4 shrink-0" />
            Add a recipient and a body to preview recipients, size and issues.
          </p>
        )}
      </CardBody>
    </Card>
  );
}

function statusOf({ result, error }: Check): string {
  if (error) return "Checked: not ready to send";
  if (!result) return "";
  const { findings } = result;
  return findings.length === 0
    ? "Checked: no issues"
    : `Checked: ${findings.length} ${findings.length === 1 ? "issue" : "issues"}`;
}

/** Errors of an unfinished form, shown without alarm. */
function NotReady({ error }: { error: Error }) {
  const fields = error instanceof ApiError ? error.fields : [];
  if (fields.length === 0) return <Alert tone="bad">{error.message}</Alert>;
  return (
    <Alert tone="warn">
      <p className="font-medium">Not ready to send</p>
      <ul className="mt-1 grid gap-0.5">
        {fields.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <bdi className="font-mono text-xs">{path}</bdi> {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
