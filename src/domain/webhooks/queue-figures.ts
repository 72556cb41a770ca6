import type { Work } from '#platform/postgres'

/** How many rows of one state are counted; more are 'at least so many', and the look stays cheap. */
export const mostCounted = 100_000

/** How full the queue is, over all accounts and nodes. Needs a transaction for everyone. */
export interface QueueFigures {
  counts: Readonly<Record<'ready' | 'leased' | 'waiting' | 'parked', number>>
  /** Age of the oldest delivery that could be sent now; 0 when there is none. */
  oldest_ready_seconds: number
}

export async function queueFigures(work: Work): Promise<QueueFigures> {
  const [row] = await work.query<Record<string, number>>(
    `select ${Object.entries(states)
      .map(
        ([name, state]) =>
          `(select count(*) from (select from webhooks.delivery_queue where ${state} limit ${mostCounted}) q)::int as ${name}`,
      )
      .join(', ')},
       coalesce(extract(epoch from $1::timestamptz - webhooks.moment_of(
         (select min(id::text)::uuid from (select id from webhooks.delivery_queue where state = 0 limit ${mostCounted}) q))), 0)::float8 as oldest`,
    [work.now],
  )
  const { oldest = 0, ready = 0, leased = 0, waiting = 0, parked = 0 } = row ?? {}
  return { counts: { ready, leased, waiting, parked }, oldest_ready_seconds: Math.max(0, oldest) }
}

/** Each has a partial index of its own. */
const states = {
  ready: 'state in (0, 1)',
  leased: 'state = 2',
  waiting: 'state = 3',
  parked: 'state = 4',
}
