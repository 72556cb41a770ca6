/**
 * The receiver of the chaos runs, in a process that no scenario kills. It verifies each delivery by the
 * published rules, without any code of the project. It stores all deliveries and reports them.
 *
 * POST /hook         a delivery; with `?moved`, a delivery to the new address
 * PUT  /secret       a signing secret, as the body; earlier secrets stay valid
 * PUT  /mode         `well`, `fails` (500 at once) or `hangs` (no response until the mode changes)
 * PUT  /kill-order   kills the sender at a later request; see `KillOrder`
 * GET  /last-kill    the event of the last kill
 * GET  /counts       the counters; cheap
 * GET  /received     every accepted event: its id, its type and its gift request
 *
 * Prints its origin when it listens.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

interface Delivery {
  event: string
  type: string
  gift: string
  hash: string
  at: number
  status: number
}

/** Kills a process when a request reaches a phase: headers received, body read, or response sent. */
interface KillOrder {
  pid: number
  when: 'received' | 'read' | 'responded'
  /** The number of requests to skip before the kill. */
  after?: number
  /** The id of an event. Kills only at a request of this event. */
  event?: string
}

const deliveries: Delivery[] = []
const requests = new Map<string, number>() // the number of requests by event, including rejected requests
const accepted = new Map<string, Delivery>() // the first delivery of each event
const counts = {
  requests: 0,
  accepted: 0,
  events: 0,
  duplicates: 0,
  forged: 0,
  altered: 0,
  maxPerEvent: 0,
  moved: 0,
  outdated: 0,
}
let killOrder: KillOrder | undefined
let lastKillEvent = ''
const secrets: string[] = []
let mode = 'well'
let modeChange = Promise.withResolvers<void>()

const maxDelayMs = 8 // the maximum delay of a response in milliseconds, so that requests are always in flight

const server = createServer((request, response) => {
  handle(request, response).catch(() => request.socket.destroy())
})

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url?.startsWith('/hook') && killIfDue('received', request)) return
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  switch (`${request.method} ${request.url}`) {
    case 'POST /hook?moved':
      counts.moved += 1
      return receive(request, response, body)
    case 'POST /hook':
      return receive(request, response, body)
    case 'PUT /secret':
      secrets.unshift(body.toString())
      break
    case 'PUT /mode':
      mode = body.toString()
      modeChange.resolve()
      modeChange = Promise.withResolvers()
      break
    case 'PUT /kill-order':
      killOrder = (JSON.parse(body.toString()) as KillOrder | null) ?? undefined
      break
    case 'GET /last-kill':
      response.write(JSON.stringify(lastKillEvent))
      break
    case 'GET /counts':
      response.write(JSON.stringify(counts))
      break
    case 'GET /received':
      response.write(JSON.stringify([...accepted.values()]))
      break
    default:
      response.statusCode = 404
  }
  response.end()
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const event = String(request.headers['service-webhook-event-id'])
  counts.requests += 1
  requests.set(event, (requests.get(event) ?? 0) + 1)
  counts.maxPerEvent = Math.max(counts.maxPerEvent, requests.get(event) ?? 0)
  if (mode !== 'fails') await sleep(Math.random() * maxDelayMs)
  if (mode === 'hangs') await modeChange.promise
  const status = mode === 'fails' ? 500 : isGenuine(request, body) ? 200 : 403
  recordDelivery({
    event,
    type: String(request.headers['service-webhook-event-type']),
    gift: status === 403 ? '' : String((JSON.parse(body.toString()) as { id: string }).id),
    hash: createHash('sha256').update(body).digest('base64'),
    at: Date.now(),
    status,
  })
  if (killIfDue('read', request)) return
  response.writeHead(status).end(() => killIfDue('responded', request))
}

/** Kills the sender if the request matches the kill order. Returns true if the sender was killed. */
function killIfDue(when: KillOrder['when'], { headers }: IncomingMessage): boolean {
  const event = String(headers['service-webhook-event-id'])
  if (killOrder?.when !== when || (killOrder.event ?? event) !== event) return false
  killOrder.after = (killOrder.after ?? 0) - 1
  if (killOrder.after >= 0) return false
  process.kill(killOrder.pid, 'SIGKILL')
  lastKillEvent = event
  killOrder = undefined
  return true
}

/** Records a delivery, even if its sender was killed before the response. */
function recordDelivery(delivery: Delivery): void {
  deliveries.push(delivery)
  if (delivery.status === 403) counts.forged += 1
  if (delivery.status !== 200) return
  counts.accepted += 1
  const first = accepted.get(delivery.event)
  if (first === undefined) {
    accepted.set(delivery.event, delivery)
    counts.events += 1
    return
  }
  counts.duplicates += 1
  if (first.hash !== delivery.hash) counts.altered += 1
}

/** Verifies a delivery by the steps 1 to 5 of the interface, §6.5. */
function isGenuine({ headers }: IncomingMessage, body: Buffer): boolean {
  const timestamp = String(headers['service-webhook-dispatch-timestamp'])
  const actual = Buffer.from(String(headers['service-webhook-signature']), 'hex')
  const secretIndex = secrets.findIndex((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  if (secretIndex > 0) counts.outdated += 1
  if (secretIndex < 0) return false
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
}

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
