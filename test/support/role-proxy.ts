import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A reverse proxy as docs/scaling.md describes it. It routes by path to a role, and round-robin to the
 * processes of that role.
 */
export interface RoleProxy {
  origin: string
  /** The addresses of the processes of each role. A test assigns new values to change them. */
  upstreams: { api: string[]; web: string[] }
  /** The number of requests so far by process. */
  requestCounts: Map<string, number>
  close(): void
}

export async function startRoleProxy(): Promise<RoleProxy> {
  const upstreams: RoleProxy['upstreams'] = { api: [], web: [] }
  const requestCounts = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  let next = 0

  function forward(from: IncomingMessage, to: ServerResponse) {
    const { url = '/', method, headers } = from
    const role = /^\/(api|mcp)([/?]|$)/.test(url) ? 'api' : 'web'
    const base = upstreams[role][next++ % upstreams[role].length] ?? ''
    requestCounts.set(base, (requestCounts.get(base) ?? 0) + 1)
    const upstreamRequest = request(new URL(url, base), { method, headers, agent }, (response) => {
      to.writeHead(response.statusCode ?? 502, response.rawHeaders)
      response.pipe(to)
    })
    upstreamRequest.on('error', () => to.destroy())
    to.on('close', () => upstreamRequest.destroy())
    from.pipe(upstreamRequest)
  }

  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    upstreams,
    requestCounts,
    close() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
