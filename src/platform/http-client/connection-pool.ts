import type { Socket } from 'node:net'
import type { OpenConnection } from './connect.ts'
import type { ReuseRecord } from './connection-reuse.ts'
import type { Address } from './dns.ts'

/** A connection that carries one request at a time. */
export interface PooledConnection {
  readonly socket: Socket
  readonly address: string
  /** Whether the connection has carried an earlier request. */
  readonly isReused: boolean
  /** The error of the socket, if the socket ended with an error. */
  readonly socketError: Error | undefined
  /** Sets the object that receives incoming data and the loss of the connection. */
  attach(user: ConnectionUser): void
  /** Returns the connection to the pool after a complete response, for as long as the receiver keeps it open. */
  release(keepAliveMs?: number): void
  /** Closes the connection immediately. */
  destroy(): void
  /**
   * Closes the connection because unrequested bytes arrived. Connections to its
   * receiver are not reused afterwards.
   */
  forbidReuse(): void
}

interface ConnectionUser {
  onData(chunk: Buffer): void
  onClose(): void
}

interface PoolLimits {
  maxIdleMs: number
  maxAgeMs: number
  maxIdleConnections: number
}

/**
 * The milliseconds before the receiver's keep-alive timeout at which reuse ends. A receiver that closes after
 * five seconds must not get a request in the last two of these seconds.
 */
const keepAliveMarginMs = 2_000

interface PoolEntry {
  key: string
  /** The latest time at which the connection can be reused, by performance.now. */
  until: number
}

/**
 * Creates a pool of idle connections by destination. The service checks each address when
 * it opens the connection, and uses a connection for no other destination. No request
 * therefore goes to an unchecked address.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the three indexes of one pool, which change together
export function createConnectionPool(
  { maxIdleMs, maxAgeMs, maxIdleConnections }: PoolLimits,
  reuse: ReuseRecord,
) {
  const byKey = new Map<string, PooledConnection[]>()
  const idleConnections = new Map<PooledConnection, PoolEntry>() // in the order in which they became idle
  const openConnections = new Set<PooledConnection>()

  /** Takes an idle connection to one of these addresses from the pool. */
  function take(origin: string, addresses: readonly Address[]): PooledConnection | undefined {
    if (!reuse.isAllowed(origin)) return undefined
    for (const { address } of addresses) {
      const connection = takeByKey(`${origin} ${address}`)
      if (connection !== undefined) return connection
    }
    return undefined
  }

  function takeByKey(key: string): PooledConnection | undefined {
    for (;;) {
      const connection = byKey.get(key)?.at(-1)
      if (connection === undefined) return undefined
      const isUsable = (idleConnections.get(connection)?.until ?? 0) > performance.now()
      if (isUsable) removeIdle(connection)
      else connection.destroy()
      if (isUsable) return connection
    }
  }

  function removeIdle(connection: PooledConnection) {
    const entry = idleConnections.get(connection)
    if (entry === undefined) return
    idleConnections.delete(connection)
    const siblings = byKey.get(entry.key) ?? []
    if (siblings.at(-1) === connection) siblings.pop()
    else siblings.splice(siblings.indexOf(connection), 1)
    if (siblings.length === 0) byKey.delete(entry.key)
  }

  function addIdle(connection: PooledConnection, entry: PoolEntry) {
    const siblings = byKey.get(entry.key)
    if (siblings === undefined) byKey.set(entry.key, [connection])
    else siblings.push(connection)
    idleConnections.set(connection, entry)
    if (idleConnections.size > maxIdleConnections) idleConnections.keys().next().value?.destroy()
  }

  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: the methods share the state of one connection (user, timer and reuse) and the indexes of the pool
  function add(origin: string, { socket, address }: OpenConnection): PooledConnection {
    const key = `${origin} ${address}`
    const expiresAt = performance.now() + maxAgeMs
    let user: ConnectionUser | undefined
    let isReused = false
    let socketError: Error | undefined
    const connection: PooledConnection = {
      socket,
      address,
      get isReused() {
        return isReused
      },
      get socketError() {
        return socketError
      },
      attach(next) {
        user = next
      },
      release(keepAliveMs) {
        user = undefined
        isReused = true
        if (!openConnections.has(connection)) return
        if (!reuse.isAllowed(origin)) return connection.destroy()
        const idleMs = Math.min(
          maxIdleMs,
          (keepAliveMs ?? Number.POSITIVE_INFINITY) - keepAliveMarginMs,
        )
        const now = performance.now()
        if (idleMs <= 0 || expiresAt <= now) return connection.destroy()
        const until = Math.min(expiresAt, now + idleMs)
        addIdle(connection, { key, until })
        idleTimer.refresh()
      },
      destroy() {
        if (!openConnections.delete(connection)) return
        clearTimeout(idleTimer)
        removeIdle(connection)
        socket.destroy()
        user?.onClose()
      },
      forbidReuse() {
        reuse.forbid(origin)
        connection.destroy()
      },
    }
    const idleTimer = setTimeout(
      () => {
        if (idleConnections.has(connection)) connection.destroy()
      },
      Math.min(maxIdleMs, maxAgeMs),
    )
    openConnections.add(connection)
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) =>
      user === undefined ? connection.forbidReuse() : user.onData(chunk),
    )
    socket.on('error', (error) => {
      socketError = error
      connection.destroy()
    })
    for (const event of ['end', 'close'] as const) socket.on(event, connection.destroy)
    return connection
  }

  function close() {
    for (const connection of openConnections) connection.destroy()
  }

  return { take, add, close, count: () => openConnections.size }
}
