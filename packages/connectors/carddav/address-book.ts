import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type KnownEntries, maxRosterEntries, parseVCards, type RosterEntry } from '#contacts'
import { type DavClient, DavError, isTooLarge, resolve } from './client.ts'
import type { DavResource } from './multistatus.ts'

/** What has changed in an address book. */
export interface BookChanges {
  /** The next sync token; undefined if the server has none. */
  token: string | undefined
  changed: RosterEntry[]
  removed: string[]
}

const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"'
const maxKeyLength = 500
const maxPages = 500

/** The cards of an address book: their etags by path, and the paths of those that are gone. */
interface Listing {
  etags: Map<string, string>
  removed: Set<string>
  token: string | undefined
  /** Whether cards that are not in the list are gone. */
  isComplete: boolean
}

/**
 * Reads what has changed since the sync token (RFC 6578). A token that the server has forgotten, and a server without tokens,
 * lead to a comparison of all etags.
 */
export async function readAddressBook(
  client: DavClient,
  url: URL,
  known: KnownEntries['versions'],
  token: string | undefined,
): Promise<BookChanges> {
  const listing = await list(client, url, token)
  const removed = listing.isComplete
    ? [...known.keys()].filter((key) => !listing.etags.has(key))
    : [...listing.removed].filter((key) => known.has(key))
  const repeated = [...known].flatMap(([key, version]) => (version === null ? [key] : []))
  const wanted = new Set([
    ...[...listing.etags].filter(([key, etag]) => isNew(known, key, etag)).map(([key]) => key),
    ...repeated.filter((key) => !listing.isComplete || listing.etags.has(key)),
  ])
  for (const key of removed) wanted.delete(key)
  if (wanted.size > maxRosterEntries)
    throw new DavError(`the address books have more than ${maxRosterEntries} cards`)
  const { changed, gone } = await readCards(client, url, [...wanted])
  return {
    token: listing.token,
    changed,
    removed: [...removed, ...gone.filter((key) => known.has(key))],
  }
}

const isNew = (known: KnownEntries['versions'], key: string, etag: string) =>
  etag === '' || known.get(key) !== etag

async function list(client: DavClient, url: URL, token: string | undefined): Promise<Listing> {
  if (token !== undefined) {
    const changes = await syncSince(client, url, token).catch(ignoreRefusal)
    if (changes !== undefined) return changes
  }
  return (await syncSince(client, url, '').catch(ignoreRefusal)) ?? listAll(client, url)
}

/** Ignores that a server refuses a token or a report. The statuses 401 and 5xx concern all requests, and are thrown. */
function ignoreRefusal(error: unknown): undefined {
  const status = error instanceof DavError ? error.status : undefined
  if (status !== undefined && status !== 401 && (status < 500 || status === 501)) return undefined
  throw error
}

/** Reads the changes since a token, page by page; without a token, all cards. */
async function syncSince(client: DavClient, url: URL, since: string): Promise<Listing> {
  const listing: Listing = {
    ...{ etags: new Map(), removed: new Set(), token: since, isComplete: since === '' },
  }
  const seen = new Set([since])
  for (let page = 0; page < maxPages; page += 1) {
    const token = escapeXml(listing.token ?? '')
    const { resources, syncToken } = await client.send(url, {
      ...{ method: 'REPORT', depth: '0' },
      body: `<d:sync-collection ${namespaces}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`,
    })
    addAll(listing, resources, url)
    if (syncToken === undefined || syncToken === '')
      throw new DavError('the server sends no sync token', 501)
    listing.token = syncToken
    const isCut = resources.some(
      ({ href, status }) => status === 507 && toKey(href, url) === url.pathname,
    )
    if (!isCut) return listing
    if (seen.has(syncToken)) throw new DavError('the server repeats its sync token')
    seen.add(syncToken)
  }
  throw new DavError('the server sends pages without end')
}

async function listAll(client: DavClient, url: URL): Promise<Listing> {
  const { resources } = await client.send(url, {
    ...{ method: 'PROPFIND', depth: '1' },
    body: '<d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getetag/></d:prop></d:propfind>',
  })
  const listing: Listing = {
    ...{ etags: new Map(), removed: new Set(), token: undefined, isComplete: true },
  }
  addAll(listing, resources, url)
  return listing
}

function addAll({ etags, removed }: Listing, resources: readonly DavResource[], url: URL): void {
  for (const { href, status, properties, types } of resources) {
    const key = toKey(href, url)
    if (key === undefined || key === url.pathname || types.has('collection')) continue
    if (status === 404) {
      removed.add(key)
      etags.delete(key)
    } else if (status === undefined || status < 300) {
      removed.delete(key)
      etags.set(key, properties.get('getetag')?.trim() ?? '')
    }
    if (Math.max(etags.size, removed.size) > maxRosterEntries)
      throw new DavError(`the address books have more than ${maxRosterEntries} cards`)
  }
}

/** Returns the path of a resource; undefined for one outside the address book, which the server must not name. */
function toKey(href: string, book: URL): string | undefined {
  const { origin, pathname } = resolve(href, book)
  const parent = book.pathname.endsWith('/') ? book.pathname : `${book.pathname}/`
  if (pathname === book.pathname || `${pathname}/` === book.pathname) return book.pathname
  return origin === book.origin && pathname.startsWith(parent) && pathname.length <= maxKeyLength
    ? pathname
    : undefined
}

const cardsPerRequest = 50

/** Reads cards. A batch that is too large is read in halves, and a card that is too large is an error of its own. */
async function readCards(client: DavClient, url: URL, keys: readonly string[]) {
  const changed: RosterEntry[] = []
  const gone: string[] = []
  const readBatch = async (batch: readonly string[]): Promise<void> => {
    const resources = await requestCards(client, url, batch).catch((error: unknown) => {
      if (isTooLarge(error)) return undefined
      throw error
    })
    const half = Math.ceil(batch.length / 2)
    if (resources === undefined && batch.length > 1) {
      await readBatch(batch.slice(0, half))
      return readBatch(batch.slice(half))
    }
    for (const key of batch) {
      if (resources === undefined) {
        changed.push(tooLarge(key))
        continue
      }
      const resource = resources.get(key)
      if (resource === undefined) throw new DavError('the server leaves out cards that it lists')
      if (resource.status === 404) gone.push(key)
      else changed.push(await toEntry(key, resource))
      await setImmediate() // a large card takes 25 ms, and other work must not wait for 50 of them
    }
  }
  for (let from = 0; from < keys.length; from += cardsPerRequest)
    await readBatch(keys.slice(from, from + cardsPerRequest))
  return { changed, gone }
}

const tooLarge = (key: string): RosterEntry => ({
  ...{ key, version: 'too large', cells: {} },
  errors: [{ column: 'card', message: 'is too large; remove its pictures' }],
})

async function requestCards(client: DavClient, url: URL, keys: readonly string[]) {
  const { resources } = await client.send(url, {
    ...{ method: 'REPORT', depth: '1' },
    body: `<c:addressbook-multiget ${namespaces}><d:prop><d:getetag/><c:address-data/></d:prop>${keys.map((key) => `<d:href>${escapeXml(key)}</d:href>`).join('')}</c:addressbook-multiget>`,
  })
  return new Map(
    resources.flatMap((resource) => {
      const key = toKey(resource.href, url)
      return key === undefined ? [] : [[key, resource] as const]
    }),
  )
}

async function toEntry(key: string, { properties }: DavResource): Promise<RosterEntry> {
  const card = properties.get('address-data') ?? ''
  const etag = properties.get('getetag')?.trim()
  const version = etag || createHash('sha256').update(card).digest('base64url')
  const unreadable = { cells: {}, errors: [{ column: 'card', message: 'cannot be read' }] }
  const [row = unreadable] = await parseVCards(Buffer.from(card)).catch(() => [unreadable])
  return { key, version, cells: row.cells, errors: row.errors ?? [] }
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
