import type { TestResult } from '#connections'
import type { KnownEntries, Roster, RosterReading } from '#contacts'
import { RequestFailure } from '#platform/http-client/guarded-request'
import { type BookChanges, readAddressBook } from './address-book.ts'
import { type CardDavOptions, createDavClient, DavError } from './client.ts'
import { findAddressBooks } from './discovery.ts'

export interface CardDavBooks extends CardDavOptions {
  /** The name of one address book; empty for all. */
  address_book: string
}

/** What the server says, such as the names of its address books, can be long. */
const maxAnswerLength = 500

/** Creates the roster of the address books of a user. The cursor is a JSON object of sync tokens by path. */
export const createCardDav = (options: CardDavBooks): Roster => ({
  read: (known, signal) => describeFailures(() => readAll(options, known, signal)),
})

/** Finds the address books, which changes nothing. */
export async function testCardDav(options: CardDavBooks): Promise<TestResult> {
  const tried = `PROPFIND ${options.url}`
  try {
    const books = await findAddressBooks(createDavClient(options, AbortSignal.timeout(25_000)), {
      ...{ url: options.url, name: options.address_book },
    })
    const names = books.map(({ name, url }) => name || url.pathname).join(', ')
    return { ok: true, tried, answer: `address books: ${names}`.slice(0, maxAnswerLength) }
  } catch (error) {
    return { ok: false, tried, answer: describe(error) }
  }
}

async function readAll(
  options: CardDavBooks,
  { cursor, versions }: KnownEntries,
  signal: AbortSignal,
): Promise<RosterReading> {
  const client = createDavClient(options, signal)
  const books = await findAddressBooks(client, { url: options.url, name: options.address_book })
  const tokens = parseCursor(cursor)
  const changes: BookChanges[] = []
  const next: Record<string, string> = {}
  const owned = new Set<string>()
  for (const { url } of books) {
    const own = new Map(
      [...versions].filter(([key]) => key.startsWith(`${url.pathname.replace(/\/$/, '')}/`)),
    )
    for (const key of own.keys()) owned.add(key)
    const read = await readAddressBook(client, url, own, tokens[url.pathname])
    if (read.token !== undefined) next[url.pathname] = read.token
    changes.push(read)
  }
  const lost = [...versions.keys()].filter((key) => !owned.has(key))
  return {
    ok: true,
    cursor: JSON.stringify(next),
    changed: changes.flatMap(({ changed }) => changed),
    removed: [...lost, ...changes.flatMap(({ removed }) => removed)],
  }
}

function parseCursor(cursor: string | null): Readonly<Record<string, string>> {
  return cursor === null ? {} : (JSON.parse(cursor) as Record<string, string>)
}

async function describeFailures(run: () => Promise<RosterReading>): Promise<RosterReading> {
  try {
    return await run()
  } catch (error) {
    return { ok: false, reason: describe(error) }
  }
}

/** Describes a failure without a credential. Throws for a bug. */
function describe(error: unknown): string {
  if (error instanceof DavError) return error.message.slice(0, maxAnswerLength)
  if (error instanceof RequestFailure) return error.code
  throw error
}
