import { createServer, connect as dial, type Socket } from 'node:net'
import { createMessageParser, type PgStatement } from './pg-messages.ts'

/** What becomes of a connection at one of its statements. */
export type ProxyAction =
  | 'pass'
  /** Neither this statement nor anything after it reaches the server. */
  | 'withhold'
  /** The server gets it, and what it answers reaches nobody. */
  | 'mute'

/**
 * The wire between the service and its database: it can lose what travels on it, be cut, and be listened
 * to. The service is told its address as that of the database.
 */
export interface PgProxy {
  port: number
  /** Sees each statement that the service runs, before the server does. */
  listen(decide: ((statement: PgStatement) => ProxyAction) | undefined): void
  /** What travels on the connections that are open now gets lost, and neither side is told. */
  blackhole(): void
  /** The same, and new connections are not answered either. */
  blackholeAll(): void
  /** Heals for new connections; those that were swallowed stay so. */
  restore(): void
  close(): void
}

interface ProxiedConnection {
  client: Socket
  upstream: Socket
  state: 'open' | 'withheld' | 'muted' | 'lost'
}

export async function startPgProxy(target: number): Promise<PgProxy> {
  const connections = new Set<ProxiedConnection>()
  let decide: ((statement: PgStatement) => ProxyAction) | undefined
  let dropsAll = false

  const server = createServer((client) => {
    const upstream = dial({ host: '127.0.0.1', port: target })
    const connection: ProxiedConnection = { client, upstream, state: dropsAll ? 'lost' : 'open' }
    connections.add(connection)
    const parser = createMessageParser()
    for (const socket of [client, upstream]) socket.setNoDelay(true)
    const isForwarding = () => connection.state === 'open' || connection.state === 'muted'
    client.on('data', (chunk) => {
      if (!isForwarding()) return
      for (const { bytes, statement } of parser.parse(chunk)) {
        const action = statement === undefined ? 'pass' : (decide?.(statement) ?? 'pass')
        if (action === 'withhold') connection.state = 'withheld'
        if (action === 'mute') connection.state = 'muted'
        if (!isForwarding()) return
        upstream.write(bytes)
      }
    })
    upstream.on('data', (chunk) => {
      if (connection.state === 'open') client.write(chunk)
    })
    linkClose(connection, connections)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const blackhole = () => {
    for (const connection of connections) connection.state = 'lost'
  }
  return {
    port: address.port,
    listen(next) {
      decide = next
    },
    blackhole,
    blackholeAll() {
      dropsAll = true
      blackhole()
    },
    restore() {
      dropsAll = false
    },
    close() {
      server.close()
      for (const { client, upstream } of connections) {
        client.destroy()
        upstream.destroy()
      }
    },
  }
}

/**
 * The end of one side is that of the other, unless the line is lost: then the server goes on believing in
 * its client, as it does when a cable is pulled. A client whose process was killed is gone for the server too.
 */
function linkClose(connection: ProxiedConnection, connections: Set<ProxiedConnection>): void {
  const { client, upstream } = connection
  const closed = { client: false, upstream: false }
  const removeIfClosed = () => {
    if (closed.client && closed.upstream) connections.delete(connection)
  }
  client.on('error', () => {})
  upstream.on('error', () => {})
  client.on('close', () => {
    closed.client = true
    if (connection.state !== 'lost') upstream.destroy()
    removeIfClosed()
  })
  upstream.on('close', () => {
    closed.upstream = true
    if (connection.state !== 'lost') client.destroy()
    removeIfClosed()
  })
}
