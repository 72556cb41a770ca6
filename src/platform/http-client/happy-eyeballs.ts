import { connect, type Socket } from 'node:net'
import type { Address } from './dns.ts'

/** The milliseconds until the next address is tried in parallel (RFC 8305 §5). */
const attemptDelayMs = 250

/**
 * The maximum number of addresses to try. A name can have any number of addresses, and each attempt uses a
 * socket until the deadline.
 */
const maxAttempts = 8

export interface OpenedSocket {
  socket: Socket
  /** The address to which the connection was opened. */
  address: string
}

export interface OpenFailure {
  error: 'connect_refused' | 'connect_timeout' | 'connect_failed'
}

/**
 * Opens a TCP connection to the first address that accepts before the deadline. The deadline is a time of
 * performance.now. Starts an attempt for the next address every 250 ms, or as soon as an attempt fails. A
 * slow attempt stays open until the deadline.
 */
export function openFirstReachable(
  addresses: readonly Address[],
  port: number,
  deadline: number,
): Promise<OpenedSocket | OpenFailure> {
  return new Promise((resolve) => {
    const waiting = interleaveFamilies(addresses).slice(0, maxAttempts)
    const pending = new Set<Socket>()
    const codes = new Set<string | undefined>()
    const timer = setTimeout(
      () => settle({ error: 'connect_timeout' }),
      Math.max(0, deadline - performance.now()),
    )
    let delay: NodeJS.Timeout | undefined

    function settle(result: OpenedSocket | OpenFailure) {
      clearTimeout(timer)
      clearTimeout(delay)
      waiting.length = 0
      for (const socket of pending) socket.destroy()
      resolve(result)
    }

    function tryNext() {
      clearTimeout(delay)
      const next = waiting.shift()
      if (next === undefined) return
      const { address, family } = next
      const socket = connect({ host: address, port, family, noDelay: true })
      pending.add(socket)
      socket.once('connect', () => {
        pending.delete(socket)
        settle({ socket, address })
      })
      socket.on('error', ({ code }: NodeJS.ErrnoException) => {
        if (!pending.delete(socket)) return
        codes.add(code)
        if (waiting.length > 0) tryNext()
        else if (pending.size === 0) settle({ error: toErrorCode(codes) })
      })
      if (waiting.length > 0) delay = setTimeout(tryNext, attemptDelayMs)
    }
    tryNext()
  })
}

/** Alternates the address families, starting with the first one (RFC 8305 §4). */
function interleaveFamilies(addresses: readonly Address[]): Address[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family)
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family)
  return Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
    [first[at], second[at]].filter((each) => each !== undefined),
  ).flat()
}

function toErrorCode(codes: ReadonlySet<string | undefined>): OpenFailure['error'] {
  if (codes.has('ECONNREFUSED')) return 'connect_refused'
  return codes.has('ETIMEDOUT') ? 'connect_timeout' : 'connect_failed'
}
