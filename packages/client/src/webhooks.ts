import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  ChangeWebhookBody,
  CreateWebhookBody,
  CreateWebhookResponse,
  ExportWebhookEventsQuery,
  ExportWebhooksQuery,
  GetWebhookEventResponse,
  GetWebhookResponse,
  GetWebhookSecretResponse,
  ListenToWebhooksQuery,
  ListenToWebhooksResponse,
  ListWebhookEventsQuery,
  ListWebhookEventsResponse,
  ReplayWebhookEventsBody,
  ReplayWebhookEventsResponse,
  TestWebhookBody,
  TestWebhookResponse,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type Webhook = GetWebhookResponse;
export type WebhookDelivery = ListWebhookEventsResponse["events"][number];

/** URLs that receive the account's events as signed requests. */
export class Webhooks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Adds a webhook. The response has the secret for `verifyWebhook`. */
  create(webhook: CreateWebhookBody, { signal }: CallOptions = {}): Promise<CreateWebhookResponse> {
    return this.#connection.call({
      method: "POST",
      path: "/webhooks",
      body: webhook,
      repeatable: false,
      signal,
    });
  }

  /** Lists webhooks, oldest first. */
  async list({ signal }: CallOptions = {}): Promise<Webhook[]> {
    const { webhooks } = await this.#connection.call<{ webhooks: Webhook[] }>({
      method: "GET",
      path: "/webhooks",
      repeatable: true,
      signal,
    });
    return webhooks;
  }

  /** Returns webhooks as CSV without their secrets, oldest first. */
  export(query: ExportWebhooksQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: "/webhooks/export", query, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#connection.call({ method: "GET", path: pathTo("webhooks", id), repeatable: true, signal });
  }

  update(id: string, change: ChangeWebhookBody, { signal }: CallOptions = {}): Promise<Webhook> {
    const path = pathTo("webhooks", id);
    return this.#connection.call({ method: "PATCH", path, body: change, repeatable: true, signal });
  }

  remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("webhooks", id), signal);
  }

  secret(id: string, { signal }: CallOptions = {}): Promise<GetWebhookSecretResponse> {
    const path = `${pathTo("webhooks", id)}/secret`;
    return this.#connection.call({ method: "GET", path, repeatable: true, signal });
  }

  /** Replaces the secret. Requests are also signed with the previous one for `overlapHours`, by default 24. */
  rotate(
    id: string,
    { overlapHours = 24, signal }: CallOptions & { overlapHours?: number } = {},
  ): Promise<GetWebhookSecretResponse> {
    const path = `${pathTo("webhooks", id)}/rotate`;
    const body = { overlap_hours: overlapHours };
    return this.#connection.call({ method: "POST", path, body, repeatable: false, signal });
  }

  /** Sends a sample event and returns the response. */
  test(
    id: string,
    type: TestWebhookBody["type"],
    { signal }: CallOptions = {},
  ): Promise<TestWebhookResponse> {
    const path = `${pathTo("webhooks", id)}/test`;
    return this.#connection.call({ method: "POST", path, body: { type }, repeatable: false, signal });
  }

  /** Lists events that were sent to a webhook, newest first. */
  events(
    id: string,
    query: ListWebhookEventsQuery = {},
    { signal }: CallOptions = {},
  ): PageList<ListWebhookEventsResponse, WebhookDelivery> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: `${pathTo("webhooks", id)}/events`,
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ events }) => events,
      cursor: query.cursor,
    });
  }

  /** Returns the events that were sent to a webhook as CSV, newest first, each with its last attempt. */
  exportEvents(
    id: string,
    query: ExportWebhookEventsQuery = {},
    { signal }: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({ path: `${pathTo("webhooks", id)}/events/export`, query, signal });
  }

  /** Returns an event with its payload and attempts. */
  event(id: string, eventId: string, { signal }: CallOptions = {}): Promise<GetWebhookEventResponse> {
    const path = `${pathTo("webhooks", id)}/events/${encodeURIComponent(eventId)}`;
    return this.#connection.call({ method: "GET", path, repeatable: true, signal });
  }

  /** Sends events again: a single one, those of a time range, or by default all that failed. Returns their number. */
  replay(
    id: string,
    replay: ReplayWebhookEventsBody = {},
    { signal }: CallOptions = {},
  ): Promise<ReplayWebhookEventsResponse> {
    const path = `${pathTo("webhooks", id)}/replay`;
    return this.#connection.call({ method: "POST", path, body: replay, repeatable: true, signal });
  }

  /** Returns events and replays after a position, as `posthouse listen` uses it. Without `after`: no events, and the current position. */
  listen(query: ListenToWebhooksQuery = {}, { signal }: CallOptions = {}): Promise<ListenToWebhooksResponse> {
    return this.#connection.call({
      method: "GET",
      path: "/webhooks/listen",
      query,
      repeatable: true,
      signal,
    });
  }
}
