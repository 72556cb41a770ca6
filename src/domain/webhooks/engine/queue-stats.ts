import type { TxContext } from '#platform/postgres/database'

/** How many rows of one state are counted; more are 'at least so many', and the look stays cheap. */
export const queueCountCap = 100_000

/** How full the queue is, over all accounts and nodes. Needs a transaction for everyone. */
export interface QueueStats {
  counts: Readonly<Record<'ready' | 'slow' | 'leased' | 'waiting' | 'parked', number>>
  /** Age of the oldest first attempt that could be made now; 0 when there is none. What waits for slow endpoints is not counted. */
  oldest_ready_seconds: number
  /** Endpoints whose secret cannot be decrypted; what is for them is parked. */
  endpoints_that_cannot_sign: number
}

export async function getQueueStats(ctx: TxContext): Promise<QueueStats> {
  const [row] = await ctx.query<Record<string, number>>(
    `select ${Object.entries(stateConditions)
      .map(
        ([name, state]) =>
          `(select count(*) from (select from webhooks.delivery_queue where ${state} limit ${queueCountCap}) q)::int as ${name}`,
      )
      .join(', ')},
       (select count(*) from webhooks.endpoint where signing_error is not null and deleted_at is null)::int as unsigned,
       (select count(*) from (${leasedRowsSql} limit ${queueCountCap}) q)::int as leased,
       coalesce(extract(epoch from $1::timestamptz - webhooks.uuid_timestamp(
         (select min(id::text)::uuid from (select id from webhooks.delivery_queue where state = 0 and lease_token is null limit ${queueCountCap}) q))), 0)::float8 as oldest`,
    [ctx.now],
  )
  const { oldest = 0, ready = 0, slow = 0, leased = 0, waiting = 0, parked = 0 } = row ?? {}
  return {
    counts: { ready, slow, leased, waiting, parked },
    oldest_ready_seconds: Math.max(0, oldest),
    endpoints_that_cannot_sign: row?.unsigned ?? 0,
  }
}

/** Each has a partial index of its own; what is leased stays in the one it was claimed from. */
const stateConditions = {
  ready: 'state in (0, 1) and lease_token is null',
  slow: 'state = 2 and lease_token is null',
  waiting: 'state = 3',
  parked: 'state = 4',
}

/** Looked up from the leases, which are few, and not among all that is ready. */
const leasedRowsSql = `
  select from webhooks.lease l
    cross join unnest(l.endpoint_ids, l.delivery_ids) as r (endpoint_id, id)
    join webhooks.endpoint e on e.id = r.endpoint_id
    join webhooks.delivery_queue q
      on q.account_id = e.account_id and q.endpoint_id = r.endpoint_id and q.id = r.id and q.lease_token = l.token`
