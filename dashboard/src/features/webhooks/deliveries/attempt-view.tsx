import type { WebhookAttempt } from "../../../api-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { Fold } from "../../../ui/fold.tsx";
import { ExactTime } from "../../../ui/time.tsx";

/** One request with its response. The latest one is open. */
export function AttemptView({ attempt, isLast }: { attempt: WebhookAttempt; isLast: boolean }) {
  const { attempt: number, at, duration_ms, status, response, error, request } = attempt;
  const isSuccess = status !== null && status >= 200 && status < 300;
  return (
    <div className="grid gap-2 rounded-lg border p-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px]">
        <Badge tone={isSuccess ? "good" : "bad"}>{status ?? "No response"}</Badge>
        <span className="text-ink-soft tabular-nums">
          <ExactTime value={at} /> · {duration_ms.toLocaleString("en")} ms
        </span>
        <span className="ml-auto text-ink-faint">#{number}</span>
      </p>
      {error === null ? null : <p className="text-[13px] text-bad">The URL {error}.</p>}
      <Fold title="Response" open={isLast && response !== null && response !== ""}>
        {response ? (
          <CodeBlock code={response} copyLabel="Copy response" />
        ) : (
          <p className="text-[13px] text-ink-soft">The response has no body.</p>
        )}
      </Fold>
      <Fold title="Request">
        <CodeBlock
          code={[
            `POST ${request.url}`,
            ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            "",
            request.body ?? "",
          ].join("\n")}
          copyLabel="Copy request"
        />
      </Fold>
    </div>
  );
}
