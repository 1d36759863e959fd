import type { Readable } from "node:stream";
import { RoutesApi } from "../../../test/harness/routes-api.ts";
import { contactRoutes } from "./http/contact-routes.ts";

export type Contact = {
  id: string;
  email: string;
  name: string | null;
  tracked: boolean;
  result?: string;
  updated_at: string;
};
export type Page = {
  contacts: Contact[];
  pagination: { has_more: boolean; next_cursor: string | null; total?: number };
};
export type Failure = {
  error: { code: string; message: string; fields?: { path: string }[]; request_id: string };
};
export type ImportResult = {
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  kept_unsubscribed: number;
  errors: { line: number; column: string; value: string; message: string }[];
};
type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Answer<T> = { status: number; body: T; text: string };

/** For tests: the contact routes on their own database. */
export class ContactsApi extends RoutesApi {
  constructor() {
    super(contactRoutes);
  }

  async call<T>(
    method: Method,
    path: string,
    { body, as = this.account }: { body?: unknown; as?: string } = {},
  ): Promise<Answer<T>> {
    const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const sent = payload === undefined ? {} : { payload };
    const { status, body: responseBody, text } = await this.request({ method, path, as }, sent);
    return { status, body: responseBody, text };
  }

  async create(body: Record<string, unknown>, { query = "", as = this.account } = {}): Promise<Contact> {
    return this.#succeed(await this.call<Contact>("POST", `/contacts${query}`, { body, as }));
  }

  async list(query = "", as = this.account): Promise<Page> {
    return this.#succeed(await this.call<Page>("GET", `/contacts${query}`, { as }));
  }

  async emailsOf(query: string): Promise<string[]> {
    return (await this.list(query)).contacts.map(({ email }) => email);
  }

  /** Sends a CSV file to the import. */
  async importFile<T = ImportResult>(
    csv: string | Buffer | Readable,
    { path = "", query = "", type = "text/csv", as = this.account } = {},
  ): Promise<{ status: number; body: T }> {
    return await this.request(
      { method: "POST", path: `/contacts/import${path}${query}`, as },
      { payload: csv, type },
    );
  }

  #succeed<T>({ status, body, text }: Answer<T>): T {
    if (status >= 300) throw new Error(`unexpected status ${status}: ${text}`);
    return body;
  }
}
