import fastify from "fastify";
import { textContent } from "../src/features/emails/contents/content.ts";
import { KnownContents } from "../src/features/emails/contents/known-contents.ts";
import type { NewEmail } from "../src/features/emails/new-email.ts";
import { type SendRequest, sendRequest, sendResponse } from "../src/features/emails/schema/send-schema.ts";
import type { Acceptance } from "../src/features/emails/store/acceptance-columns.ts";
import { insertAcceptances, type Stored } from "../src/features/emails/store/insert-acceptances.ts";
import { MicroBatch, openDatabase } from "../src/platform/db/index.ts";
import { newId, timeOfId } from "../src/platform/ids/index.ts";

/**
 * The floor of a durable accept, in its own process: a route that parses and validates the same body, writes the same rows with the
 * same group commit, and does nothing else: no key, no rate limit, no checks of sender and addresses, no log of the request.
 * Arguments: the URL of the database and the account.
 */
const [databaseUrl = "", accountId = ""] = process.argv.slice(2);
const database = openDatabase(databaseUrl, { max: 4 });
const known = new KnownContents();
const batch = new MicroBatch<Acceptance, Stored>({
  write: (acceptances) => insertAcceptances(database, acceptances, () => known),
  maxItems: 128,
  concurrency: 2,
  mayRetryAlone: () => false,
});

const app = fastify();
const schema = { body: sendRequest, response: { 200: sendResponse } };
app.post<{ Body: SendRequest }>("/api/v1/send", { schema }, async ({ body }) => {
  const email = emailOf(body);
  await batch.add({ accountId, emails: [email], idempotency: null, quotas: [], isAnnounced: false });
  return { success: true, id: email.id, message_id: email.messageId, status: "queued" };
});
const url = await app.listen({ host: "127.0.0.1", port: 0 });
process.send?.({ url });
process.on("disconnect", () => process.exit(0));

/** The addresses are taken as they are: the bench sends only plain ones. */
function emailOf({ to, subject, html, text }: SendRequest): NewEmail {
  const id = newId();
  return {
    accountId,
    id,
    createdAt: timeOfId(id),
    apiKeyId: null,
    messageId: `${id}@posthouse.test`,
    from: { address: "bench@posthouse.test", name: "Bench" },
    envelopeFrom: null,
    to: [{ address: String(to), name: null }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    headers: [],
    inReplyTo: null,
    references: [],
    tags: [],
    metadata: null,
    scheduledAt: null,
    stream: "transactional",
    onUncertain: null,
    html: textContent(html),
    text: textContent(text),
    attachments: [],
    raw: null,
  };
}
