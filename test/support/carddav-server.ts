import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * A CardDAV server with one address book (RFC 6352), with sync tokens in pages (RFC 6578) or without them.
 */

export const davUser = { user: 'dana', password: 'secret-Pa55' } as const

export interface CardDavServer {
  url: string
  /** The path of the address book. */
  book: string
  put(name: string, card: string): Promise<void>
  remove(name: string): Promise<void>
  /** Ends all sync tokens. */
  forget(): void
  /** Behaves otherwise than the protocol says. Returns whether it has handled the request. */
  trick: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
  /** The methods and paths of the requests so far. */
  requests: string[]
  close(): Promise<void>
}

export const writeCard = (uid: string, name: string, email: string, more = ''): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:${uid}\r\nN:${name.split(' ').toReversed().join(';')};;;\r\nFN:${name}\r\nEMAIL:${email}\r\n${more}END:VCARD\r\n`

export const multistatus = (inner: string): string =>
  `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:A="urn:ietf:params:xml:ns:carddav">${inner}</D:multistatus>`

const propstat = (href: string, inner: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop>${inner}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:quota-used-bytes/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`
const withStatus = (href: string, status: string) =>
  `<D:response><D:href>${href}</D:href><D:status>HTTP/1.1 ${status}</D:status></D:response>`
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const book = '/dav/books/dana/team/'
const bookType = '<D:resourcetype><D:collection/><A:addressbook/></D:resourcetype>'
const bookProperties = `${bookType}<D:displayname>Team</D:displayname>`

interface StoredCard {
  card: string | undefined
  revision: number
}

export async function startCardDavServer({
  hasTokens = true,
  pageSize = 1_000,
} = {}): Promise<CardDavServer> {
  const cards = new Map<string, StoredCard>()
  let revision = 0
  let oldest = 0
  const requests: string[] = []

  const properties: Readonly<Record<string, () => string>> = {
    '/dav/': () =>
      propstat(
        '/dav/',
        '<D:resourcetype><D:collection/></D:resourcetype><D:current-user-principal><D:href>/dav/users/dana/</D:href></D:current-user-principal>',
      ),
    '/dav/users/dana/': () =>
      propstat(
        '/dav/users/dana/',
        '<A:addressbook-home-set><D:href>/dav/books/dana/</D:href></A:addressbook-home-set>',
      ),
    '/dav/books/dana/': () =>
      propstat('/dav/books/dana/', '<D:resourcetype><D:collection/></D:resourcetype>') +
      propstat(book, bookProperties),
    [book]: () =>
      propstat(book, bookProperties) +
      [...cards]
        .flatMap(([name, { card, revision: at }]) =>
          card === undefined ? [] : [propstat(book + name, etag(at))],
        )
        .join(''),
  }
  const etag = (at: number) => `<D:getetag>"${at}"</D:getetag>`

  function report(body: string): string | undefined {
    if (body.includes('addressbook-multiget')) {
      const wanted = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href)
      return multistatus(wanted.map(toCardResponse).join(''))
    }
    const [, token = ''] = /<d:sync-token>([^<]*)</.exec(body) ?? []
    const since = token === '' ? -1 : Number(token.split('/').at(-1))
    return hasTokens && !(token !== '' && since < oldest)
      ? multistatus(listSince(since))
      : undefined
  }

  function toCardResponse(href: string): string {
    const found = cards.get(href.slice(book.length))
    return found?.card === undefined
      ? withStatus(href, '404 Not Found')
      : propstat(
          href,
          `${etag(found.revision)}<A:address-data>${escapeXml(found.card)}</A:address-data>`,
        )
  }

  function listSince(since: number): string {
    const changed = [...cards]
      .filter(([, { revision: at, card }]) => at > since && (since >= 0 || card !== undefined))
      .toSorted(([, one], [, other]) => one.revision - other.revision)
    const page = changed.slice(0, pageSize)
    const isCut = page.length < changed.length
    const last = isCut ? (page.at(-1)?.[1].revision ?? revision) : revision
    const lines = page.map(([name, { card, revision: at }]) =>
      card === undefined
        ? withStatus(book + name, '404 Not Found')
        : propstat(book + name, etag(at)),
    )
    const cut = isCut ? [withStatus(book, '507 Insufficient Storage')] : []
    return `${[...lines, ...cut].join('')}<D:sync-token>http://example.com/sync/${last}</D:sync-token>`
  }

  const self: CardDavServer = {
    ...{ url: '', book, requests },
    trick: () => false,
    async put(name, card) {
      revision += 1
      cards.set(name, { card, revision })
    },
    async remove(name) {
      revision += 1
      cards.set(name, { card: undefined, revision })
    },
    forget() {
      revision += 1
      oldest = revision
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url = '' } = request
    requests.push(`${method} ${url}`)
    if (self.trick(request, response, body)) return
    const expected = `Basic ${Buffer.from(`${davUser.user}:${davUser.password}`).toString('base64')}`
    if (request.headers.authorization !== expected) return void response.writeHead(401).end()
    if (url === '/.well-known/carddav')
      return void response.writeHead(301, { location: '/dav/' }).end()
    const xml =
      method === 'REPORT' && url === book
        ? report(body)
        : method === 'PROPFIND' && properties[url] !== undefined
          ? multistatus(properties[url]())
          : undefined
    if (xml !== undefined)
      return void response.writeHead(207, { 'content-type': 'application/xml' }).end(xml)
    const problem =
      method === 'REPORT' ? '<D:error xmlns:D="DAV:"><D:valid-sync-token/></D:error>' : ''
    response.writeHead(method === 'REPORT' ? 403 : 404).end(problem)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return self
}
