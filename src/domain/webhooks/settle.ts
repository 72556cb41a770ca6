import type { Phase } from '#platform/outbound'
import { type Database, everyone, inTransaction, type Work } from '#platform/postgres'
import { steady } from './claim.ts'
import { queued } from './tables.ts'

/** What becomes of a claimed delivery. */
export interface Result {
  account_id: string
  id: string
  /** Where its row lay when it was claimed. */
  place: string
  token: string
  number: number
  verdict: 'delivered' | 'again' | 'abandoned'
  /** Milliseconds until the next attempt, for `again`. */
  delay_ms: number
  /** For the log; null when no request was made and no attempt was spent. */
  attempt: Attempt | null
}

interface Attempt {
  started_at: Date
  duration_ms: number
  phase: Phase
  status: number | null
  error: string | null
  address: string | null
  worker: string
}

const told = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::int[],
        $8::text[], $9::int[], $10::text[], $11::text[], $12::text[])
      as r (place, id, token, verdict, delay_ms, started_ms, duration_ms, phase, status, error, address, worker)
  )`

/** The same row, and still under the lease. A row that moved was swept, or its table rewritten: the lease is lost. */
const held = 'q.ctid = r.place and q.id = r.id and q.lease_token = r.token'

const shown = `q.account_id, q.attempt as number, r.*`

/**
 * All results of a batch in one statement: deliveries that end leave the queue, those that fail wait,
 * and every attempt is logged. Only who still holds the lease is heard. A leased row stays where it is,
 * so its place is the quickest way back to it.
 */
const settling = (closing: string) => `${told}, ended as (
    delete from webhooks.delivery_queue q using result r
     where r.verdict <> 'again' and ${held} returning ${shown}
  ), postponed as (
    update webhooks.delivery_queue q
       set state = ${queued.waiting}, next_at = now() + r.delay_ms * interval '1 millisecond',
           lease_token = null, lease_until = null
      from result r
     where r.verdict = 'again' and ${held} returning ${shown}
  ), heard as (
    select * from ended union all select * from postponed
  ), logged as (
    insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome,
      phase, status, error, address, worker)
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms,
           case verdict when 'delivered' then 'ok' else 'failed' end, phase, status, error, address, worker
      from heard where started_ms is not null
  )${closing}
  select id, number from heard`

const statements = {
  usual: settling(''),
  /** A delivery says so when it is given up; the rest of the time its partitions are left alone. */
  withAbandoned: settling(`, closed as (
    update webhooks.delivery d set abandoned_at = now() from ended e
     where e.verdict = 'abandoned' and d.account_id = e.account_id and d.id = e.id
  )`),
  /** What comes after its lease was lost changes nothing but the log, where it fills in what was unknown. */
  late: `${told}
    update webhooks.attempt a
       set started_at = to_timestamp(r.started_ms / 1000), duration_ms = r.duration_ms, outcome = 'late',
           phase = r.phase, status = r.status, error = r.error, address = r.address, worker = r.worker
      from result r
     where a.account_id = $13 and a.delivery_id = r.id and a.number = $14
       and a.outcome = 'unknown' and r.started_ms is not null`,
}

/** Answers those results whose lease still held. */
export async function settle(work: Work, results: readonly Result[]): Promise<Result[]> {
  steady(work)
  const isUsual = results.every(({ verdict }) => verdict !== 'abandoned')
  const text = isUsual ? statements.usual : statements.withAbandoned
  const rows = await work.query<{ id: string; number: number }>(text, valuesOf(results))
  // A lost attempt and the one that replaced it can end together: an id alone does not tell them apart.
  const keys = new Set(rows.map(keyOf))
  const late = results.filter((result) => !keys.has(keyOf(result)))
  for (const each of late)
    work.post(statements.late, [...valuesOf([each]), each.account_id, each.number])
  return results.filter((result) => keys.has(keyOf(result)))
}

const keyOf = ({ id, number }: { id: string; number: number }) => `${id} ${number}`

function valuesOf(results: readonly Result[]): unknown[] {
  const column = <T>(of: (result: Result) => T) => results.map(of)
  const logged = <T>(of: (attempt: Attempt) => T) =>
    results.map(({ attempt }) => (attempt === null ? null : of(attempt)))
  return [
    column((r) => r.place),
    column((r) => r.id),
    column((r) => r.token),
    column((r) => r.verdict),
    column((r) => r.delay_ms),
    logged((a) => a.started_at.getTime()),
    logged((a) => a.duration_ms),
    logged((a) => a.phase),
    logged((a) => a.status),
    logged((a) => a.error),
    logged((a) => a.address),
    logged((a) => a.worker),
  ]
}

export interface SettlerOptions {
  db: Database
  /** Milliseconds to wait for company. */
  every: number
  /** Results in one statement at most. */
  most: number
  onError: (error: unknown) => void
  onSettled: (count: number, stale: number) => void
}

export interface Settler {
  add(result: Result): void
  /** Results that the database does not have yet. */
  unsettled(): number
  /** Whether the last try to write failed. */
  isStuck(): boolean
  /** Returns once the database has all of them, or at the moment (of Date.now) when patience ends. */
  flush(until: number): Promise<void>
}

const longestPause = 2_000

/** Collects results and writes them in batches. While the database is away it keeps them and tries again. */
export function createSettler({ db, every, most, onError, onSettled }: SettlerOptions): Settler {
  let buffer: Result[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let inHand = 0
  let failures = 0

  function plan(pause: number) {
    if (timer !== undefined || writing !== undefined) return
    timer = setTimeout(write, pause)
  }

  function write() {
    timer = undefined
    const batch = buffer.slice(0, most).sort(byId)
    buffer = buffer.slice(most)
    inHand = batch.length
    writing = inTransaction(db, everyone, (work) => settle(work, batch))
      .then((heard) => {
        failures = 0
        onSettled(heard.length, batch.length - heard.length)
      })
      .catch((error) => {
        failures += 1
        buffer = [...batch, ...buffer]
        onError(error)
      })
      .finally(() => {
        writing = undefined
        inHand = 0
        if (buffer.length === 0) return
        const isFull = buffer.length >= most
        plan(failures > 0 ? Math.min(longestPause, 50 * 2 ** failures) : isFull ? 0 : every)
      })
  }

  return {
    add(result) {
      buffer.push(result)
      if (buffer.length >= most && writing === undefined && failures === 0) {
        clearTimeout(timer)
        write()
      } else plan(every)
    },
    unsettled: () => buffer.length + inHand,
    isStuck: () => failures > 0,
    async flush(until) {
      while (buffer.length + inHand > 0 && Date.now() < until) {
        if (writing === undefined && failures === 0) {
          clearTimeout(timer)
          write()
        }
        await (writing ?? new Promise((resolve) => setTimeout(resolve, 50)))
      }
    },
  }
}

/** Rows are locked in one order everywhere, so that nobody waits in a circle. */
const byId = (one: Result, other: Result) => (one.id < other.id ? -1 : 1)
