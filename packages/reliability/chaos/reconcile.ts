import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { LoadStats } from './load.ts'
import type { ReceiverCounts, TestDeployment } from './test-deployment.ts'

/** A comparison of the gift requests of the test account in the database with the received events. */
export interface Reconciliation {
  gifts: number
  /**
   * The number of recipients with more than one gift request. Each request of a
   * client has a different recipient.
   */
  made_twice: number
  /** The number of gift requests that were confirmed with a 201 but are not stored. */
  vanished: number
  /** The number of gift requests without a link. */
  resting: number
  /** The number of events that the state transitions of the gift requests emitted. */
  emitted: number
  /** The number of emitted events that never arrived. */
  lost: number
  /** The number of received events that no transition emitted. */
  invented: number
  /** The maximum number of attempts of one delivery. */
  attempts: number
  /** The number of attempts whose worker was lost. */
  unknown: number
  /** The number of deliveries that have not ended. */
  waiting: number
  received: ReceiverCounts
}

/** Waits until all emitted events have arrived and settled. Returns the duration in seconds. */
export async function waitUntilDelivered(
  deployment: TestDeployment,
  timeoutMs: number,
): Promise<number> {
  const startedAt = Date.now()
  const database = await deployment.attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    for (; Date.now() - startedAt < timeoutMs; await sleep(100)) {
      const { rows } = await client.query<{ busy: boolean }>(
        `select exists (select from webhooks.delivery_queue where account_id = $1)
             or exists (select from gifting.gift_request where account_id = $1 and state = 'created') as busy`,
        [deployment.account_id],
      )
      if (rows[0]?.busy === false) break
    }
    return (Date.now() - startedAt) / 1000
  } finally {
    await client.end()
    await database.detach()
  }
}

export async function reconcile(
  deployment: TestDeployment,
  stats: LoadStats,
): Promise<Reconciliation> {
  const database = await deployment.attach()
  const client = await connectAsSuperuser(database.superuserUrl)
  try {
    const { rows } = await client.query<
      Omit<Reconciliation, 'emitted' | 'lost' | 'invented' | 'received'>
    >(countsSql, [[...stats.acknowledged], deployment.account_id])
    const [counts] = rows
    if (counts === undefined) throw new Error('a count has one row')
    return {
      ...counts,
      ...(await compareEvents(client, deployment)),
      received: await deployment.receiver.counts(),
    }
  } finally {
    await client.end()
    await database.detach()
  }
}

const countsSql = `
  select (select count(*)::int from gifting.gift_request where account_id = $2) as gifts,
         (select count(*)::int from (
            select from gifting.gift_request where account_id = $2 group by email_key having count(*) > 1) twice) as made_twice,
         (select count(*)::int from unnest($1::uuid[]) a (id)
           where not exists (select from gifting.gift_request g where g.id = a.id)) as vanished,
         (select count(*)::int from gifting.gift_request where account_id = $2 and state = 'created') as resting,
         (select coalesce(max(number), 0)::int from webhooks.attempt where account_id = $2) as attempts,
         (select count(*)::int from webhooks.attempt where account_id = $2 and outcome = 'unknown') as unknown,
         (select count(*)::int from webhooks.delivery_queue where account_id = $2) as waiting`

/**
 * Compares the received events with the state transitions of the gift requests, because the events and
 * deliveries are under test themselves. An event that arrives under two ids counts as invented.
 */
async function compareEvents(client: pg.Client, { receiver, account_id }: TestDeployment) {
  const { rows } = await client.query<{ key: string; times: number }>(
    `select gift_request_id || ' ' || type as key, count(*)::int as times
       from gifting.state_transition, unnest(events) type where account_id = $1 group by 1`,
    [account_id],
  )
  const outstanding = new Map(rows.map(({ key, times }) => [key, times]))
  let invented = 0
  for (const { gift, type } of await receiver.received()) {
    const outstandingCount = outstanding.get(`${gift} ${type}`) ?? 0
    if (outstandingCount > 0) outstanding.set(`${gift} ${type}`, outstandingCount - 1)
    else invented += 1
  }
  return {
    emitted: rows.reduce((sum, { times }) => sum + times, 0),
    lost: [...outstanding.values()].reduce((sum, outstandingCount) => sum + outstandingCount, 0),
    invented,
  }
}

/** Connects to the service's own database as the superuser, to whom row-level security does not apply. */
export async function connectAsSuperuser(superuserUrl: string): Promise<pg.Client> {
  const url = new URL(superuserUrl)
  url.pathname = '/bestow'
  const client = new pg.Client({ connectionString: url.href, application_name: 'chaos' })
  client.on('error', () => {})
  await client.connect()
  return client
}
