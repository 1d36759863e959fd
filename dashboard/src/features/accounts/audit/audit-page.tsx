import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { AuditEvent } from "../../../api-types.ts";
import { queryFailure, rejectedFilter } from "../../../query-error.tsx";
import { Badge, type BadgeTone } from "../../../ui/badge.tsx";
import { columnHelper } from "../../../ui/data-table.tsx";
import { Ledger } from "../../../ui/drawings/ledger.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ExportButton } from "../../../ui/export-button.tsx";
import { ListPage } from "../../../ui/list-page.tsx";
import { NoMatch } from "../../../ui/no-match.tsx";
import { SectionHeader } from "../../../ui/section-header.tsx";
import { Time } from "../../../ui/time.tsx";
import { useFilters } from "../../../ui/use-filters.ts";
import { useKeyNames } from "../keys/use-key-names.ts";
import { auditQuery, exportPath } from "./audit.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditSearch, hasFilters } from "./audit-search.ts";
import { actionName, actorName, describeDetail, subjectName } from "./describe-audit.ts";

const TONES = new Map<string, BadgeTone>([
  ["account.changed", "info"],
  ["member.invited", "info"],
  ["member.joined", "good"],
  ["member.removed", "bad"],
  ["member.role_changed", "warn"],
  ["user.code_refused", "bad"],
  ["user.password_changed", "warn"],
  ["user.password_reset", "warn"],
  ["user.recovery_code_used", "warn"],
  ["user.recovery_codes_renewed", "warn"],
  ["user.second_factor_added", "good"],
  ["user.second_factor_removed", "warn"],
  ["domain.added", "good"],
  ["domain.allowed", "good"],
  ["domain.changed", "info"],
  ["domain.keys_rotated", "warn"],
  ["domain.removed", "bad"],
  ["suppressions.added", "warn"],
  ["key.created", "good"],
  ["key.changed", "info"],
  ["key.rotated", "warn"],
  ["key.revoked", "bad"],
  ["key.paused", "bad"],
  ["key.resumed", "good"],
  ["contacts.imported", "info"],
  ["suppression.removed", "warn"],
  ["suppressions.imported", "info"],
  ["queue.paused", "warn"],
  ["queue.held", "warn"],
  ["queue.resumed", "good"],
  ["queue.retried", "info"],
  ["queue.purged", "bad"],
  ["uncertain.resolved", "info"],
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

/** On a narrow screen the actor and the time are below the object. */
const columns = column.columns([
  column.accessor("action", {
    header: "Action",
    meta: { className: "align-top whitespace-nowrap" },
    cell: ({ getValue }) => <Badge tone={TONES.get(getValue()) ?? "neutral"}>{actionName(getValue())}</Badge>,
  }),
  column.accessor("key", {
    header: "Object",
    meta: { className: "w-full align-top" },
    cell: ({ row }) => <Subject event={row.original} />,
  }),
  column.accessor("actor", {
    header: "Actor",
    meta: { className: "hidden align-top lg:table-cell" },
    cell: ({ row }) => <Actor event={row.original} />,
  }),
  column.accessor("created_at", {
    header: "Time",
    meta: { className: "hidden align-top whitespace-nowrap text-ink-soft lg:table-cell" },
    cell: ({ getValue }) => <Time value={getValue()} />,
  }),
]);

export function AuditPage() {
  const search = useSearch({ from: "/app/settings/audit" });
  const filters = useFilters<AuditSearch>();
  const query = useQuery(auditQuery(search));
  const events = query.data?.events;
  return (
    <section>
      <ListPage
        header={
          <SectionHeader
            title="Audit log"
            description="Sign-ins and changes to settings, API keys, domains, suppressions, the queue, routing and alert rules."
            actions={<ExportButton path={exportPath(search)} />}
          />
        }
        filters={<AuditFilters search={search} events={events ?? []} {...filters} />}
        isFiltered={hasFilters(search)}
        label="Audit log"
        columns={columns}
        rows={events}
        rowId={(event) => event.id}
        fading={query.isPlaceholderData}
        failure={rejectedFilter(query.error, filters.clear) ?? queryFailure(query)}
        empty={
          <EmptyState drawing={Ledger} title="No events yet">
            Sign-ins and changes to settings, keys, domains and rules appear here.
          </EmptyState>
        }
        noMatch={
          <NoMatch title="No events match" onClear={filters.clear}>
            Try another action or word, or a longer period.
          </NoMatch>
        }
        pager={{ cursor: search.cursor, pagination: query.data?.pagination, noun: "event" }}
      />
    </section>
  );
}

function Subject({ event }: { event: AuditEvent }) {
  const keyName = useKeyNames();
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
      <span className="mt-1 block text-[13px] wrap-anywhere text-ink-faint lg:hidden">
        {actorName(event.actor, keyName)} · <Time value={event.created_at} />
      </span>
    </>
  );
}

function Actor({ event }: { event: AuditEvent }) {
  const keyName = useKeyNames();
  return (
    <>
      <bdi className="block max-w-56 truncate">{actorName(event.actor, keyName)}</bdi>
      {event.network === null ? null : (
        <span className="block font-mono text-xs whitespace-nowrap text-ink-faint">{event.network}</span>
      )}
    </>
  );
}
