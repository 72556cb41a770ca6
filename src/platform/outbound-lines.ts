import type { Socket } from 'node:net'
import type { Connected } from './outbound-connect.ts'
import type { Address } from './outbound-resolve.ts'
import type { ReuseRecord } from './outbound-reuse.ts'

/** One connection, for one request at a time. */
export interface Line {
  readonly socket: Socket
  readonly address: string
  /** Whether it has carried a request before this one. */
  readonly isReused: boolean
  /** From now on this one hears what arrives, and when the connection is lost. */
  use(user: User): void
  /** The request is over and the connection still good: the next may have it, for as long as the receiver keeps it. */
  release(keeps?: number): void
  /** The connection is of no use to anybody any more. */
  drop(): void
  /** Drops it because bytes arrived that no request had asked for: its receiver's connections are not reused. */
  forbid(): void
}

interface User {
  hear(chunk: Buffer): void
  lose(): void
}

interface Limits {
  idle: number
  life: number
  waiting: number
}

/** A receiver that closes after five seconds must not be sent a request in the last two of them. */
const caution = 2_000

interface Place {
  key: string
  /** Until when the line may be taken, by performance.now. */
  until: number
}

/**
 * Connections that wait for their next request, by where they lead. Each was judged when it was made
 * and is used for nothing else, so no request ever goes to an address that was not judged.
 */
export function createLines({ idle, life, waiting }: Limits, reuse: ReuseRecord) {
  const byKey = new Map<string, Line[]>()
  const free = new Map<Line, Place>() // in the order in which they became free
  const open = new Set<Line>()

  /** A waiting connection to one of these addresses. */
  function take(origin: string, addresses: readonly Address[]): Line | undefined {
    if (!reuse.isAllowed(origin)) return undefined
    for (const { address } of addresses) {
      const line = takeWith(`${origin} ${address}`)
      if (line !== undefined) return line
    }
    return undefined
  }

  function takeWith(key: string): Line | undefined {
    for (;;) {
      const line = byKey.get(key)?.at(-1)
      if (line === undefined) return undefined
      const isFresh = (free.get(line)?.until ?? 0) > performance.now()
      if (isFresh) forget(line)
      else line.drop()
      if (isFresh) return line
    }
  }

  function forget(line: Line) {
    const place = free.get(line)
    if (place === undefined) return
    free.delete(line)
    const others = byKey.get(place.key) ?? []
    if (others.at(-1) === line) others.pop()
    else others.splice(others.indexOf(line), 1)
    if (others.length === 0) byKey.delete(place.key)
  }

  function keep(line: Line, place: Place) {
    const others = byKey.get(place.key)
    if (others === undefined) byKey.set(place.key, [line])
    else others.push(line)
    free.set(line, place)
    if (free.size > waiting) free.keys().next().value?.drop()
  }

  function add(origin: string, { socket, address }: Connected): Line {
    const key = `${origin} ${address}`
    const end = performance.now() + life
    let user: User | undefined
    let isReused = false
    const line: Line = {
      socket,
      address,
      get isReused() {
        return isReused
      },
      use(next) {
        user = next
      },
      release(keeps) {
        user = undefined
        isReused = true
        if (!open.has(line)) return
        if (!reuse.isAllowed(origin)) return line.drop()
        const patience = Math.min(idle, (keeps ?? Number.POSITIVE_INFINITY) - caution)
        const now = performance.now()
        if (patience <= 0 || end <= now) return line.drop()
        const until = Math.min(end, now + patience)
        keep(line, { key, until })
        closing.refresh()
      },
      drop() {
        if (!open.delete(line)) return
        clearTimeout(closing)
        forget(line)
        socket.destroy()
        user?.lose()
      },
      forbid() {
        reuse.forbid(origin)
        line.drop()
      },
    }
    const closing = setTimeout(
      () => {
        if (free.has(line)) line.drop()
      },
      Math.min(idle, life),
    )
    open.add(line)
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => (user === undefined ? line.forbid() : user.hear(chunk)))
    for (const event of ['end', 'close', 'error'] as const) socket.on(event, line.drop)
    return line
  }

  function close() {
    for (const line of open) line.drop()
  }

  return { take, add, close, count: () => open.size }
}
