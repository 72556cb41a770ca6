import { TIMED_OUT, withDeadline } from '#platform/lib/deadline'
import type { CloudEvent } from './cloud-event.ts'
import { type EventPublisher, PublishFailure } from './destination.ts'

/** An open connection to a broker. */
export interface BrokerConnection {
  publish(event: CloudEvent, timeoutMs: number): Promise<void>
  /** Resolves when the connection has ended, for any reason. Never rejects. */
  closed: Promise<unknown>
}

interface OpenConnection {
  connection: BrokerConnection
  /** Aborts when the connection has ended. */
  ended: AbortSignal
}

/** The longest time to connect. The rest of the time of an attempt is for the confirmation. */
const connectTimeoutMs = 10_000

/** Connects within the time. The signal ends the connection, and what it has begun. */
type Connect = (timeoutMs: number, signal: AbortSignal) => Promise<BrokerConnection>

/**
 * Creates a publisher that connects with its first event. The next event after the end of the connection connects again:
 * the retries of a delivery are the only ones. No library is trusted to end what it has begun.
 */
export function createBrokerPublisher(connect: Connect): EventPublisher {
  let current: Promise<OpenConnection> | undefined
  const end = new AbortController()

  async function open(timeoutMs: number): Promise<OpenConnection> {
    const connection = await connectWithin(connect, timeoutMs, end.signal)
    const ended = new AbortController()
    const stop = () => ended.abort()
    connection.closed.then(stop, stop)
    return { connection, ended: ended.signal }
  }

  function getConnection(timeoutMs: number): Promise<OpenConnection> {
    if (current !== undefined) return current
    const opening = open(Math.min(timeoutMs, connectTimeoutMs))
    current = opening
    const forget = () => {
      if (current === opening) current = undefined
    }
    opening.then(({ ended }) => ended.addEventListener('abort', forget, { once: true }), forget)
    return opening
  }

  return {
    async publish(event, timeoutMs) {
      const startedAt = performance.now()
      const { connection, ended } = await getConnection(timeoutMs)
      const leftMs = Math.round(timeoutMs - (performance.now() - startedAt))
      if (leftMs <= 0) throw new PublishFailure('connect_timeout')
      await untilAborted(ended, connection.publish(event, leftMs))
    },
    close: () => end.abort(),
  }
}

/** Uses a connection once, for a test. */
export async function withBrokerConnection<Connection, Result>(
  connect: (timeoutMs: number, signal: AbortSignal) => Promise<Connection>,
  use: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController()
  const used = connectWithin(connect, connectTimeoutMs, end.signal).then(use)
  try {
    const result = await withDeadline(performance.now() + 2 * connectTimeoutMs, used)
    if (result === TIMED_OUT) throw new PublishFailure('response_timeout')
    return result
  } finally {
    end.abort()
  }
}

async function connectWithin<Connection>(
  connect: (timeoutMs: number, signal: AbortSignal) => Promise<Connection>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Connection> {
  if (signal.aborted) throw new PublishFailure('reset')
  const failed = new AbortController()
  try {
    const connecting = connect(timeoutMs, AbortSignal.any([signal, failed.signal]))
    const deadline = performance.now() + timeoutMs
    const connection = await untilAborted(signal, withDeadline(deadline, connecting))
    if (connection === TIMED_OUT) throw new PublishFailure('connect_timeout')
    return connection
  } catch (error) {
    failed.abort()
    throw error
  }
}

/** Rejects when the signal aborts first. Leaves nothing behind at the signal, because a connection can stay open for months. */
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new PublishFailure('reset'))
    if (signal.aborted) fail()
    signal.addEventListener('abort', fail, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', fail))
  })
}
