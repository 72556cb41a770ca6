import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A received request, with the names of its headers as they were sent. */
export interface ReceivedRequest {
  path: string
  /** The values of the headers by lower-case name. */
  headers: Record<string, string>
  /** The names and values of the headers, in the order and spelling in which they were sent. */
  rawHeaders: [name: string, value: string][]
  body: Buffer
  /** The time of the request, in milliseconds of Date.now. */
  at: number
  /** The number of the request. The first request of this receiver is 1. */
  number: number
}

/** Responds to a request that the receiver has read. */
export type Respond = (
  request: ReceivedRequest,
  response: ServerResponse,
  socket: Socket,
) => void | Promise<void>

export interface Receiver {
  url: string
  port: number
  requests: ReceivedRequest[]
  /** Returns the number of connections that are open now. */
  connections(): number
  /** Waits until this many requests have arrived. Returns all requests. */
  waitForRequests(count: number, timeoutMs?: number): Promise<ReceivedRequest[]>
  /** Sets the handler for the following requests. */
  respond(handler: Respond): void
  close(): Promise<void>
}

export interface ReceiverOptions {
  respond?: Respond
  port?: number
  tls?: {
    key: string
    cert: string
    ca?: string
    requestCert?: boolean
    rejectUnauthorized?: boolean
  }
}

/** Handlers for correct and wrong behaviour of a receiver. */
export const responders = {
  status:
    (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
    (_request, response) => {
      response.writeHead(status, headers).end(body)
    },
  /** Responds with the given statuses in order. Repeats the last one. */
  statuses:
    (...statuses: number[]): Respond =>
    ({ number }, response) => {
      response.writeHead(statuses[Math.min(number, statuses.length) - 1] ?? 200).end()
    },
  redirect: (to: string, status = 301): Respond => responders.status(status, { Location: to }),
  hang: (): Respond => () => {},
  reset: (): Respond => (_request, _response, socket) => {
    socket.resetAndDestroy()
  },
  halfClose: (): Respond => (_request, _response, socket) => {
    socket.end()
  },
  garbage: (): Respond => (_request, _response, socket) => {
    socket.end('SSH-2.0-OpenSSH_9.2\r\n')
  },
  hugeHeaders: (): Respond => (_request, _response, socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(200_000)}\r\n\r\n`)
  },
  dripHeaders: (intervalMs = 20): Respond =>
    respondSlowly('HTTP/1.1 200 OK\r\n', (n) => `X-Drip-${n}: x\r\n`, intervalMs),
  dripBody: (intervalMs = 20): Respond =>
    respondSlowly('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', () => 'x', intervalMs),
  endlessBody: (): Respond =>
    respondSlowly(
      'HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n',
      () => 'x'.repeat(10_000),
      1,
    ),
  flood103: (intervalMs = 1): Respond =>
    respondSlowly(
      '',
      () => 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n',
      intervalMs,
    ),
} as const

const respondSlowly =
  (first: string, next: (n: number) => string, intervalMs: number): Respond =>
  async (_request, _response, socket) => {
    socket.write(first)
    for (let n = 0; !socket.destroyed && socket.writable; n++) {
      socket.write(next(n))
      await sleep(intervalMs)
    }
  }

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  let respond = options.respond ?? responders.status(200)
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Socket>()
  const waiters = new Set<() => void>()

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = toReceivedRequest(request, Buffer.concat(chunks), requests.length + 1)
    requests.push(one)
    for (const check of waiters) check()
    await respond(one, response, request.socket)
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response).catch(() => request.socket.destroy())
  }
  const server =
    options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener)
  server.on(options.tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    port,
    requests,
    connections: () => sockets.size,
    waitForRequests: (count, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check)
          reject(new Error(`${requests.length} of ${count} requests arrived in ${timeoutMs} ms`))
        }, timeoutMs)
        const check = () => {
          if (requests.length < count) return
          clearTimeout(timer)
          waiters.delete(check)
          resolve(requests)
        }
        waiters.add(check)
        check()
      }),
    respond(handler) {
      respond = handler
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function toReceivedRequest(
  request: IncomingMessage,
  body: Buffer,
  number: number,
): ReceivedRequest {
  const { rawHeaders } = request
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  )
  return {
    path: request.url ?? '',
    headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: pairs,
    body,
    at: Date.now(),
    number,
  }
}

/**
 * Starts a server that does not respond to a SYN: the process listens but accepts nothing, and its backlog is
 * full. After `acceptAfterMs` milliseconds, the process accepts connections and responds with 204.
 */
export async function startUnresponsiveServer(
  acceptAfterMs = Number.POSITIVE_INFINITY,
): Promise<{ url: string; port: number; close(): void }> {
  const script = `
    const server = require('node:net').createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\\r\\n\\r\\n'))
    })
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, server.address().port + '\\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${acceptAfterMs})
    })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  const fillers: Socket[] = []
  for (let isFull = false; !isFull; ) {
    if (fillers.length >= 100) throw new Error('the backlog does not fill up')
    const filler = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    fillers.push(filler)
    isFull = !(await Promise.race([once(filler, 'connect').then(() => true), sleep(300, false)]))
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close() {
      for (const filler of fillers) filler.destroy()
      child.kill('SIGKILL')
    },
  }
}
