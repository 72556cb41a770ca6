import type { APIPromise, WithResponse } from './api-promise.ts'

/** A page in any version of the API. */
export interface AnyPage {
  data: readonly unknown[]
  has_more?: boolean
  links?: { next: string | null }
}

/**
 * A list on the service. Nothing is sent before you ask for something of it.
 *
 * ```ts
 * const page = await list                      // the first page
 * for await (const gift of list) { … }         // everything, page by page
 * for await (const page of list.pages()) { … }
 * const some = await list.toArray({ limit: 500 })
 * ```
 */
export class List<Item, Page extends AnyPage> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #fetch: (after: string | undefined) => APIPromise<Page>
  #first: APIPromise<Page> | undefined

  constructor(fetch: (after: string | undefined) => APIPromise<Page>) {
    this.#fetch = fetch
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited, it is its first page
  then<A = Page, B = never>(
    onFulfilled?: ((page: Page) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage().then(onFulfilled, onRejected)
  }

  /** The first page, with what came along with it. */
  withResponse(): Promise<WithResponse<Page>> {
    return this.#firstPage().withResponse()
  }

  /** Page after page. The next one is fetched when you ask for it. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#firstPage()
    for (;;) {
      yield page
      const last = getLastId(page)
      if (!hasMore(page) || last === undefined) return
      page = await this.#fetch(last)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data as readonly Item[]
  }

  /** At most so many, in an array. The limit must be named: nobody means to load a million. */
  async toArray({ limit }: { limit: number }): Promise<Item[]> {
    if (!(limit >= 0)) throw new TypeError('toArray needs a limit.')
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

/** The address in `links.next` is not followed: a token goes nowhere but to the base URL. */
const getLastId = ({ data }: AnyPage) => (data.at(-1) as { id?: string } | undefined)?.id
