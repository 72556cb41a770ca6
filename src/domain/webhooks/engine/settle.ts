import type { Phase } from '#platform/http-client/http-client'
import type { TxContext } from '#platform/postgres/database'
import { queueStates } from '../events/tables.ts'
import { forceIndexScans } from './claim-deliveries.ts'
import { deleteLeases } from './queue.ts'

/** What becomes of a claimed delivery. */
export interface AttemptResult {
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
  attempt: AttemptLogEntry | null
}

interface AttemptLogEntry {
  started_at: Date
  duration_ms: number
  phase: Phase
  status: number | null
  error: string | null
  address: string | null
  worker: string
}

/** The same row, and still under the lease. A row that moved was swept, or its table rewritten: the lease is lost. */
const leaseMatchesSql = 'q.ctid = r.place and q.id = r.id and q.lease_token = r.token'

const insertAttemptSql = `
    insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome,
      phase, status, error, address, worker)`

/**
 * Results of a batch in one statement, and every attempt is logged. Only who still holds the lease is
 * heard. A leased row stays where it is, so its place is the quickest way back to it.
 *
 * This one is for what was delivered and leaves the queue, which is nearly everything.
 */
const settleDeliveredSql = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::float8[], $5::int[], $6::int[], $7::text[])
      as r (place, id, token, started_ms, duration_ms, status, address)
  ), heard as (
    delete from webhooks.delivery_queue q using result r where ${leaseMatchesSql} returning q.account_id, q.attempt as number, r.*
  ), logged as (${insertAttemptSql}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'ok', 'status', status, null, address, $8
      from heard
  )
  select case when count(*) < $9::int then coalesce(array_agg(id::text || ' ' || number), '{}') end as keys from heard`

const resultsSql = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::int[],
        $8::text[], $9::int[], $10::text[], $11::text[])
      as r (place, id, token, verdict, delay_ms, started_ms, duration_ms, phase, status, error, address)
  )`

const returningSql = `q.account_id, q.attempt as number, r.*`

/** And this one for the rest: what failed waits, and what ends says so, as its delivery is given up. */
const settleOthersSql = `${resultsSql}, ended as (
    delete from webhooks.delivery_queue q using result r
     where r.verdict <> 'again' and ${leaseMatchesSql} returning ${returningSql}
  ), postponed as (
    update webhooks.delivery_queue q
       set state = ${queueStates.waiting}, next_at = now() + r.delay_ms * interval '1 millisecond', lease_token = null
      from result r
     where r.verdict = 'again' and ${leaseMatchesSql} returning ${returningSql}
  ), heard as (
    select * from ended union all select * from postponed
  ), logged as (${insertAttemptSql}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'failed', phase, status, error, address, $12
      from heard where started_ms is not null
  ), closed as (
    update webhooks.delivery d set abandoned_at = now() from ended e
     where e.verdict = 'abandoned' and d.account_id = e.account_id and d.id = e.id
  )
  select coalesce(array_agg(id::text || ' ' || number), '{}') as keys from heard`

/** What comes after its lease was lost changes nothing but the log, where it fills in what was unknown. */
const recordLateResultSql = `${resultsSql}
  update webhooks.attempt a
     set started_at = to_timestamp(r.started_ms / 1000), duration_ms = r.duration_ms, outcome = 'late',
         phase = r.phase, status = r.status, error = r.error, address = r.address, worker = $12
    from result r
   where a.account_id = $13 and a.delivery_id = r.id and a.number = $14
     and a.outcome = 'unknown' and r.started_ms is not null`

/**
 * Writes results, in the order of their ids, and answers those whose lease still held. `ended` are
 * leases of which nothing is left after them.
 */
export async function settle(
  ctx: TxContext,
  results: readonly AttemptResult[],
  endedLeases: readonly string[] = [],
): Promise<AttemptResult[]> {
  forceIndexScans(ctx)
  const delivered = results.filter(({ verdict }) => verdict === 'delivered')
  const others = results.filter(({ verdict }) => verdict !== 'delivered')
  const acceptedLists = await Promise.all([
    ...(delivered.length > 0
      ? [
          settleWith(ctx, settleDeliveredSql, delivered, [
            ...deliveredValues(delivered),
            delivered.length,
          ]),
        ]
      : []),
    ...(others.length > 0 ? [settleWith(ctx, settleOthersSql, others, resultValues(others))] : []),
  ])
  if (endedLeases.length > 0) deleteLeases(ctx, endedLeases)
  const accepted = new Set(acceptedLists.flat())
  for (const each of results)
    if (!accepted.has(each))
      ctx.enqueue(recordLateResultSql, [...resultValues([each]), each.account_id, each.number])
  return [...accepted]
}

/** A statement answers the keys of what it heard, or nothing when it heard them all. */
async function settleWith(
  ctx: TxContext,
  text: string,
  results: readonly AttemptResult[],
  values: readonly unknown[],
): Promise<readonly AttemptResult[]> {
  const [row] = await ctx.query<{ keys: string[] | null }>(text, values)
  if (row === undefined || row.keys === null) return results
  // A lost attempt and the one that replaced it can end together: an id alone does not tell them apart.
  const keys = new Set(row.keys)
  return results.filter(({ id, number }) => keys.has(`${id} ${number}`))
}

/** A list that needs no escaping, as PostgreSQL reads it; the driver's own way costs ten times as much. */
const toArrayLiteral = (values: readonly (string | number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** An address is digits, colons, dots and the name of an interface. */
const quoteAddress = (text: string | null | undefined) => (text ? JSON.stringify(text) : null)

const deliveredValues = (results: readonly AttemptResult[]): unknown[] => [
  toArrayLiteral(results.map(({ place }) => `"${place}"`)),
  toArrayLiteral(results.map(({ id }) => id)),
  toArrayLiteral(results.map(({ token }) => token)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.started_at.getTime())),
  toArrayLiteral(results.map(({ attempt }) => attempt?.duration_ms)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.status)),
  toArrayLiteral(results.map(({ attempt }) => quoteAddress(attempt?.address))),
  results[0]?.attempt?.worker ?? null,
]

function resultValues(results: readonly AttemptResult[]): unknown[] {
  const column = <T>(pick: (result: AttemptResult) => T) => results.map(pick)
  const attemptColumn = <T>(pick: (attempt: AttemptLogEntry) => T) =>
    results.map(({ attempt }) => (attempt === null ? null : pick(attempt)))
  return [
    column((r) => r.place),
    column((r) => r.id),
    column((r) => r.token),
    column((r) => r.verdict),
    column((r) => r.delay_ms),
    attemptColumn((a) => a.started_at.getTime()),
    attemptColumn((a) => a.duration_ms),
    attemptColumn((a) => a.phase),
    attemptColumn((a) => a.status),
    attemptColumn((a) => a.error),
    attemptColumn((a) => a.address),
    results.find(({ attempt }) => attempt !== null)?.attempt?.worker ?? null,
  ]
}
