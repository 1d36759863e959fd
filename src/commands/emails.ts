import type { EmailSummary, GetEmailResponse, ListEmailsQuery } from "../../packages/client/src/index.ts";
import { eventText } from "./event-line.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { colored, colorOf } from "./terminal/color.ts";
import { confirm } from "./terminal/confirm.ts";
import { localTime } from "./terminal/local-time.ts";
import { printRows, takeRows } from "./terminal/print-rows.ts";
import { printable } from "./terminal/printable.ts";
import type { Column } from "./terminal/render-table.ts";

export const EMAIL_COLUMNS: readonly Column<EmailSummary>[] = [
  { title: "ID", of: ({ id }) => id },
  { title: "ACCEPTED", of: ({ created_at }) => localTime(created_at) },
  {
    title: "STATUS",
    of: ({ status }) => status,
    paint: (text, { status }) => colored(colorOf(status), text),
  },
  { title: "TO", of: recipientsOf },
  { title: "SUBJECT", of: ({ subject }) => subject },
];

function recipientsOf({ to, cc, bcc, recipient_count }: EmailSummary): string {
  const [first = ""] = [...to, ...cc, ...bcc];
  return recipient_count > 1 ? `${first} +${recipient_count - 1}` : first;
}

export async function listEmails(
  server: ServerOptions,
  { filter, limit, json }: { filter: ListEmailsQuery; limit: number; json: boolean },
): Promise<void> {
  const rows = await withClient(server, (posthouse) =>
    takeRows((page) => posthouse.emails.list({ ...filter, ...page }), limit),
  );
  printRows(rows, { columns: EMAIL_COLUMNS, json, none: "No emails match." });
}

/** Prints an email with its recipients and their events. */
export async function showEmail(server: ServerOptions, id: string, json: boolean): Promise<void> {
  const email = await withClient(server, (posthouse) => posthouse.emails.get(id));
  process.stdout.write(json ? `${JSON.stringify(email)}\n` : describeEmail(email));
}

export function describeEmail(email: GetEmailResponse): string {
  const { id, status, from, to, cc, bcc, subject, created_at, scheduled_at, tags, attachments } = email;
  const fields: [string, string][] = [
    ["Id", id],
    ["Status", status],
    ["From", from],
    ["To", to.join(", ")],
    ["Cc", cc.join(", ")],
    ["Bcc", bcc.join(", ")],
    ["Subject", subject],
    ["Accepted", localTime(created_at)],
    ["Scheduled", scheduled_at === null ? "" : localTime(scheduled_at)],
    ["Tags", tags.map(({ name, value }) => `${name}=${value}`).join(", ")],
    ["Attachments", attachments.map(({ filename }) => filename).join(", ")],
  ];
  const lines = [
    ...fields
      .filter(([, value]) => value !== "")
      .map(
        ([label, value]) =>
          `${colored("dim", label.padEnd(11))}  ${label === "Status" ? paintState(value) : printable(value)}`,
      ),
    ...email.recipients.flatMap(({ address, kind, state, events }) => [
      "",
      `${kind} ${printable(address)}: ${paintState(state)}`,
      ...events.map(({ created_at, type, detail }) =>
        `  ${localTime(created_at)}  ${paintState(type)}${" ".repeat(Math.max(0, 10 - type.length))}  ${printable(eventText(detail))}`.trimEnd(),
      ),
    ]),
  ];
  return `${lines.join("\n")}\n`;
}

const paintState = (text: string) => colored(colorOf(text), text);

export async function cancelEmail(
  server: ServerOptions,
  { id, yes, json }: { id: string; yes: boolean; json: boolean },
): Promise<void> {
  await withClient(server, async (posthouse) => {
    await confirm(`Cancel email ${id} for all recipients that are still waiting?`, { yes });
    const answer = await posthouse.emails.cancel(id);
    process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `canceled recipients: ${answer.canceled}\n`);
  });
}
