import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** The way in which the proxy treats one request. */
export type Fault =
  | 'pass'
  /** The connection breaks before the service receives the request. */
  | 'drop before'
  /** The service processes the request, and then the connection breaks. */
  | 'drop after'
  /** The service processes the request, and then only half of the response arrives. */
  | 'cut'
  /** The service processes the request, and no response arrives. */
  | 'hang after'
  | { status: number; headers?: Record<string, string>; body?: string }

interface ProxiedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  at: number
}

/**
 * A proxy in front of a service that causes planned faults, one for each request in order. It passes later
 * requests on unchanged.
 */
export interface FlakyProxy {
  url: string
  requests: ProxiedRequest[]
  planFaults(...faults: Fault[]): void
}

export async function startFlakyProxy(target = 'http://127.0.0.1:1'): Promise<FlakyProxy> {
  const requests: ProxiedRequest[] = []
  let faults: Fault[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url: path = '', headers } = incoming
    requests.push({ method, path, headers, body: body.toString(), at: performance.now() })
    const fault = faults.shift() ?? 'pass'
    if (fault === 'drop before') incoming.socket.resetAndDestroy()
    else if (typeof fault === 'object')
      response.writeHead(fault.status, fault.headers).end(fault.body)
    else respond(fault, response, await forward(new URL(path, target), incoming, body))
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
    requests,
    planFaults(...plannedFaults) {
      faults = plannedFaults
      requests.length = 0
    },
  }
}

interface UpstreamResponse {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

function forward(
  url: URL,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<UpstreamResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks),
      })
    })
    outgoing.on('error', reject).end(body)
  })
}

function respond(
  fault: Fault,
  response: ServerResponse,
  { status, headers, body }: UpstreamResponse,
): void {
  if (fault === 'hang after') return
  if (fault === 'drop after') {
    response.socket?.resetAndDestroy()
    return
  }
  response.writeHead(status, { ...headers, 'content-length': body.length })
  if (fault === 'pass') response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy())
}
