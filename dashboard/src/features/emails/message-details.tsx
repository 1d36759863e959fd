import type { ReactNode } from "react";
import type { EmailDetail } from "../../api-types.ts";
import { CodeBlock } from "../../ui/code-block.tsx";

/** The message's headers, thread and metadata. */
export function MessageDetails({ email }: { email: EmailDetail }) {
  const { headers, references, metadata, source } = email;
  return (
    <div className="grid gap-6">
      <Part title={source === "smtp" ? "Headers" : "Custom headers"}>
        {headers.length === 0 ? <p className="text-ink-soft">None</p> : null}
        <NameValues rows={headers} />
      </Part>
      {references.length === 0 ? null : (
        <Part title="References">
          <ul className="grid gap-1 font-mono text-[13px] break-all">
            {references.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Metadata">
        {metadata === null ? (
          <p className="text-ink-soft">None</p>
        ) : (
          <CodeBlock code={JSON.stringify(metadata, null, 2)} copyLabel="Copy metadata" />
        )}
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-[13px] font-medium">{title}</h3>
      {children}
    </section>
  );
}

function NameValues({ rows }: { rows: { name: string; value: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className="divide-y text-[13px]">
      {rows.map(({ name, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers may repeat
        <div key={index} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="font-mono break-words text-ink-faint">{name}</dt>
          <dd className="font-mono wrap-anywhere whitespace-pre-wrap">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
