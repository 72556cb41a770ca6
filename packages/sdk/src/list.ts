import type { APIPromise, WithResponse } from './api-promise.ts'

/** A page of a list in any version of the API. */
export interface AnyPage {
  data: readonly unknown[]
  has_more?: boolean
  links?: { next: string | null }
}

/** The last entry of a page. */
export interface LastEntry {
  id: string
  updated_at?: string
}

/**
 * A list of resources. The SDK sends a request only when the list is awaited or iterated.
 *
 * ```ts
 * const page = await list                      // the first page
 * for await (const gift of list) { … }         // everything, page by page
 * for await (const page of list.pages()) { … }
 * const some = await list.toArray({ limit: 500 })
 * ```
 */
export class List<Item, Page extends AnyPage> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #fetch: (last: LastEntry | undefined) => APIPromise<Page>
  #first: APIPromise<Page> | undefined

  constructor(fetch: (last: LastEntry | undefined) => APIPromise<Page>) {
    this.#fetch = fetch
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page
  then<A = Page, B = never>(
    onFulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onFulfilled, onRejected)
  }

  /** Returns the first page with its response metadata. */
  withResponse(): Promise<WithResponse<Page>> {
    return this.#firstPage().withResponse()
  }

  /** Iterates over the pages. Fetches each next page only when it is needed. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#firstPage()
    for (;;) {
      yield page
      const last = getLast(page)
      if (!hasMore(page) || last === undefined) return
      page = await this.#fetch(last)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data as readonly Item[]
  }

  /**
   * Returns at most `limit` entries as an array. The limit is required, so that no caller loads a million
   * entries by mistake.
   */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    if (!(limit >= 0)) throw new TypeError('toArray requires a limit.')
    const items: Item[] = []
    if (limit === 0) return items
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }

  #firstPage(): APIPromise<Page> {
    this.#first ??= this.#fetch(undefined)
    return this.#first
  }
}

const hasMore = ({ has_more, links }: AnyPage) => has_more ?? (links?.next ?? null) !== null

/**
 * Returns the last entry of a page. Its id is the cursor of the next page. The SDK does not follow
 * `links.next`, because it sends its token only to the base URL.
 */
function getLast({ data }: AnyPage): LastEntry | undefined {
  const last = data.at(-1) as Partial<LastEntry> | undefined
  return last?.id === undefined ? undefined : { ...last, id: last.id }
}
