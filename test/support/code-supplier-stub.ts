import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * The common part of the stubs of code suppliers: a server with a ledger of what it has sold. Each stub follows the
 * published reference of its supplier. No request reaches a supplier.
 */

/** An order in the ledger of a stub. */
export interface StubOrder {
  key: string
  ref: string
  product_id: string
  amount_minor: number
  currency: string
  /** The code or link that it gives. */
  text: string
  state: 'paid' | 'waiting' | 'cancelled'
  /** When it was made. */
  at: Date
  /** What was paid back, in USD. */
  refunded?: number
}

/** How a stub answers one request. */
export type Mood =
  | 'honest'
  /** Does what is asked, and closes the connection. */
  | 'loses the answer'
  /** Closes the connection before it does anything. */
  | 'loses the request'
  /** Does what is asked, and responds with an error. */
  | 'fails after'
  /** Does nothing, and responds with an error. */
  | 'fails before'
  /** Does what is asked, and never responds. */
  | 'hangs'
  /** Refuses an order, and says so. */
  | 'refuses'

/** What a stub says about its orders. */
export type Lie =
  | 'a negative price'
  | 'a price that is a text'
  | 'a price without end'
  | 'another value'
  | 'another currency'
  | 'another order'
  | 'the year 9999'
  /** Every page of a list is the first one. */
  | 'the same page again'
  /** A list has one order less than it states. */
  | 'a missing order'

export interface StubRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The parsed body; an empty object without one. */
  body: Readonly<Record<string, never>>
  refuses: boolean
}

export interface StubReply {
  status: number
  body: unknown
}

export interface StubState {
  orders: Map<string, StubOrder>
  lie: Lie | undefined
  /** Whether new orders wait. */
  holds: boolean
  /** What is left to pay for orders, in the smallest unit; null if the service does not say. */
  balance_minor: number | null
  /** The currency of the balance, where accounts have one of their own. */
  wallet: string
}

export interface StubServer {
  url: string
  state: StubState
  /** Returns the orders that cost money. */
  paid(): StubOrder[]
  setMood(mood: () => Mood): void
  close(): Promise<void>
}

export async function startStub(
  handle: (request: StubRequest, state: StubState) => StubReply,
): Promise<StubServer> {
  const state: StubState = {
    ...{ orders: new Map(), lie: undefined, holds: false },
    ...{ balance_minor: 600_000, wallet: 'USD' },
  }
  let mood: () => Mood = () => 'honest'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const now = mood()
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '/', 'http://stub')
    const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
    const send = ({ status, body: content }: StubReply) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(content))
    if (now === 'loses the request') return request.socket.destroy()
    if (now === 'fails before') return send({ status: 503, body: {} })
    const reply = handle({ method, url, headers, body, refuses: now === 'refuses' }, state)
    if (now === 'loses the answer') return request.socket.destroy()
    if (now === 'fails after') return send({ status: 500, body: {} })
    return now === 'hangs' ? undefined : send(reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    paid: () => [...state.orders.values()].filter(({ state: each }) => each !== 'cancelled'),
    setMood(next) {
      mood = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Adds an order, or returns the one with its key. */
export function addOrder(
  { orders, holds }: StubState,
  order: Omit<StubOrder, 'ref' | 'state' | 'at'>,
): StubOrder {
  const known = orders.get(order.key)
  if (known !== undefined) return known
  const added = {
    ...order,
    ref: `R${orders.size + 1}`,
    state: holds ? ('waiting' as const) : ('paid' as const),
    at: new Date(),
  }
  orders.set(order.key, added)
  return added
}

/** Returns the price that a stub states. */
export function statePrice(price: number, lie: Lie | undefined): unknown {
  if (lie === 'a negative price') return -price
  if (lie === 'a price that is a text') return `${price} or so`
  return lie === 'a price without end' ? 1e300 : price
}

/** Returns a page of a list of orders, the newest first, and how many there are on all pages. */
export function listPage(
  { orders, lie }: StubState,
  { since, start, limit }: { since: string | null; start: number; limit: number },
): { page: StubOrder[]; total: number } {
  const from = since === null ? 0 : Date.parse(since)
  const found = [...orders.values()].filter(({ at }) => at.getTime() >= from)
  const newestFirst = found.sort((one, other) => other.at.getTime() - one.at.getTime())
  const first = lie === 'the same page again' ? 0 : start
  const total = newestFirst.length
  const listed = lie === 'a missing order' ? newestFirst.slice(0, -1) : newestFirst
  return { page: listed.slice(first, first + limit), total }
}
