import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response of the service behind the proxy. */
interface ServiceResponse {
  status: number
  type: string
  /** The headers of the service whose names begin with `x-`. */
  headers?: Readonly<Record<string, string>>
  body: string
}

/** Handles a response of the service. Without an effect on `response`, the request hangs. */
export type Attack = (response: ServerResponse, from: ServiceResponse) => void

/**
 * A proxy in front of a service. It forwards each request, so the service does what is asked, and lets an attack decide
 * what the caller sees.
 */
export interface HostileProxy {
  /** The URL of the service, with the proxy as its host. */
  url: string
  attack(attack: Attack): void
  /** Returns the number of requests so far. */
  count(): number
  /** Returns the bytes of all responses so far. */
  sentBytes(): number
  close(): Promise<void>
}

export const passOn: Attack = (response, { status, type, headers, body }) =>
  response.writeHead(status, { ...headers, 'content-type': type }).end(body)
export const lose: Attack = (response) => response.destroy()
export const hang: Attack = () => {}
export const respondWith =
  (status: number, body: string, headers: Record<string, string> = {}): Attack =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

/** Sends one response of the service incompletely. */
export const cutOff: Attack = (response, { status, type, body }) => {
  response.writeHead(status, { 'content-type': type, 'content-length': body.length + 10 })
  response.write(body.slice(0, -1), () => response.destroy())
}

/** The size of a response that no carrier may read to its end. */
export const endlessBytes = 60_000_000

/** Sends spaces until the caller closes the connection, or has read more than any limit allows. */
export const sendEndlessly: Attack = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const spaces = ' '.repeat(64 * 1024)
  let sent = 0
  const send = () => {
    while (!response.destroyed && sent < endlessBytes) {
      sent += spaces.length
      if (!response.write(spaces)) return response.once('drain', send)
    }
    return response.destroy()
  }
  send()
}

async function forward(request: IncomingMessage, target: URL): Promise<ServiceResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { host: _, connection: __, ...headers } = request.headers as Record<string, string>
  const response = await fetch(new URL(request.url ?? '/', target.origin), {
    method: request.method ?? 'GET',
    headers: { ...headers, connection: 'close' },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  })
  const type = response.headers.get('content-type') ?? 'text/plain'
  const own = [...response.headers].filter(([name]) => name.startsWith('x-'))
  return {
    status: response.status,
    type,
    headers: Object.fromEntries(own),
    body: await response.text(),
  }
}

export async function startHostileProxy(serviceUrl: string): Promise<HostileProxy> {
  const target = new URL(serviceUrl)
  let attack: Attack = passOn
  let count = 0
  let sentBytes = 0
  const server = createServer((request, response) => {
    count += 1
    const { socket } = response
    response.once('close', () => {
      sentBytes += socket?.bytesWritten ?? 0
    })
    forward(request, target).then(
      (from) => attack(response, from),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: serviceUrl.replace(target.origin, `http://127.0.0.1:${port}`),
    attack(next) {
      attack = next
    },
    count: () => count,
    sentBytes: () => sentBytes,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
