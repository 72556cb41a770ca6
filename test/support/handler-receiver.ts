import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const receiverSecret = 'svc-whsec-of-the-receiver-0123456789abcdef'
export const nextReceiverSecret = 'svc-whsec-next-of-the-receiver-0123456789ab'

export interface ReceivedDelivery {
  headers: IncomingHttpHeaders
  body: Buffer
  timestamp: string
  signature: string
}

/** Returns the status with which a receiver responds to a delivery. */
export type Respond = (delivery: ReceivedDelivery) => number | Promise<number>

/** Starts a receiver on a free port of this machine. */
export async function startHandler(
  respond: Respond,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    const { headers } = request
    const status = await respond({
      headers,
      body,
      timestamp: String(headers['service-webhook-dispatch-timestamp'] ?? ''),
      signature: String(headers['service-webhook-signature'] ?? ''),
    })
    response.writeHead(status, status === 301 ? { location: '/webhooks/' } : {}).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const sign = (timestamp: string, body: string | Buffer, secret = receiverSecret): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const ageOf = (timestamp: string) => Date.now() / 1000 - Number(timestamp)

/** Returns whether a comparison accepts a signature of the delivery, by any secret and in either header. */
export const matches = (
  { headers, timestamp, body, signature }: ReceivedDelivery,
  compare: (given: string, expected: string) => boolean = isEqual,
): boolean =>
  [receiverSecret, nextReceiverSecret].some((secret) =>
    [signature, String(headers['service-webhook-signature-previous'] ?? '')].some((given) =>
      compare(given, sign(timestamp, body, secret)),
    ),
  )

/**
 * Returns whether a delivery is genuine. This is the correct verification: the
 * signature first, and then the age.
 */
export const isGenuine = (delivery: ReceivedDelivery): boolean =>
  matches(delivery) && isRecent(delivery)

export const isRecent = ({ timestamp }: ReceivedDelivery): boolean =>
  Math.abs(ageOf(timestamp)) <= 300

export const correctReceiver = (): Respond => (delivery) => (isGenuine(delivery) ? 200 : 403)

export const parse = ({ body }: ReceivedDelivery) =>
  JSON.parse(body.toString()) as Record<string, unknown>
