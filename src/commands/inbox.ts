import { setTimeout as sleep } from "node:timers/promises";
import type {
  EmailSummary,
  GetEmailResponse,
  InboxEmail,
  ListEmailsQuery,
  Posthouse,
} from "../../packages/client/src/index.ts";
import { PosthouseError } from "../../packages/client/src/index.ts";
import { describeEmail, EMAIL_COLUMNS } from "./emails.ts";
import { CommandError } from "./explain.ts";
import { type ServerOptions, withClient } from "./open-client.ts";
import { printRows, takeRows } from "./terminal/print-rows.ts";
import { printable } from "./terminal/printable.ts";

/** How often a waiting command asks: mail is captured within 50 ms, and a test should not wait much longer. */
const ASK_EVERY_MS = 250;
const NEWEST = 20;

type Listing = { filter: ListEmailsQuery; isUnread: boolean; limit: number; json: boolean };

/** Prints what the dashboard's inbox shows: captured mail that was not deleted or cleared. */
export async function listInbox(
  server: ServerOptions,
  { filter, isUnread, limit, json }: Listing,
): Promise<void> {
  const { to, search } = filter;
  const wanted = { ...(to && { to }), ...(search && { search }), ...(isUnread && { unread: true }) };
  const rows = await withClient(server, (posthouse) =>
    takeRows((page) => matching(posthouse.inbox.list({ ...wanted, ...page }), filter), limit),
  );
  printRows(rows, { columns: EMAIL_COLUMNS, json, none: "No captured mail matches." });
}

/** The inbox searches also bodies and addresses, and has no filters for tags and times. It is listed newest first. */
async function* matching(
  list: AsyncIterable<InboxEmail>,
  { search = "", tag, after }: ListEmailsQuery,
): AsyncGenerator<InboxEmail> {
  const [name, ...rest] = tag?.toLowerCase().split(":") ?? [];
  const value = rest.length > 0 ? rest.join(":") : undefined;
  for await (const email of list) {
    if (after !== undefined && email.created_at < after) return;
    const hasTag = email.tags.some(
      (one) => one.name.toLowerCase() === name && (value === undefined || one.value.toLowerCase() === value),
    );
    if ((tag === undefined || hasTag) && email.subject.toLowerCase().includes(search.toLowerCase()))
      yield email;
  }
}

/** Deletes all mail from the inbox. The list of emails keeps it. */
export async function clearInbox(server: ServerOptions, { json }: { json: boolean }): Promise<void> {
  await withClient(server, (posthouse) => posthouse.inbox.clear());
  if (json) return void process.stdout.write(`${JSON.stringify({ cleared: true })}\n`);
  process.stderr.write("The inbox is empty. The emails stay in the list of emails.\n");
}

type Wait = { filter: ListEmailsQuery; timeoutMs: number; json: boolean };

/** Waits until a captured email matches, and prints the newest one. Exit code 1 if none comes in time. */
export async function waitForMail(server: ServerOptions, { filter, timeoutMs, json }: Wait): Promise<void> {
  const email = await withClient(server, (posthouse) => findInTime(posthouse, filter, timeoutMs));
  if (json) return void process.stdout.write(`${JSON.stringify(email)}\n`);
  const body = (email.text ?? email.html ?? "").split(/\r?\n/).map(printable).join("\n");
  process.stdout.write(`${describeEmail(email)}${body && `\n${body.trimEnd()}\n`}`);
}

async function findInTime(
  posthouse: Posthouse,
  filter: ListEmailsQuery,
  timeoutMs: number,
): Promise<GetEmailResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  let seen: EmailSummary[] = [];
  for (;;) {
    try {
      seen = (await posthouse.emails.list({ ...filter, limit: NEWEST }, { signal })).emails;
      const found = await findCaptured(posthouse, { seen, to: filter.to, signal });
      if (found) return found;
      await sleep(ASK_EVERY_MS, undefined, { signal });
    } catch (error) {
      if (!signal.aborted || (error instanceof PosthouseError && error.code !== "aborted")) throw error;
      throw noMail(filter, { timeoutMs, seen });
    }
  }
}

/** The newest email with a captured recipient. An email may have others too, which were not captured. */
async function findCaptured(
  posthouse: Posthouse,
  { seen, to, signal }: { seen: EmailSummary[]; to: string | undefined; signal: AbortSignal },
): Promise<GetEmailResponse | null> {
  for (const { id, status, recipient_count } of seen) {
    if (status !== "captured" && recipient_count === 1) continue;
    const email = await posthouse.emails.get(id, { signal });
    const isCaptured = email.recipients.some(
      ({ address, state }) =>
        state === "captured" &&
        (status === "captured" || to === undefined || address.toLowerCase() === to.toLowerCase()),
    );
    if (isCaptured) return email;
  }
  return null;
}

/** Names emails that match but were not captured: a test that waits for them waits in vain. */
function noMail(
  { to, search, after }: ListEmailsQuery,
  { timeoutMs, seen }: { timeoutMs: number; seen: EmailSummary[] },
): CommandError {
  const wanted = [
    to === undefined ? "" : ` to ${to}`,
    search === undefined ? "" : ` with "${search}" in its subject`,
  ].join("");
  const others = seen
    .map(({ id, status }) => `${id} is ${status}`)
    .slice(0, 3)
    .join(", ");
  const next = others
    ? `these emails match but were not captured: ${others}`
    : `no email matches since ${after}; posthouse inbox lists captured mail`;
  return new CommandError(`no mail${wanted} was captured within ${timeoutMs / 1_000} s: ${next}`);
}
