import type { TxContext } from '#platform/postgres/database'

/** The maximum count per state. Higher counts are shown as 'at least', so that the query stays cheap. */
export const queueCountCap = 100_000

/** The size of the queue over all accounts and workers. Requires a transaction for ALL_ACCOUNTS. */
export interface QueueStats {
  counts: Readonly<Record<'ready' | 'slow' | 'leased' | 'waiting' | 'behind' | 'parked', number>>
  /** Number of endpoints whose secret cannot be decrypted; their deliveries are parked. */
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
       (select count(*) from (${leasedRowsSql} limit ${queueCountCap}) q)::int as leased`,
  )
  const { ready = 0, slow = 0, leased = 0, waiting = 0, behind = 0, parked = 0 } = row ?? {}
  return {
    counts: { ready, slow, leased, waiting, behind, parked },
    endpoints_that_cannot_sign: row?.unsigned ?? 0,
  }
}

/**
 * Each condition matches a partial index. Leased rows stay in the index of the lane that they were
 * claimed from.
 */
const stateConditions = {
  ready: 'state in (0, 1) and lease_token is null',
  slow: 'state = 2 and lease_token is null',
  waiting: 'state = 3',
  behind: 'state = 5',
  parked: 'state = 4',
}

/**
 * Seconds since the creation of the oldest delivery that could be attempted now, by lane; 0 without one. The backlog has that of
 * first attempts.
 */
type OldestByLane = Readonly<Record<'retry' | 'slow', number>>

/** Requires a transaction for ALL_ACCOUNTS. Considers up to `queueCountCap` deliveries of each lane. */
export async function getOldestByLane(ctx: TxContext): Promise<OldestByLane> {
  const [row] = await ctx.query<OldestByLane>(
    `select ${Object.entries(laneStates)
      .map(
        ([
          lane,
          state,
        ]) => `greatest(0, coalesce(extract(epoch from $1::timestamptz - webhooks.uuid_timestamp(
           (select min(id::text)::uuid from (select id from webhooks.delivery_queue
             where state = ${state} and lease_token is null limit ${queueCountCap}) q))), 0))::float8 as ${lane}`,
      )
      .join(', ')}`,
    [ctx.now],
  )
  return row ?? { retry: 0, slow: 0 }
}

const laneStates = { retry: 1, slow: 2 } as const

/** Starts from the leases, which are few, instead of scanning all ready rows. */
const leasedRowsSql = `
  select from webhooks.lease l
    cross join unnest(l.endpoint_ids, l.delivery_ids) as r (endpoint_id, id)
    join webhooks.endpoint e on e.id = r.endpoint_id
    join webhooks.delivery_queue q
      on q.account_id = e.account_id and q.endpoint_id = r.endpoint_id and q.id = r.id and q.lease_token = l.token`
