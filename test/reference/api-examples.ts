import type { ApiCall } from "./api-operation.ts";
import { firstOf } from "./api-operation.ts";

const ID = "01a1fc0b-98e9-73b7-b9fd-726d62cf8357";
const PATH_VALUES: Record<string, string> = {
  id: ID,
  contact: "ada@example.com",
  domain: "example.com",
  address: "ada@example.com",
  index: "0",
};

/** Bodies of operations whose schema has no example. */
const BODIES: Record<string, unknown> = {
  sendBatch: {
    emails: [
      { to: "ada@example.com", subject: "Hello Ada", text: "It works." },
      { to: "bob@example.com", subject: "Hello Bob", text: "It works." },
    ],
  },
  resendEmail: { to: "ada@example.com" },
  deleteFromInbox: { ids: [ID] },
  restoreInbox: { ids: [ID] },
};

/** The same calls with @posthouse/client, for the operations that it has. */
export const CLIENT_CALLS: Record<string, string> = {
  sendEmail: `const { id } = await posthouse.emails.send({ to: "ada@example.com", subject: "Hello", html: "<p>It works.</p>" });`,
  sendBatch: `const { emails } = await posthouse.emails.batch([
  { to: "ada@example.com", subject: "Hello Ada", text: "It works." },
  { to: "bob@example.com", subject: "Hello Bob", text: "It works." },
]);`,
  cancelEmail: `await posthouse.emails.cancel("${ID}");`,
  rescheduleEmail: `await posthouse.emails.reschedule("${ID}", { scheduled_at: "in 2 hours" });`,
  getEmail: `const email = await posthouse.emails.get("${ID}");`,
  resendEmail: `await posthouse.emails.resend("${ID}", { to: "ada@example.com" });`,
  checkHtml: `const { supported, features } = await posthouse.emails.checkHtml("${ID}", { clients: ["gmail", "outlook"] });`,
  listEmails: `for await (const email of posthouse.emails.list({ status: "bounced" })) console.log(email.id);`,
  listInbox: `for await (const email of posthouse.inbox.list({ to: "ada@example.com" })) console.log(email.subject);`,
  countUnread: `const { unread } = await posthouse.inbox.countUnread();`,
  markInbox: `await posthouse.inbox.mark({ read: true });`,
  deleteFromInbox: `await posthouse.inbox.delete(["${ID}"]);`,
  clearInbox: `await posthouse.inbox.clear();`,
  restoreInbox: `await posthouse.inbox.restore(["${ID}"]);`,
  releaseEmail: `await posthouse.inbox.release("${ID}", { to: "ada@example.com" });`,
  listEvents: `for await (const event of posthouse.events.list({ type: "bounced" })) console.log(event.recipient);`,
  listContacts: `for await (const contact of posthouse.contacts.list({ search: "ada" })) console.log(contact.email);`,
  createContact: `await posthouse.contacts.create({ email: "ada@example.com", name: "Ada Lovelace" });`,
  getContact: `const contact = await posthouse.contacts.get("ada@example.com");`,
  updateContact: `await posthouse.contacts.update("ada@example.com", { subscribed: false });`,
  deleteContact: `await posthouse.contacts.delete("ada@example.com");`,
  listSuppressions: `for await (const { address } of posthouse.suppressions.list({ reason: "hard_bounce" })) console.log(address);`,
  createSuppressions: `await posthouse.suppressions.create({ address: "ada@example.com", detail: "asked by phone" });`,
  getSuppression: `const suppression = await posthouse.suppressions.get("ada@example.com");`,
  removeSuppression: `await posthouse.suppressions.remove("ada@example.com");`,
  listSuppressionRemovals: `for await (const removal of posthouse.suppressions.removals.list()) console.log(removal.id);`,
  previewSuppressionRemoval: `const preview = await posthouse.suppressions.removals.preview({ reply: "5.1.0" });`,
  getSuppressionRemoval: `const removal = await posthouse.suppressions.removals.get("${ID}");`,
  runSuppressionRemoval: `await posthouse.suppressions.removals.run("${ID}");`,
  restoreSuppressionRemoval: `await posthouse.suppressions.removals.restore("${ID}");`,
};

/** The call as a curl command, with the examples of its schema. */
export function curlOf({ method, path, operation }: ApiCall): string {
  const url = `http://localhost:3000${path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_VALUES[name] ?? name)}`;
  const body = firstOf(operation.requestBody?.content);
  const isImplied = method === "GET" || (method === "POST" && body !== null);
  const lines = [
    `curl ${isImplied ? "" : `-X ${method} `}${url}`,
    `-H "Authorization: Bearer $POSTHOUSE_API_KEY"`,
  ];
  if (body?.[0] === "text/csv")
    lines.push(`-H "Content-Type: text/csv"`, `--data-binary @${path.split("/")[3]}.csv`);
  else if (body)
    lines.push(
      `-H "Content-Type: application/json"`,
      `-d '${JSON.stringify(exampleBody(operation, body[1]))}'`,
    );
  return lines.join(" \\\n  ");
}

function exampleBody(
  { operationId }: ApiCall["operation"],
  body: { schema: { examples?: unknown[] }; example?: unknown },
): unknown {
  const example = BODIES[operationId] ?? body.example ?? body.schema.examples?.[0];
  if (example === undefined)
    throw new Error(`${operationId} has no example: add one to its schema or to BODIES`);
  return example;
}
