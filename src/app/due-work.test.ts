import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { readConfig } from '#platform/config/config'
import { createLog } from '#platform/observability/log'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { createNotifier } from '#platform/postgres/notifier'
import { createTestDatabase, type TestDatabase } from '#test/test-database'
import { startWorker, type Worker } from './worker.ts'

/** A row that is work of a loop. */
interface DueRow {
  table: string
  /** The column with the time at which the row becomes due. Without it, the row is work at once. */
  dueAt?: string
  values?: Record<string, unknown>
}

const queueRow = (state: number): DueRow => ({
  table: 'webhooks.delivery_queue',
  values: { state },
})

/** The work of every loop that rests, as the rows that end its rest. */
const dueWork: Record<string, DueRow[]> = {
  gifts: [{ table: 'gifting.gift_request', dueAt: 'due_at', values: { metadata: '{}' } }],
  claims: [{ table: 'gifting.one_link_claim', dueAt: 'due_at' }],
  approvals: [{ table: 'gifting.send_approval', dueAt: 'due_at' }],
  occasions: [{ table: 'occasions.rule', dueAt: 'due_at' }],
  bulk_actions: [{ table: 'gifting.bulk_action', dueAt: 'due_at' }],
  mail: [{ table: 'mail.message', dueAt: 'due_at', values: { state: 'queued' } }],
  orders: [
    { table: 'gifting.fulfilment_outbox', dueAt: 'retry_at' },
    { table: 'gifting.fulfilment_outbox', values: { created_at: new Date('2199-01-01') } },
  ],
  carriers: [{ table: 'fulfilment.parcel', dueAt: 'due_at', values: { pending_action: 'place' } }],
  purchases: [{ table: 'fulfilment.label_purchase', dueAt: 'due_at' }],
  code_purchases: [{ table: 'digital.purchase', dueAt: 'due_at', values: { state: 'open' } }],
  simulator: [{ table: 'fulfilment.parcel', dueAt: 'next_simulated_at' }],
  hand_overs: [{ table: 'fulfilment.pending_hand_over', dueAt: 'due_at' }],
  rosters: [{ table: 'contacts.roster', dueAt: 'due_at' }],
  shops: [{ table: 'shops.shop', dueAt: 'due_at' }],
  checkouts: [{ table: 'shops.checkout', dueAt: 'due_at' }],
  code_orders: [{ table: 'digital.reconciliation', dueAt: 'due_at' }],
  attention: [{ table: 'attention.account_check', dueAt: 'next_at' }],
  chat_posts: [{ table: 'chat_apps.post', dueAt: 'next_at' }],
  'webhooks claim': [queueRow(0), queueRow(1), queueRow(2)],
  'webhooks promote': [{ ...queueRow(3), dueAt: 'next_at' }],
  'webhooks sweep': [{ table: 'webhooks.lease', dueAt: 'expires_at' }, queueRow(4)],
}

/** The loops that do not rest: they look at most every five seconds, and no index says when they have work. */
const restless = [
  ...['admin_alerts', 'backfill', 'chat_apps', 'chats', 'codes'],
  ...['domains', 'due', 'housekeeping', 'stock'],
]

let test: TestDatabase
let worker: Worker
before(async () => {
  test = await createTestDatabase()
  const config = readConfig({ BESTOW_STAGE: 'staging', BESTOW_SIMULATOR: 'auto' })
  worker = startWorker(
    test.db,
    createNotifier({ url: undefined }),
    config,
    createLog({ level: 'silent' }),
  )
  await worker.stop()
  await test.run(ALL_ACCOUNTS, dropChecks)
})
after(() => test.close())

/** Drops the constraints of all tables but that columns are not null, so that a row needs no other rows. */
async function dropChecks(ctx: TxContext): Promise<void> {
  const statements = await ctx.queryValues<string>(
    `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
       from pg_constraint where contype in ('c', 'f') and conrelid <> 0 and conparentid = 0`,
  )
  for (const each of statements) await ctx.query(each)
}

interface Column {
  name: string
  type: string
}

/** Returns the SQL of a value for required columns of a type. */
const valueSql = (type: string): string => {
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'jsonb') return `'{}'`
  if (type === 'boolean') return 'false'
  if (type === 'bytea') return `'\\x00'`
  if (type.endsWith('[]')) return `'{}'`
  if (type.startsWith('timestamp')) return 'now()'
  if (type === 'date') return 'current_date'
  return /^(text|char)/.test(type) ? `'x'` : '1'
}

async function insertRow(ctx: TxContext, { table, values = {} }: DueRow): Promise<void> {
  const columns = await ctx.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
        and attidentity = '' and attgenerated = ''`,
    [table],
  )
  const given = Object.keys(values)
  const filled = columns.filter(({ name }) => !given.includes(name))
  await ctx.query(
    `insert into ${table} (${[...given, ...filled.map(({ name }) => name)].join(', ')})
     values (${[...given.map((_, at) => `$${at + 1}`), ...filled.map(({ type }) => valueSql(type))].join(', ')})`,
    Object.values(values),
  )
}

async function setDue({ table, dueAt }: DueRow, interval: string): Promise<string[]> {
  await test.run(ALL_ACCOUNTS, (ctx) =>
    ctx.query(`update ${table} set ${dueAt} = now() + $1::interval`, [interval]),
  )
  test.time.now = new Date()
  return worker.dueCheck.findDue()
}

it('watches every loop but those that do not rest', () => {
  assert.deepEqual(worker.dueCheck.watched().sort(), Object.keys(dueWork).sort())
  const { loops } = worker
  assert.deepEqual(
    Object.keys(loops)
      .filter((name) => !worker.dueCheck.watched().includes(name))
      .sort(),
    restless,
  )
})

it('finds nothing due in an empty database', async () => {
  assert.deepEqual(await worker.dueCheck.findDue(), [])
})

for (const [loop, rows] of Object.entries(dueWork))
  for (const row of rows)
    it(`finds the work of ${loop} in ${row.table}: ${row.dueAt ?? JSON.stringify(row.values)}`, async () => {
      await test.run(ALL_ACCOUNTS, (ctx) => insertRow(ctx, row))
      try {
        if (row.dueAt !== undefined) {
          assert.deepEqual(await setDue(row, '1 hour'), [])
          assert.deepEqual(await setDue(row, '-1 minute'), [loop])
        } else assert.deepEqual(await worker.dueCheck.findDue(), [loop])
      } finally {
        await test.run(ALL_ACCOUNTS, (ctx) => ctx.query(`delete from ${row.table}`))
      }
    })
