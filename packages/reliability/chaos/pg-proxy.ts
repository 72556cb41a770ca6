import { createServer, connect as dial, type Socket } from 'node:net'
import { createMessageParser, type PgStatement } from './pg-messages.ts'

/** The action of the proxy for one statement and its connection. */
export type ProxyAction =
  | 'pass'
  /** The proxy drops the statement and all later data. */
  | 'withhold'
  /** The proxy forwards the statement and drops all responses. */
  | 'mute'

/**
 * A proxy between the service and its database. It can drop data, refuse connections, and observe statements.
 * The service uses the address of the proxy as the address of its database.
 */
export interface PgProxy {
  port: number
  /** Calls `decide` for each statement before it is forwarded. */
  listen(decide: ((statement: PgStatement) => ProxyAction) | undefined): void
  /** Drops all data on the open connections without notifying either side. */
  blackhole(): void
  /** Drops all data on open and on new connections without notifying either side. */
  blackholeAll(): void
  /** Forwards data on new connections again. Connections that were dropped stay dropped. */
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
 * Closes one side of a connection when the other side closes. A blackholed connection is an exception: the
 * server still considers its client connected, as with an unplugged cable. If the client process was killed,
 * the server side closes too.
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
