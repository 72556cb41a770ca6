import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Loop } from './installation.ts'

/*
 * Wakes the loops that wait for work: those of this process at once, those of other processes by a
 * NOTIFY on a connection of its own. Inside the transactions that make the work it would cost them half
 * their speed, as each NOTIFY takes one lock for the whole server at its commit; so there is one for
 * many, at most every 30 ms. Nothing relies on it: each loop also looks by itself, several times a second.
 */

export interface Waker {
  /** Something was committed that this loop wants to see. */
  wake(loop: Loop): void
  /** Runs for every wake, from here and from elsewhere. */
  on(loop: Loop, run: () => void): void
  stop(): Promise<void>
}

export interface WakerOptions {
  /**
   * Past any pooler in transaction mode: nobody hears a notification through one. Undefined where there
   * is no such way; then only this process is woken.
   */
  url: string | undefined
  onError?: (error: Error) => void
  /** Milliseconds between two notifications. */
  every?: number
  /** Milliseconds after which a connection that does not answer is given up for another. */
  silence?: number
  /** Milliseconds between two looks at whether it answers still; a listener says nothing by itself. */
  look?: number
}

const channel = 'bestow_wake'
const pauses = { shortest: 100, longest: 5_000 } as const

export function createWaker({
  url,
  onError = () => {},
  every = 30,
  silence = 5_000,
  look = 30_000,
}: WakerOptions): Waker {
  const self = randomBytes(6).toString('hex')
  const runs = new Map<Loop, (() => void)[]>()
  const untold = new Set<Loop>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let pause: number = pauses.shortest
  let isStopped = false
  let told = 0
  let isAsking = false

  const run = (loop: string) => {
    for (const act of runs.get(loop as Loop) ?? []) act()
  }

  /** At once when the last one is long enough ago, else when it is. */
  function tell() {
    if (timer !== undefined || client === undefined) return
    const wait = Math.max(0, told + every - performance.now())
    if (wait === 0) notify()
    else timer = setTimeout(notify, wait)
  }

  function notify() {
    timer = isAsking ? setTimeout(notify, every) : undefined
    if (isAsking) return
    told = performance.now()
    const payload = `${self} ${[...untold].join(' ')}`
    untold.clear()
    ask('select pg_notify($1, $2)', [channel, payload])
  }

  /** A connection can die without a word to either side. Who is asked and does not answer is lost. */
  function ask(text: string, values: readonly string[] = []) {
    const asked = client
    if (asked === undefined || isAsking) return
    isAsking = true
    const query = { text, values: [...values], query_timeout: silence }
    asked
      .query(query)
      .catch((error) => {
        if (isStopped || client !== asked) return
        onError(error)
        lose(asked)
      })
      .finally(() => {
        isAsking = false
      })
  }
  const looking = setInterval(() => ask('select 1'), look)
  looking.unref()

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...(url === undefined ? {} : { connectionString: url }),
      application_name: 'bestow wake',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    fresh.on('error', onError)
    fresh.once('end', () => lose(fresh))
    fresh.on('notification', ({ payload = '' }) => {
      const [from, ...loops] = payload.split(' ')
      if (from !== self) loops.forEach(run)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      return lose(fresh)
    }
    if (isStopped) return fresh.end()
    client = fresh
    pause = pauses.shortest
    for (const loop of runs.keys()) run(loop) // what was said while nobody listened
  }

  const lost = new WeakSet<pg.Client>()

  function lose(which: pg.Client) {
    if (lost.has(which)) return
    lost.add(which)
    if (client === which) client = undefined
    which.end().catch(() => {})
    if (isStopped) return
    setTimeout(() => {
      if (!isStopped) connecting = connect()
    }, pause).unref()
    pause = Math.min(pauses.longest, pause * 2)
  }

  let connecting = url === undefined ? undefined : connect()

  return {
    wake(loop) {
      run(loop)
      if (url === undefined) return
      untold.add(loop)
      tell()
    },
    on(loop, act) {
      runs.set(loop, [...(runs.get(loop) ?? []), act])
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(looking)
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
