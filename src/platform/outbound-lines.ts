import { Client } from 'undici'
import type { Connected } from './outbound-connect.ts'

/** One connection, for one request at a time. */
export interface Line {
  readonly client: Client
  readonly address: string
  /** The request is over and the connection still good: the next may have it. */
  release(): void
  /** The connection is of no use to anybody any more. */
  drop(): void
}

interface Limits {
  idle: number
  life: number
  waiting: number
}

/**
 * Connections that wait for their next request, by where they lead. Each belongs to a client of its
 * own that was given the connection when it was ready and can make no other, so no request ever goes
 * to an address that was not judged.
 */
export function createLines({ idle, life, waiting }: Limits) {
  const byKey = new Map<string, Line[]>()
  const free = new Map<Line, string>() // in the order in which they became free
  const open = new Set<Line>()

  function take(key: string): Line | undefined {
    const line = byKey.get(key)?.pop()
    if (line !== undefined) forget(key, line)
    return line
  }

  function forget(key: string, line: Line) {
    free.delete(line)
    const others = byKey.get(key)
    const place = others?.indexOf(line) ?? -1
    if (place >= 0) others?.splice(place, 1)
    if (others?.length === 0) byKey.delete(key)
  }

  function keep(key: string, line: Line) {
    const others = byKey.get(key)
    if (others === undefined) byKey.set(key, [line])
    else others.push(line)
    free.set(line, key)
    if (free.size > waiting) free.keys().next().value?.drop()
  }

  function add(key: string, origin: string, { socket, address }: Connected): Line {
    const born = performance.now()
    let isGiven = false
    const client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0, // we have our own, which nothing stretches
      bodyTimeout: 0,
      keepAliveTimeout: idle,
      keepAliveMaxTimeout: idle,
      connect: (_options, answer) => {
        if (isGiven) return answer(new Error('a line has one connection'), null)
        isGiven = true
        queueMicrotask(() => answer(null, socket)) // at once would be too soon for the client
      },
    })
    const line: Line = {
      client,
      address,
      release() {
        if (!open.has(line)) return
        if (performance.now() - born > life) line.drop()
        else keep(key, line)
      },
      drop() {
        if (!open.delete(line)) return
        forget(key, line)
        socket.destroy()
        client.destroy(() => {})
      },
    }
    open.add(line)
    client.on('disconnect', line.drop)
    return line
  }

  function close() {
    for (const line of open) line.drop()
  }

  return { take, add, close, count: () => open.size }
}
