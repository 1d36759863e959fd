import { type Connection, pathTo } from "./connection.ts";
import type { CallOptions } from "./emails.ts";
import type {
  CreateContactBody,
  CreateContactQuery,
  CreateContactResponse,
  GetContactResponse,
  ListContactsQuery,
  ListContactsResponse,
  UpdateContactBody,
} from "./generated/api.ts";
import { PageList } from "./page-list.ts";

export type Contact = GetContactResponse;

/** Contacts are identified by id or email address. */
export class Contacts {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lists contacts, newest first. */
  list(query: ListContactsQuery = {}, { signal }: CallOptions = {}): PageList<ListContactsResponse, Contact> {
    return new PageList({
      load: (cursor) =>
        this.#connection.call({
          method: "GET",
          path: "/contacts",
          query: { ...query, cursor },
          repeatable: true,
          signal,
        }),
      rowsOf: ({ contacts }) => contacts,
      cursor: query.cursor,
    });
  }

  /** Creates a contact. Without `on_conflict`, an existing address is an error, and the request is not repeated after a lost response. */
  create(
    contact: CreateContactBody,
    { on_conflict, signal }: CreateContactQuery & CallOptions = {},
  ): Promise<CreateContactResponse> {
    return this.#connection.call({
      method: "POST",
      path: "/contacts",
      query: { on_conflict },
      body: contact,
      repeatable: on_conflict === "update" || on_conflict === "skip",
      signal,
    });
  }

  get(idOrEmail: string, { signal }: CallOptions = {}): Promise<Contact> {
    return this.#connection.call({
      method: "GET",
      path: pathTo("contacts", idOrEmail),
      repeatable: true,
      signal,
    });
  }

  /** Updates the given fields of a contact. */
  update(idOrEmail: string, change: UpdateContactBody, { signal }: CallOptions = {}): Promise<Contact> {
    return this.#connection.call({
      method: "PATCH",
      path: pathTo("contacts", idOrEmail),
      body: change,
      repeatable: true,
      signal,
    });
  }

  delete(idOrEmail: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#connection.delete(pathTo("contacts", idOrEmail), signal);
  }
}
