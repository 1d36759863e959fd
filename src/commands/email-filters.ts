import type { ListEmailsQuery } from "../../packages/client/src/index.ts";
import type { Values } from "./command-line/command.ts";
import { readSince } from "./read-since.ts";

export const EMAIL_FILTERS = {
  status: { value: "<status>", help: "only this status, such as delivered, bounced or captured" },
  to: { value: "<address>", help: "only with this recipient" },
  subject: { value: "<text>", help: "only with this text in the subject" },
  tag: { value: "<name>[:<value>]", help: "only with this tag" },
  since: { value: "<time>", help: "30m, 1h, 2d, or a time such as 2026-11-21T08:30:00Z" },
  until: { value: "<time>", help: "only before this time, in the same forms" },
} as const;

/** The server validates the status. */
export function readEmailFilters(values: Values<typeof EMAIL_FILTERS>, now: Date): ListEmailsQuery {
  const { status, to, subject, tag, since, until } = values;
  const filter = {
    ...{ status, to, tag },
    search: subject,
    after: since === undefined ? undefined : readSince("--since", since, now).toISOString(),
    before: until === undefined ? undefined : readSince("--until", until, now).toISOString(),
  };
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined),
  ) as ListEmailsQuery;
}
