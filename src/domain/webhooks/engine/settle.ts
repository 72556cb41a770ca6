import type { Phase } from '#platform/http-client/http-client'
import type { TxContext } from '#platform/postgres/database'
import { forceIndexScans } from '#platform/postgres/force-index-scans'
import { queueStates } from '../events/tables.ts'
import { deleteLeases } from './queue.ts'

/** The result of a claimed delivery. */
export interface AttemptResult {
  account_id: string
  id: string
  /** The ctid of the row at the time of the claim. */
  row_ctid: string
  token: string
  number: number
  verdict: 'delivered' | 'retry' | 'abandoned' | 'filtered'
  /** Whether its end makes the next event of the gift request ready. */
  releases_next?: boolean
  /** Milliseconds until the next attempt, for the verdict `retry`. */
  delay_ms: number
  /** The log entry; null when no request was sent and no attempt was used. */
  attempt: AttemptLogEntry | null
}

interface AttemptLogEntry {
  started_at: Date
  duration_ms: number
  phase: Phase
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
  status: number | null
  error: string | null
  reason: string | null
  detail: string | null
  address: string | null
  worker: string
}

/**
 * Matches rows that are still leased to the worker. If a row has a new ctid (reclaimed, or its table
 * rewritten), the lease is lost.
 */
const leaseMatchesSql = 'q.ctid = r.row_ctid and q.id = r.id and q.lease_token = r.token'

const insertAttemptSql = `
    insert into webhooks.attempt (account_id, delivery_id, number, started_at, duration_ms, outcome,
      phase, status, error, reason, detail, address, worker, dns_ms, connect_ms, tls_ms)`

/**
 * Settles the delivered results of a batch, which are nearly all, and logs each attempt. Results of lost
 * leases are ignored. A leased row keeps its ctid, so the ctid is the fastest way to find it.
 */
const settleDeliveredSql = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::float8[], $5::int[], $6::int[], $7::text[],
        $8::int2[], $9::int2[], $10::int2[])
      as r (row_ctid, id, token, started_ms, duration_ms, status, address, dns_ms, connect_ms, tls_ms)
  ), accepted as (
    delete from webhooks.delivery_queue q using result r where ${leaseMatchesSql} returning q.account_id, q.attempt as number, r.*
  ), logged as (${insertAttemptSql}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'ok', 'status', status, null, null, null, address, $11,
           dns_ms, connect_ms, tls_ms
      from accepted
  )
  select case when count(*) < $12::int then coalesce(array_agg(id::text || ' ' || number), '{}') end as keys from accepted`

const resultsSql = `
  with result as materialized (
    select * from unnest($1::tid[], $2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::int[],
        $8::text[], $9::int[], $10::text[], $11::text[], $12::int2[], $13::int2[], $14::int2[], $15::text[], $16::text[])
      as r (row_ctid, id, token, verdict, delay_ms, started_ms, duration_ms, phase, status, error, address,
        dns_ms, connect_ms, tls_ms, reason, detail)
  )`

const returningSql = `q.account_id, q.attempt as number, r.*`

/**
 * Settles all other results of a batch: failed deliveries wait for their next attempt, ended ones are
 * abandoned. A test event ends with its first attempt, because its sender reads the result and repeats the test.
 */
const settleOthersSql = `${resultsSql}, failed_test as (
    select q.id from result r
      join webhooks.delivery_queue q on ${leaseMatchesSql}
      join webhooks.delivery d on d.account_id = q.account_id and d.id = q.id
     where r.verdict = 'retry' and q.attempt = 1 and d.is_test
  ), ended as (
    delete from webhooks.delivery_queue q using result r
     where (r.verdict <> 'retry' or r.id in (select id from failed_test))
       and ${leaseMatchesSql} returning ${returningSql}
  ), postponed as (
    update webhooks.delivery_queue q
       set state = ${queueStates.waiting}, next_at = now() + r.delay_ms * interval '1 millisecond', lease_token = null
      from result r
     where r.verdict = 'retry' and r.id not in (select id from failed_test)
       and ${leaseMatchesSql} returning ${returningSql}
  ), accepted as (
    select * from ended union all select * from postponed
  ), logged as (${insertAttemptSql}
    select account_id, id, number, to_timestamp(started_ms / 1000), duration_ms, 'failed', phase, status, error, reason, detail, address, $17,
           dns_ms, connect_ms, tls_ms
      from accepted where started_ms is not null
  ), closed as (
    update webhooks.delivery d
       set abandoned_at = case when e.verdict <> 'filtered' then now() end,
           filtered_at = case when e.verdict = 'filtered' then now() end
      from ended e
     where d.account_id = e.account_id and d.id = e.id
  )
  select coalesce(array_agg(id::text || ' ' || number), '{}') as keys from accepted`

/** Logs the result of a lost lease in place of the unknown outcome. The delivery is unchanged. */
const recordLateResultSql = `${resultsSql}
  update webhooks.attempt a
     set started_at = to_timestamp(r.started_ms / 1000), duration_ms = r.duration_ms, outcome = 'late',
         phase = r.phase, status = r.status, error = r.error, reason = r.reason, detail = r.detail, address = r.address, worker = $17,
         dns_ms = r.dns_ms, connect_ms = r.connect_ms, tls_ms = r.tls_ms
    from result r
   where a.account_id = $18 and a.delivery_id = r.id and a.number = $19
     and a.outcome = 'unknown' and r.started_ms is not null`

/**
 * Locks the rows of ordered endpoints in the order of their ids, as the claims do that wait for the end of earlier events.
 * The statements of a batch delete them in another order, and would deadlock with such a claim.
 */
const lockOrderedSql = `
  select from webhooks.delivery_queue q where q.ctid = any ($1::tid[]) order by q.id for update`

/**
 * Writes results, which the caller has sorted by id. Returns those whose lease was still valid.
 *
 * @param endedLeases leases that have no open results after this batch
 */
export async function settle(
  ctx: TxContext,
  results: readonly AttemptResult[],
  endedLeases: readonly string[] = [],
): Promise<AttemptResult[]> {
  forceIndexScans(ctx)
  const ordered = results.filter(({ releases_next }) => releases_next)
  if (ordered.length > 0) ctx.enqueue(lockOrderedSql, [ordered.map(({ row_ctid }) => row_ctid)])
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

/** Runs a settle statement, which returns the keys of the accepted results, or null if all were accepted. */
async function settleWith(
  ctx: TxContext,
  text: string,
  results: readonly AttemptResult[],
  values: readonly unknown[],
): Promise<readonly AttemptResult[]> {
  const [row] = await ctx.query<{ keys: string[] | null }>(text, values)
  if (row === undefined || row.keys === null) return results
  // A lost attempt and its replacement can end in the same batch, so the key contains the attempt
  // number.
  const keys = new Set(row.keys)
  return results.filter(({ id, number }) => keys.has(`${id} ${number}`))
}

/**
 * Builds a PostgreSQL array literal of values that need no escaping. The serialization in the driver
 * costs ten times as much.
 */
const toArrayLiteral = (values: readonly (string | number | null | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** Quotes an address, which consists of digits, colons, dots and an interface name. */
const quoteAddress = (text: string | null | undefined) => (text ? JSON.stringify(text) : null)

const deliveredValues = (results: readonly AttemptResult[]): unknown[] => [
  toArrayLiteral(results.map(({ row_ctid }) => `"${row_ctid}"`)),
  toArrayLiteral(results.map(({ id }) => id)),
  toArrayLiteral(results.map(({ token }) => token)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.started_at.getTime())),
  toArrayLiteral(results.map(({ attempt }) => attempt?.duration_ms)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.status)),
  toArrayLiteral(results.map(({ attempt }) => quoteAddress(attempt?.address))),
  toArrayLiteral(results.map(({ attempt }) => attempt?.dns_ms)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.connect_ms)),
  toArrayLiteral(results.map(({ attempt }) => attempt?.tls_ms)),
  results[0]?.attempt?.worker ?? null,
]

function resultValues(results: readonly AttemptResult[]): unknown[] {
  const column = <T>(pick: (result: AttemptResult) => T) => results.map(pick)
  const attemptColumn = <T>(pick: (attempt: AttemptLogEntry) => T) =>
    results.map(({ attempt }) => (attempt === null ? null : pick(attempt)))
  return [
    column((r) => r.row_ctid),
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
    attemptColumn((a) => a.dns_ms),
    attemptColumn((a) => a.connect_ms),
    attemptColumn((a) => a.tls_ms),
    attemptColumn((a) => a.reason),
    attemptColumn((a) => a.detail),
    results.find(({ attempt }) => attempt !== null)?.attempt?.worker ?? null,
  ]
}
