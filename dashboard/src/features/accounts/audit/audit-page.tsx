import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import type { AuditEvent } from "../../../api-types.ts";
import { QueryError } from "../../../query-error.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { columnHelper, DataTable } from "../../../ui/data-table.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { SectionHeader } from "../../../ui/section-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { auditQuery } from "./audit.ts";
import { actionName, actorName, describeDetail, subjectName } from "./describe-audit.ts";

const TONES = new Map<string, BadgeTone>([
  ["key.created", "good"],
  ["key.changed", "info"],
  ["key.rotated", "warn"],
  ["key.revoked", "bad"],
  ["key.paused", "bad"],
  ["key.resumed", "good"],
  ["suppression.removed", "warn"],
  ["suppressions.imported", "info"],
  ["queue.paused", "warn"],
  ["queue.held", "warn"],
  ["queue.resumed", "good"],
  ["queue.retried", "info"],
  ["queue.purged", "bad"],
  ["held.resolved", "info"],
  ["relay.created", "good"],
  ["relay.changed", "info"],
  ["relay.removed", "bad"],
  ["routing_rule.created", "good"],
  ["routing_rule.changed", "info"],
  ["routing_rule.removed", "bad"],
  ["pool.created", "good"],
  ["pool.changed", "info"],
  ["pool.removed", "bad"],
  ["alert_rule.changed", "info"],
]);

const column = columnHelper<AuditEvent>();

/** On a phone who and when stand below what. */
const columns = column.columns([
  column.accessor("action", {
    header: "What",
    meta: { className: "align-top whitespace-nowrap" },
    cell: ({ getValue }) => <Badge tone={TONES.get(getValue()) ?? "neutral"}>{actionName(getValue())}</Badge>,
  }),
  column.accessor("key", {
    header: "Of what",
    meta: { className: "w-full align-top" },
    cell: ({ row }) => <Subject event={row.original} />,
  }),
  column.accessor("actor", {
    header: "Who",
    meta: { className: "hidden align-top sm:table-cell" },
    cell: ({ row }) => <Who event={row.original} />,
  }),
  column.accessor("created_at", {
    header: "When",
    meta: { className: "hidden align-top whitespace-nowrap text-ink-soft sm:table-cell" },
    cell: ({ getValue }) => <Time value={getValue()} />,
  }),
]);

export function AuditPage() {
  const { cursor } = useSearch({ from: "/app/settings/audit" });
  const query = useQuery(auditQuery(cursor));
  return (
    <section>
      <SectionHeader
        title="Audit log"
        description="Who did what, and from where: with keys, suppressions, the queue, relays, rules and pools; and which keys were paused."
      />
      <DataTable
        label="Audit log"
        columns={columns}
        rows={query.data?.events}
        rowId={(event) => event.id}
        fading={query.isPlaceholderData}
        failure={query.error ? <QueryError error={query.error} onRetry={() => void query.refetch()} /> : null}
        empty={
          <EmptyState icon={ScrollText} title="Nothing yet">
            As soon as a key or a relay is added or changed, it stands here.
          </EmptyState>
        }
      />
      <div className="mt-4">
        <Pager
          cursor={cursor}
          pagination={query.data?.pagination}
          count={query.data?.events.length ?? 0}
          noun="event"
        />
      </div>
    </section>
  );
}

function Subject({ event }: { event: AuditEvent }) {
  return (
    <>
      <span className="block font-medium wrap-anywhere">
        <bdi>{subjectName(event)}</bdi>
      </span>
      {describeDetail(event).map((line) => (
        <span key={line} className="block text-[13px] wrap-anywhere text-ink-soft">
          <bdi>{line}</bdi>
        </span>
      ))}
      <span className="mt-1 block text-[13px] wrap-anywhere text-ink-faint sm:hidden">
        {actorName(event.actor)} · <Time value={event.created_at} />
      </span>
    </>
  );
}

function Who({ event }: { event: AuditEvent }) {
  return (
    <>
      <bdi className="block max-w-56 truncate">{actorName(event.actor)}</bdi>
      {event.network === null ? null : (
        <span className="block font-mono text-xs whitespace-nowrap text-ink-faint">{event.network}</span>
      )}
    </>
  );
}
