import { type Connection, pathTo } from "./connection.ts";
import { encodeEmail } from "./encode-email.ts";
import type {
  CancelEmailResponse,
  CheckHtmlResponse,
  ExportEmailsQuery,
  GetEmailResponse,
  ListEmailsQuery,
  ListEmailsResponse,
  ListEmailWebhookDeliveriesQuery,
  ListEmailWebhookDeliveriesResponse,
  RescheduleEmailResponse,
  ResendEmailBody,
  SendBatchResponse,
  SendEmailBody,
  SendEmailResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";
import type { ReactElement } from "./render-react.ts";

type Attachment = NonNullable<SendEmailBody["attachments"]>[number];

/** An attachment whose `content` may also be bytes. */
export type AttachmentToSend = Omit<Attachment, "content"> & { content?: string | Uint8Array | ArrayBuffer };

/** An email as in the API. Also allowed: `react` instead of `html`, bytes in attachments, and a Date as `scheduled_at`. */
export type EmailToSend = Omit<SendEmailBody, "html" | "attachments" | "scheduled_at"> & {
  attachments?: AttachmentToSend[];
  scheduled_at?: string | Date;
} & (
    | { html?: string; react?: never }
    | {
        html?: never;
        /** A React Email component, rendered by the package `@react-email/render`. */
        react: ReactElement;
      }
  );

export type CallOptions = { signal?: AbortSignal };
export type SendOptions = CallOptions & {
  /** Your key for this email: requests with the same key within 24 hours send it once. Default: a random key for each call. */
  idempotencyKey?: string;
};
export type BatchOptions = SendOptions & { mode?: "all_or_nothing" | "per_item" };

export type SentEmail = Extract<SendEmailResponse, { id: string }>;
export type DryRun = Extract<SendEmailResponse, { dry_run: true }>;
export type EmailWebhookDelivery = ListEmailWebhookDeliveriesResponse["deliveries"][number];
export type EmailSummary = ListEmailsResponse["emails"][number];

export class Emails {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sends an email. Resolves when the email is stored durably; use `get` or `events.list` for its delivery status. */
  async send(email: EmailToSend, options: SendOptions = {}): Promise<SentEmail> {
    return await this.#connection.call({
      method: "POST",
      path: "/send",
      body: await encodeEmail(email),
      ...sendOnce(options),
    });
  }

  /** Sends up to 500 emails with one request. The default mode is `all_or_nothing`. */
  async batch(emails: EmailToSend[], options: BatchOptions = {}): Promise<SendBatchResponse> {
    const { mode } = options;
    const encoded = await Promise.all(emails.map((email) => encodeEmail(email)));
    return await this.#connection.call({
      method: "POST",
      path: "/emails/batch",
      body: { emails: encoded, ...(mode && { mode }) },
      ...sendOnce(options),
    });
  }

  /** Predicts what would happen to an email. Nothing is stored or sent. */
  async dryRun(
    email: EmailToSend,
    { include, signal }: CallOptions & { include?: "source" } = {},
  ): Promise<DryRun> {
    return await this.#connection.call({
      method: "POST",
      path: "/send",
      query: { dry_run: true, include },
      body: await encodeEmail(email),
      repeatable: true,
      signal,
    });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<GetEmailResponse> {
    return this.#connection.call({ method: "GET", path: pathTo("emails", id), repeatable: true, signal });
  }

  /** Checks which features of the HTML and its CSS mail clients support, all clients or those in `clients`: `["gmail", "outlook"]`. */
  checkHtml(
    id: string,
    { clients, signal }: CallOptions & { clients?: string[] } = {},
  ): Promise<CheckHtmlResponse> {
    return this.#connection.call({
      method: "GET",
      path: pathTo("emails", id, "html-check"),
      query: { clients: clients?.join(",") },
      repeatable: true,
      signal,
    });
  }

  /** Lists emails, newest first. */
  list(
    query: ListEmailsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListEmailsResponse, EmailSummary> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/emails",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ emails }) => emails,
      cursor: query.cursor,
    });
  }

  /** Returns emails as CSV, newest first. */
  export(query: ExportEmailsQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/emails/export", query, signal });
  }

  /** Returns the bytes of an attachment. `index`: its place in `attachments`, from 0. */
  attachment(id: string, index: number, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const path = pathTo("emails", id, "attachments", String(index));
    return this.#connection.download({ path, type: "application/octet-stream", signal });
  }

  /** Lists the requests to webhooks about the events of an email, oldest event first. */
  webhookDeliveries(
    id: string,
    query: ListEmailWebhookDeliveriesQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListEmailWebhookDeliveriesResponse, EmailWebhookDelivery> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: pathTo("emails", id, "webhook-deliveries"),
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ deliveries }) => deliveries,
      cursor: query.cursor,
    });
  }

  /** Cancels recipients that were not sent to yet. Not repeated after a lost response, because the second one would report nothing to cancel. */
  cancel(id: string, { signal }: CallOptions = {}): Promise<CancelEmailResponse> {
    return this.#connection.call({
      method: "POST",
      path: pathTo("emails", id, "cancel"),
      repeatable: false,
      signal,
    });
  }

  /** Changes the time of a scheduled email. Null sends it now. With null, the call is not repeated after a lost response, because a sent email cannot be rescheduled. */
  reschedule(
    id: string,
    { scheduled_at }: { scheduled_at: string | Date | null },
    { signal }: CallOptions = {},
  ): Promise<RescheduleEmailResponse> {
    return this.#connection.call({
      method: "PATCH",
      path: pathTo("emails", id),
      body: { scheduled_at },
      repeatable: scheduled_at !== null,
      signal,
    });
  }

  /** Sends the same content as a new email, to all recipients or only to those in `to`. */
  resend(id: string, body: ResendEmailBody = {}, options: SendOptions = {}): Promise<SentEmail> {
    return this.#connection.call({
      method: "POST",
      path: pathTo("emails", id, "resend"),
      body,
      ...sendOnce(options),
    });
  }
}

/** With an idempotency key, a request can be repeated after a lost response and still sends once. */
function sendOnce({ idempotencyKey = crypto.randomUUID(), signal }: SendOptions) {
  return { idempotencyKey, repeatable: true, signal };
}
