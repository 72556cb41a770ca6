import pg from 'pg'
import { openDatabase } from '#platform/postgres/database'
import { findServer } from '#test/throwaway-database'
import { statementTimeoutMs } from './nested-database.ts'
import { createSession, type Session } from './session.ts'
import { type World, withoutCache } from './world.ts'

/** A world whose transactions commit, on many connections, and that can be restarted. */
export interface CommittedWorld {
  session: Session
  /** Restores the rows of the first state. */
  restart(): Promise<void>
  close(): Promise<void>
}

const schemas = [
  'access',
  'catalogue',
  'digital',
  'donations',
  'fulfilment',
  'gifting',
  'mail',
  'webhooks',
]

export async function openCommittedWorld(world: World): Promise<CommittedWorld> {
  const client = new pg.Client({ connectionString: await superuserUrl(world) })
  await client.connect()
  await createRestoreFunction(client)
  const time = { now: world.start }
  const deployment = withoutCache(world)
  const session = createSession(world, time, (clock) =>
    openDatabase({
      url: world.testApp.url,
      clock,
      deployment,
      maxConnections: 8,
      name: 'pairs',
      statementTimeoutMs,
      idleInTransactionTimeoutMs: statementTimeoutMs,
    }),
  )
  let restarts = 0
  return {
    session,
    async restart() {
      await client.query('select first_state.restore()')
      restarts += 1
      if (restarts % restartsPerVacuum === 0) await client.query('vacuum')
      time.now = world.start
      session.given = new Map(world.given)
    },
    async close() {
      await session.db.pool.end()
      await client.end()
    },
  }
}

const restartsPerVacuum = 100

async function superuserUrl({ testApp }: World): Promise<string> {
  const url = new URL(await findServer())
  url.pathname = new URL(testApp.url).pathname
  return url.href
}

/**
 * Copies all rows, and creates a function that restores them. Needs a superuser,
 * because triggers must not fire.
 */
async function createRestoreFunction(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; copy: string; columns: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, format('first_state.%I', n.nspname || '_' || c.relname) as copy,
            (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1)`,
    [schemas],
  )
  await client.query('create schema first_state')
  const statements = [`set local session_replication_role = replica;`]
  for (const { name, copy, columns } of rows) {
    await client.query(`create table ${copy} as table ${name}`)
    const { rows: found } = await client.query(`select from ${copy} limit 1`)
    statements.push(`delete from ${name};`)
    if (found.length > 0)
      statements.push(`insert into ${name} (${columns}) select ${columns} from ${copy};`)
  }
  await client.query(
    `create function first_state.restore() returns void language plpgsql as $$ begin
     ${statements.join('\n')} end $$`,
  )
}
