import { type DavClient, DavError, resolve } from './client.ts'
import type { DavResource } from './multistatus.ts'

/** An address book of the server. */
export interface AddressBook {
  url: URL
  name: string
}

const maxBooks = 20

const namespaces = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"'
const bookProperties = '<d:resourcetype/><d:displayname/>'
const propfind = (properties: string) =>
  `<d:propfind ${namespaces}><d:prop>${properties}</d:prop></d:propfind>`

/**
 * Finds the address books at a URL: itself, if it is one, otherwise those of the user (RFC 6764, RFC 6352). With a name, only
 * the address book with this name. Throws DavError if there is none.
 */
export async function findAddressBooks(
  client: DavClient,
  { url, name }: { url: string; name: string },
): Promise<AddressBook[]> {
  const start = new URL(url)
  const { resource, url: found } = await readStart(client, start)
  const books = resource.types.has('addressbook')
    ? [{ url: found, name: resource.properties.get('displayname') ?? '' }]
    : await findHomeBooks(client, resource, found)
  const chosen = name === '' ? books : books.filter((book) => book.name.trim() === name.trim())
  if (chosen.length === 0)
    throw new DavError(
      name === '' || books.length === 0
        ? 'the user has no address book'
        : `the user has no address book of this name; the names are ${books.map((book) => book.name).join(', ')}`,
    )
  if (chosen.length > maxBooks)
    throw new DavError(`the user has more than ${maxBooks} address books; name one of them`)
  return chosen
}

const startProperties = `${bookProperties}<d:current-user-principal/><c:addressbook-home-set/>`

/** Reads the URL. A URL without a path is that of a server, whose well-known URL says where to begin. */
async function readStart(client: DavClient, start: URL) {
  const read = async (from: URL) => {
    const { resources, url } = await client.send(from, {
      ...{ method: 'PROPFIND', depth: '0' },
      body: propfind(startProperties),
    })
    const [resource] = resources
    if (resource === undefined) throw new DavError('the server says nothing about the URL')
    return { resource, url }
  }
  if (start.pathname !== '/') return read(start)
  try {
    return await read(new URL('/.well-known/carddav', start))
  } catch (error) {
    if (!(error instanceof DavError) || error.status === undefined || error.status === 401)
      throw error
    return read(start)
  }
}

/** Follows `current-user-principal` to `addressbook-home-set`, and lists the address books there. */
async function findHomeBooks(
  client: DavClient,
  start: DavResource,
  from: URL,
): Promise<AddressBook[]> {
  const principal = start.hrefs.get('current-user-principal')?.[0]
  let homes = start.hrefs.get('addressbook-home-set') ?? []
  let base = from
  if (homes.length === 0) {
    if (principal === undefined) throw new DavError('the server names no address books at this URL')
    const { resources, url } = await client.send(resolve(principal, from), {
      ...{ method: 'PROPFIND', depth: '0' },
      body: propfind('<c:addressbook-home-set/>'),
    })
    homes = resources[0]?.hrefs.get('addressbook-home-set') ?? []
    base = url
  }
  const books: AddressBook[] = []
  for (const home of homes.slice(0, maxBooks)) {
    const { resources, url } = await client.send(resolve(home, base), {
      ...{ method: 'PROPFIND', depth: '1' },
      body: propfind(bookProperties),
    })
    for (const { types, href, properties } of resources)
      if (types.has('addressbook'))
        books.push({ url: resolve(href, url), name: properties.get('displayname') ?? '' })
  }
  return books
}
