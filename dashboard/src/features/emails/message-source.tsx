import { useQuery } from "@tanstack/react-query";
import { QueryError } from "../../query-error.tsx";
import { buttonStyles } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.gen.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { sourceQuery } from "./emails.ts";
import { sourcePath } from "./message-paths.ts";
import { MessageText } from "./message-text.tsx";

const LINES = ["w-1/2", "w-2/3", "w-1/3", "w-3/4", "w-3/5", "w-4/5"];

/** The raw message, including headers. */
export function MessageSource({ id }: { id: string }) {
  const { data: source, error, refetch } = useQuery(sourceQuery(id));
  if (error) return <QueryError error={error} onRetry={() => void refetch()} />;
  if (source === undefined) {
    return (
      <div role="status" className="grid gap-3 py-2">
        <span className="sr-only">Loading source</span>
        {LINES.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </div>
    );
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-[13px] text-ink-soft">Raw message</p>
        <a href={sourcePath(id)} download={`${id}.eml`} className={buttonStyles({ size: "sm" })}>
          <Download aria-hidden="true" />
          Download .eml
        </a>
      </div>
      <MessageText name="source" text={source} />
    </>
  );
}
