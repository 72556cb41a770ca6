import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A request as it came in, with its header names as they were written. */
export interface Got {
  path: string
  /** By name in lower case. */
  headers: Record<string, string>
  /** Name and value, in the order and spelling of the wire. */
  rawHeaders: [name: string, value: string][]
  body: Buffer
  /** Milliseconds on the clock of Date.now. */
  at: number
  /** 1 for the first request of this receiver. */
  number: number
}

/** What a receiver does with a request that it has read. */
export type Respond = (got: Got, response: ServerResponse, socket: Socket) => void | Promise<void>

export interface Receiver {
  url: string
  port: number
  got: Got[]
  /** Connections that are open now. */
  connections(): number
  /** Waits until this many requests came in, and answers all of them. */
  received(count: number, patience?: number): Promise<Got[]>
  /** From now on. */
  respond(how: Respond): void
  close(): Promise<void>
}

export interface ReceiverOptions {
  respond?: Respond
  port?: number
  tls?: { key: string; cert: string }
}

/** The ways of receivers, good and bad. */
export const answers = {
  status:
    (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
    (_got, response) => {
      response.writeHead(status, headers).end(body)
    },
  /** The statuses in turn; the last one for ever. */
  statuses:
    (...statuses: number[]): Respond =>
    ({ number }, response) => {
      response.writeHead(statuses[Math.min(number, statuses.length) - 1] ?? 200).end()
    },
  redirect: (to: string, status = 301): Respond => answers.status(status, { Location: to }),
  hang: (): Respond => () => {},
  reset: (): Respond => (_got, _response, socket) => {
    socket.resetAndDestroy()
  },
  halfClose: (): Respond => (_got, _response, socket) => {
    socket.end()
  },
  garbage: (): Respond => (_got, _response, socket) => {
    socket.end('SSH-2.0-OpenSSH_9.2\r\n')
  },
  hugeHeaders: (): Respond => (_got, _response, socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(200_000)}\r\n\r\n`)
  },
  dripHeaders: (every = 20): Respond =>
    drip('HTTP/1.1 200 OK\r\n', (n) => `X-Drip-${n}: x\r\n`, every),
  dripBody: (every = 20): Respond =>
    drip('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n', () => 'x', every),
  endlessBody: (): Respond =>
    drip('HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n', () => 'x'.repeat(10_000), 1),
  flood103: (every = 1): Respond =>
    drip('', () => 'HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n', every),
} as const

const drip =
  (first: string, next: (n: number) => string, every: number): Respond =>
  async (_got, _response, socket) => {
    socket.write(first)
    for (let n = 0; !socket.destroyed && socket.writable; n++) {
      socket.write(next(n))
      await sleep(every)
    }
  }

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  let respond = options.respond ?? answers.status(200)
  const got: Got[] = []
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = gotOf(request, Buffer.concat(chunks), got.length + 1)
    got.push(one)
    for (const look of waiting) look()
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
    got,
    connections: () => sockets.size,
    received: (count, patience = 10_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${got.length} of ${count} requests came in ${patience} ms`))
        }, patience)
        const look = () => {
          if (got.length < count) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(got)
        }
        waiting.add(look)
        look()
      }),
    respond(how) {
      respond = how
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function gotOf(request: IncomingMessage, body: Buffer, number: number): Got {
  const { rawHeaders } = request
  const pairs = rawHeaders.flatMap((name, place): [string, string][] =>
    place % 2 === 0 ? [[name, rawHeaders[place + 1] ?? '']] : [],
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
 * An address where nobody answers a SYN: a process that listens, accepts nothing, and whose queue of
 * waiting connections is full. After `until` milliseconds the process accepts, and answers with 204.
 */
export async function startSilence(
  until = Number.POSITIVE_INFINITY,
): Promise<{ url: string; port: number; close(): void }> {
  const script = `
    const server = require('node:net').createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 204 No Content\\r\\n\\r\\n'))
    })
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, server.address().port + '\\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${until})
    })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  const fillers: Socket[] = []
  for (let isFull = false; !isFull; ) {
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
