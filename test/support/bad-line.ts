import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** What becomes of one request on its way to the service and back. */
export type Mishap =
  | 'pass'
  /** The connection breaks before the service has seen it. */
  | 'drop before'
  /** The service has done it, and the connection breaks. */
  | 'drop after'
  /** The service has done it, and half of its answer arrives. */
  | 'cut'
  /** The service has done it, and nothing ever comes back. */
  | 'hang after'
  | { status: number; headers?: Record<string, string>; body?: string }

interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  at: number
}

/** A line to a service on which things go wrong, in the order in which they are planned; then it is good. */
export interface BadLine {
  url: string
  seen: Seen[]
  plan(...mishaps: Mishap[]): void
}

export async function openBadLine(target = 'http://127.0.0.1:1'): Promise<BadLine> {
  const seen: Seen[] = []
  let plans: Mishap[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url: path = '', headers } = incoming
    seen.push({ method, path, headers, body: body.toString(), at: performance.now() })
    const mishap = plans.shift() ?? 'pass'
    if (mishap === 'drop before') incoming.socket.resetAndDestroy()
    else if (typeof mishap === 'object')
      response.writeHead(mishap.status, mishap.headers).end(mishap.body)
    else end(mishap, response, await pass(new URL(path, target), incoming, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    seen,
    plan(...mishaps) {
      plans = mishaps
      seen.length = 0
    },
  }
}

interface Passed {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

function pass(url: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<Passed> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: Buffer.concat(chunks),
      })
    })
    outgoing.on('error', reject).end(body)
  })
}

function end(mishap: Mishap, response: ServerResponse, { status, headers, body }: Passed): void {
  if (mishap === 'hang after') return
  if (mishap === 'drop after') {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(status, { ...headers, 'content-length': body.length })
  if (mishap === 'pass') response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}
