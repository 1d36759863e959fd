import { type Connection, pathTo } from "./connection.ts";
import { type CsvFile, type CsvOptions, IMPORT_TIMEOUT_MS, upload } from "./csv-file.ts";
import type { CallOptions } from "./emails.ts";
import type {
  CreateContactBody,
  CreateContactQuery,
  CreateContactResponse,
  ExportContactsQuery,
  GetContactResponse,
  ImportContactsQuery,
  ImportContactsResponse,
  ListContactsQuery,
  ListContactsResponse,
  PreviewContactImportResponse,
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

  /**
   * Imports contacts from CSV, at most 100 MB. Rows that fail are in `errors`, and all others are imported. If the response is lost, the
   * file is sent again, and rows that are already stored count as unchanged.
   */
  import(
    file: CsvFile,
    { on_conflict, subscribed, ...options }: ImportContactsQuery & CsvOptions = {},
  ): Promise<ImportContactsResponse> {
    return this.#connection.call({
      ...upload("/contacts/import", file, options),
      query: { on_conflict, subscribed },
      timeoutMs: IMPORT_TIMEOUT_MS,
    });
  }

  /** Returns what the columns of a file become, and its first rows. Stores nothing. The beginning of the file is enough. */
  previewImport(file: CsvFile, options: CsvOptions = {}): Promise<PreviewContactImportResponse> {
    return this.#connection.call(upload("/contacts/import/preview", file, options));
  }

  /** Returns contacts as CSV in the format of the import, newest first. */
  export(query: ExportContactsQuery = {}, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    return this.#connection.download({
      method: "GET",
      path: "/contacts/export",
      query,
      repeatable: true,
      signal,
    });
  }
}
