import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { WakeTopic } from '../deployment.ts'

/*
 * Notifies loops of new work: loops of this process immediately, and loops of other processes by NOTIFY
 * on a separate connection. A NOTIFY inside each transaction that creates work would halve the throughput
 * of these transactions, because each NOTIFY takes a server-wide lock at commit. One NOTIFY therefore
 * covers many changes, at most once every 30 ms. Nothing depends on a notification, because each loop
 * also polls, and a check once a second ends the rests of loops with due work.
 */

export interface Notifier {
  /** Notifies all listeners of a topic. Called after a commit. */
  notify(topic: WakeTopic): void
  /** Registers a listener for notifications from this process and from others. */
  on(topic: WakeTopic, listener: () => void): void
  stop(): Promise<void>
}

export interface NotifierOptions {
  /**
   * The URL of a direct connection, because LISTEN does not work through a pooler in transaction mode.
   * Undefined if there is none: notifications then reach only this process.
   */
  url: string | undefined
  onError?: (error: Error) => void
  /** The minimum time between two NOTIFY statements in milliseconds. */
  intervalMs?: number
  /** The milliseconds without a response after which the notifier reconnects. */
  responseTimeoutMs?: number
  /**
   * The milliseconds between two health checks. A connection that only listens would
   * not notice that its peer is lost.
   */
  healthCheckIntervalMs?: number
}

const channel = 'bestow_wake'
const reconnectDelaysMs = { min: 100, max: 5_000 } as const

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the nested functions share the state of one connection, its timers and its pending topics
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

  /** Flushes immediately if the interval since the last flush is over, and otherwise at its end. */
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

  /**
   * Sends a query. A TCP connection can die silently, so the notifier reconnects if a query gets no response.
   */
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
    for (const topic of listeners.keys()) runListeners(topic) // notifications may have been missed while disconnected
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
