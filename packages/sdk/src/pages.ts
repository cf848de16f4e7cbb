// Lists: one page at a time, or every item with `for await`.

export interface PageData<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** A list that has been asked for: a promise of its first page, and an iteration over every item of every page. */
export interface PagedList<T> extends Promise<PageData<T>>, AsyncIterable<T> {
  /** Page by page. */
  pages(): AsyncIterable<PageData<T>>;
}

export function createPagedList<T>(fetchPage: (cursor: string | undefined) => Promise<PageData<T>>): PagedList<T> {
  async function* pages(): AsyncGenerator<PageData<T>> {
    let cursor: string | undefined;
    do {
      const page = await fetchPage(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
  return {
    pages,
    // biome-ignore lint/suspicious/noThenProperty: the list is awaitable on purpose, as its first page
    then: (onFulfilled, onRejected) => fetchPage(undefined).then(onFulfilled, onRejected),
    catch: (onRejected) => fetchPage(undefined).catch(onRejected),
    finally: (onFinally) => fetchPage(undefined).finally(onFinally),
    [Symbol.toStringTag]: "PagedList",
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.items;
    },
  };
}
