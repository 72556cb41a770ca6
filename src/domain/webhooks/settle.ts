import type { Phase } from '#platform/outbound'
import type { TxContext } from '#platform/postgres'
import { steady } from './claim.ts'
import { endLeases } from './queue.ts'
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

/** The same row, and still under the lease. A row that moved was swept, or its table rewritten: the lease is lost. */
const held = 'q.ctid = r.place and q.id = r.id and q.lease_token = r.token'

const logging = `
    insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome,
      phase, status, error, address, worker)`

/**
 * Results of a batch in one statement, and every attempt is logged. Only who still holds the lease is
 * heard. A leased row stays where it is, so its place is the quickest way back to it.
 *
 * This one is for what was delivered and leaves the queue, which is nearly everything.
 */
const delivered = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::float8[], $5::int[], $6::int[], $7::text[])
      as r (place, id, token, started_ms, duration_ms, status, address)
  ), heard as (
    delete from webhooks.delivery_queue q using result r where ${held} returning q.account_id, q.attempt as number, r.*
  ), logged as (${logging}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'ok', 'status', status, null, address, $8
      from heard
  )
  select case when count(*) < $9::int then coalesce(array_agg(id::text || ' ' || number), '{}') end as keys from heard`

const told = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::int[],
        $8::text[], $9::int[], $10::text[], $11::text[])
      as r (place, id, token, verdict, delay_ms, started_ms, duration_ms, phase, status, error, address)
  )`

const shown = `q.account_id, q.attempt as number, r.*`

/** And this one for the rest: what failed waits, and what ends says so, as its delivery is given up. */
const others = `${told}, ended as (
    delete from webhooks.delivery_queue q using result r
     where r.verdict <> 'again' and ${held} returning ${shown}
  ), postponed as (
    update webhooks.delivery_queue q
       set state = ${queued.waiting}, next_at = now() + r.delay_ms * interval '1 millisecond', lease_token = null
      from result r
     where r.verdict = 'again' and ${held} returning ${shown}
  ), heard as (
    select * from ended union all select * from postponed
  ), logged as (${logging}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'failed', phase, status, error, address, $12
      from heard where started_ms is not null
  ), closed as (
    update webhooks.delivery d set abandoned_at = now() from ended e
     where e.verdict = 'abandoned' and d.account_id = e.account_id and d.id = e.id
  )
  select coalesce(array_agg(id::text || ' ' || number), '{}') as keys from heard`

/** What comes after its lease was lost changes nothing but the log, where it fills in what was unknown. */
const late = `${told}
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
  results: readonly Result[],
  ended: readonly string[] = [],
): Promise<Result[]> {
  steady(ctx)
  const good = results.filter(({ verdict }) => verdict === 'delivered')
  const rest = results.filter(({ verdict }) => verdict !== 'delivered')
  const answers = await Promise.all([
    ...(good.length > 0
      ? [heardOf(ctx, delivered, good, [...valuesOfGood(good), good.length])]
      : []),
    ...(rest.length > 0 ? [heardOf(ctx, others, rest, valuesOf(rest))] : []),
  ])
  if (ended.length > 0) endLeases(ctx, ended)
  const heard = new Set(answers.flat())
  for (const each of results)
    if (!heard.has(each)) ctx.enqueue(late, [...valuesOf([each]), each.account_id, each.number])
  return [...heard]
}

/** A statement answers the keys of what it heard, or nothing when it heard them all. */
async function heardOf(
  ctx: TxContext,
  text: string,
  results: readonly Result[],
  values: readonly unknown[],
): Promise<readonly Result[]> {
  const [row] = await ctx.query<{ keys: string[] | null }>(text, values)
  if (row === undefined || row.keys === null) return results
  // A lost attempt and the one that replaced it can end together: an id alone does not tell them apart.
  const keys = new Set(row.keys)
  return results.filter(({ id, number }) => keys.has(`${id} ${number}`))
}

/** A list that needs no escaping, as PostgreSQL reads it; the driver's own way costs ten times as much. */
const plainly = (values: readonly (string | number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** An address is digits, colons, dots and the name of an interface. */
const quoted = (text: string | null | undefined) => (text ? JSON.stringify(text) : null)

const valuesOfGood = (results: readonly Result[]): unknown[] => [
  plainly(results.map(({ place }) => `"${place}"`)),
  plainly(results.map(({ id }) => id)),
  plainly(results.map(({ token }) => token)),
  plainly(results.map(({ attempt }) => attempt?.started_at.getTime())),
  plainly(results.map(({ attempt }) => attempt?.duration_ms)),
  plainly(results.map(({ attempt }) => attempt?.status)),
  plainly(results.map(({ attempt }) => quoted(attempt?.address))),
  results[0]?.attempt?.worker ?? null,
]

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
    results.find(({ attempt }) => attempt !== null)?.attempt?.worker ?? null,
  ]
}
