/**
 * A minimal sender that takes rows of the queue, signs, POSTs and logs them, until it is stopped. It runs as
 * the superuser, without leases, fairness, retries or limits.
 *
 * Environment: BENCH_URL (superuser), BENCH_TARGET. Prints a line when it has started.
 */
import pg from 'pg'
import { Pool } from 'undici'
import { buildSignedRequest } from './signed-request.ts'

const maxConcurrent = 256

/** The SQL that takes rows. It deletes rows before they are sent, so rows do not survive a crash. */
const takeSql = `
  with taken as (
    delete from webhooks.delivery_queue q using (
      select account_id, endpoint_id, id from webhooks.delivery_queue limit ${maxConcurrent} for update skip locked) t
     where q.account_id = t.account_id and q.endpoint_id = t.endpoint_id and q.id = t.id
    returning q.account_id, q.id, q.event_id
  )
  select t.*, b.body from taken t
    join webhooks.event_body b on b.account_id = t.account_id and b.event_id = t.event_id and b.payload_version = '2026-05'`

const logSql = `
  insert into webhooks.attempt (account_id, delivery_id, number, started_at, outcome, status)
  select account_id, id, 1, now(), 'ok', status from unnest($1::uuid[], $2::uuid[], $3::int[]) as r (account_id, id, status)`

interface TakenDelivery {
  account_id: string
  id: string
  event_id: string
  body: Buffer
}

const target = new URL(process.env.BENCH_TARGET ?? '')
const database = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 2 })
database.on('error', () => {}) // ignores the error when the database exits before this process
const pool = new Pool(target.origin, { connections: maxConcurrent, pipelining: 1 })

async function send({ event_id, body }: TakenDelivery): Promise<number> {
  const response = await pool.request(buildSignedRequest(target.pathname, event_id, body))
  await response.body.dump()
  return response.statusCode
}

console.log('ready')
for (;;) {
  const { rows } = await database.query<TakenDelivery>({ name: 'take', text: takeSql })
  const statuses = await Promise.all(rows.map(send))
  const ids = rows.map(({ id }) => id)
  const accounts = rows.map(({ account_id }) => account_id)
  if (rows.length > 0)
    await database.query({ name: 'log', text: logSql, values: [accounts, ids, statuses] })
  else await new Promise((resolve) => setTimeout(resolve, 5))
}
