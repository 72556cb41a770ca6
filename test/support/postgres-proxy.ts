import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'

/** A proxy in front of PostgreSQL that breaks one connection at the worst moment. */
export interface PostgresProxy {
  url: string
  /**
   * Waits for a transaction that contains this text of a statement, and breaks its connection
   * after the commit, before the response. Resolves after that. PostgreSQL must not have prepared
   * the statement on that connection.
   */
  breakAfterCommit(statementText: string): Promise<void>
}

export async function startPostgresProxy(target: string): Promise<PostgresProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let planned: { text: string; done: () => void } | undefined

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isArmed = false
    client.on('data', (chunk) => {
      if (planned !== undefined && chunk.includes(planned.text)) isArmed = true
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (isArmed && planned !== undefined && chunk.includes('COMMIT\0')) {
        client.resetAndDestroy()
        planned.done()
        planned = undefined
      } else client.write(chunk)
    })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    breakAfterCommit: (text) =>
      new Promise((done) => {
        planned = { text, done }
      }),
  }
}
