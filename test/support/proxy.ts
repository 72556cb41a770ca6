import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy as docs/scaling.md wants it: by path to a role, and there to each process in turn. */
export interface Proxy {
  origin: string
  /** From now on, the processes that answer for these roles. */
  backs: { api: string[]; web: string[] }
  /** Requests so far, by process. */
  sent: Map<string, number>
  close(): void
}

export async function startProxy(): Promise<Proxy> {
  const backs: Proxy['backs'] = { api: [], web: [] }
  const sent = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  let next = 0

  function pass(from: IncomingMessage, to: ServerResponse) {
    const { url = '/', method, headers } = from
    const role = /^\/(api|mcp)([/?]|$)/.test(url) ? 'api' : 'web'
    const base = backs[role][next++ % backs[role].length] ?? ''
    sent.set(base, (sent.get(base) ?? 0) + 1)
    const passed = request(new URL(url, base), { method, headers, agent }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(to)
    })
    passed.on('error', () => to.destroy())
    to.on('close', () => passed.destroy())
    from.pipe(passed)
  }

  const server = createServer(pass)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    backs,
    sent,
    close() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}
