export type Paginated = { pagination: { has_more: boolean; next_cursor: string | null } };

/**
 * A list. `await` returns its first page, `for await` iterates over all rows, and `pages()` over all pages. No request is made before one
 * of them is used.
 */
export class PageList<Page extends Paginated, Row> implements PromiseLike<Page>, AsyncIterable<Row> {
  readonly #load: (cursor: string | undefined) => Promise<Page>;
  readonly #rowsOf: (page: Page) => Row[];
  readonly #start: string | undefined;

  constructor(list: {
    load: (cursor: string | undefined) => Promise<Page>;
    rowsOf: (page: Page) => Row[];
    cursor?: string | undefined;
  }) {
    this.#load = list.load;
    this.#rowsOf = list.rowsOf;
    this.#start = list.cursor;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list requests its first page.
  then<A = Page, B = never>(
    onPage?: ((page: Page) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#load(this.#start).then(onPage, onError);
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    let cursor: string | null | undefined = this.#start;
    do {
      const page: Page = await this.#load(cursor);
      yield page;
      cursor = page.pagination.has_more ? page.pagination.next_cursor : null;
    } while (cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* this.#rowsOf(page);
  }
}
