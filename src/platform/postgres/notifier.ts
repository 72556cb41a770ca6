import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { WakeTopic } from '../deployment.ts'

/*
 * Wakes the loops that wait for work: those of this process at once, those of other processes by a
 * NOTIFY on a connection of its own. Inside the transactions that make the work it would cost them half
 * their speed, as each NOTIFY takes one lock for the whole server at its commit; so there is one for
 * many, at most every 30 ms. Nothing relies on it: each loop also looks by itself, several times a second.
 */

export interface Notifier {
  /** Something was committed that this loop wants to see. */
  notify(topic: WakeTopic): void
  /** Runs for every wake, from here and from elsewhere. */
  on(topic: WakeTopic, listener: () => void): void
  stop(): Promise<void>
}

export interface NotifierOptions {
  /**
   * Past any pooler in transaction mode: nobody hears a notification through one. Undefined where there
   * is no such way; then only this process is woken.
   */
  url: string | undefined
  onError?: (error: Error) => void
  /** Milliseconds between two notifications. */
  intervalMs?: number
  /** Milliseconds after which a connection that does not answer is given up for another. */
  responseTimeoutMs?: number
  /** Milliseconds between two looks at whether it answers still; a listener says nothing by itself. */
  healthCheckIntervalMs?: number
}

const channel = 'bestow_wake'
const reconnectDelaysMs = { min: 100, max: 5_000 } as const

export function createNotifier({
  url,
  onError = () => {},
  intervalMs = 30,
  responseTimeoutMs = 5_000,
  healthCheckIntervalMs = 30_000,
}: NotifierOptions): Notifier {
  const senderId = randomBytes(6).toString('hex')
  const listeners = new Map<WakeTopic, (() => void)[]>()
  const pending = new Set<WakeTopic>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let reconnectDelayMs: number = reconnectDelaysMs.min
  let isStopped = false
  let lastFlushAt = 0
  let isQuerying = false

  const runListeners = (topic: string) => {
    for (const listener of listeners.get(topic as WakeTopic) ?? []) listener()
  }

  /** At once when the last one is long enough ago, else when it is. */
  function scheduleFlush() {
    if (timer !== undefined || client === undefined) return
    const wait = Math.max(0, lastFlushAt + intervalMs - performance.now())
    if (wait === 0) flush()
    else timer = setTimeout(flush, wait)
  }

  function flush() {
    timer = isQuerying ? setTimeout(flush, intervalMs) : undefined
    if (isQuerying) return
    lastFlushAt = performance.now()
    const payload = `${senderId} ${[...pending].join(' ')}`
    pending.clear()
    sendQuery('select pg_notify($1, $2)', [channel, payload])
  }

  /** A connection can die without a word to either side. Who is asked and does not answer is lost. */
  function sendQuery(text: string, values: readonly string[] = []) {
    const target = client
    if (target === undefined || isQuerying) return
    isQuerying = true
    const query = { text, values: [...values], query_timeout: responseTimeoutMs }
    target
      .query(query)
      .catch((error) => {
        if (isStopped || client !== target) return
        onError(error)
        reconnect(target)
      })
      .finally(() => {
        isQuerying = false
      })
  }
  const healthCheckTimer = setInterval(() => sendQuery('select 1'), healthCheckIntervalMs)
  healthCheckTimer.unref()

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      ...(url === undefined ? {} : { connectionString: url }),
      application_name: 'bestow wake',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    connection.on('error', onError)
    connection.once('end', () => reconnect(connection))
    connection.on('notification', ({ payload = '' }) => {
      const [from, ...topics] = payload.split(' ')
      if (from !== senderId) topics.forEach(runListeners)
    })
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      return reconnect(connection)
    }
    if (isStopped) return connection.end()
    client = connection
    reconnectDelayMs = reconnectDelaysMs.min
    for (const topic of listeners.keys()) runListeners(topic) // what was said while nobody listened
  }

  const disconnected = new WeakSet<pg.Client>()

  function reconnect(closed: pg.Client) {
    if (disconnected.has(closed)) return
    disconnected.add(closed)
    if (client === closed) client = undefined
    closed.end().catch(() => {})
    if (isStopped) return
    setTimeout(() => {
      if (!isStopped) connecting = connect()
    }, reconnectDelayMs).unref()
    reconnectDelayMs = Math.min(reconnectDelaysMs.max, reconnectDelayMs * 2)
  }

  let connecting = url === undefined ? undefined : connect()

  return {
    notify(topic) {
      runListeners(topic)
      if (url === undefined) return
      pending.add(topic)
      scheduleFlush()
    },
    on(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener])
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(healthCheckTimer)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
