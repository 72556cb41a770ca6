import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import * as accounts from '#accounts'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import { ALL_ACCOUNTS, inTransaction, type TxContext } from '#platform/postgres/database'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { type Credentials, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'
import type { SendingUser } from '../approvals/save-rows.ts'
import * as sends from '../index.ts'
import { batchSize, processBulkAction, recoverBatch } from './process.ts'
import type { BulkActionInput } from './tables.ts'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const dayMs = 24 * 60 * 60 * 1000

const toUser = ({ id, email }: Credentials, role = 'sender'): SendingUser => ({
  sender: { id, email, name: `Ada ${role}` },
  isRestricted: role !== 'admin',
})
const sender = toUser(testApp.sender)

interface StartOptions {
  user?: SendingUser
  request_id?: string
}

const start = (
  action: BulkActionInput,
  selection: Parameters<typeof sends.startBulkAction>[1]['selection'],
  { user = sender, request_id = randomUUID() }: StartOptions = {},
) => fixture.run((ctx) => sends.startBulkAction(ctx, { request_id, action, selection }, user))

const extend = { kind: 'extend', days: 7 } as const

/** Processes all actions. Returns where errors were reported. */
async function processAll(): Promise<string[]> {
  const failures: string[] = []
  await drain(() => sends.processBulkActions(testApp.db, (_, where) => failures.push(where)))
  return failures
}

async function read(id: string): Promise<sends.ListedBulkAction> {
  const action = await fixture.run((ctx) => sends.findBulkAction(ctx, id))
  assert.ok(action)
  return action
}

const countsOf = async (id: string) => {
  const { state, gifts, done, rejected } = await read(id)
  return { state, gifts, done, rejected }
}

let sendCount = 0

/** Sends gifts to addresses of a domain of their own. Returns their ids. */
async function sendGifts(count: number): Promise<{ ids: string[]; search: string }> {
  sendCount += 1
  const search = `guests${sendCount}.example`
  const rows = Array.from({ length: count }, (_, n) => ({
    recipient: recipientFields(`guest${n}@${search}`),
  }))
  const options = { campaign_id: fixture.campaign('email').id }
  const results = await fixture.run((ctx) => sends.sendBulk(ctx, options, rows, sender.sender))
  await fixture.processDue()
  return { search, ids: results.map((each) => (each.status === 'sent' ? each.id : '')) }
}

const expiryOf = async (id: string): Promise<number> =>
  (await fixture.run((ctx) => gifting.find(ctx, id)))?.expires_at.getTime() ?? 0

const countAuditEntries = async (action: string, ids: readonly string[]): Promise<number> => {
  return fixture.run((ctx) =>
    ctx.queryCount(
      `select count(*)::int as count from access.audit_entry
        where account_id = $1 and action = $2 and subject_id = any ($3::text[])`,
      [ctx.account_id, action, ids],
    ),
  )
}

const listReasons = async (id: string) =>
  (await fixture.run((ctx) => sends.countByReason(ctx, id))).map(({ reason, count }) => [
    reason,
    count,
  ])

const assertRejects = (run: Promise<unknown>, text: RegExp) =>
  assert.rejects(run, (error: unknown) => {
    assert.ok(error instanceof ApiError, String(error))
    assert.match(error.errors()[0]?.message ?? '', text)
    return true
  })

describe('the start of a bulk action', () => {
  it('is one action for repeated and concurrent calls with a request id', async () => {
    const { ids } = await sendGifts(2)
    const request_id = randomUUID()
    const started = await Promise.all([1, 2, 3].map(() => start(extend, { ids }, { request_id })))
    assert.equal(new Set(started.map(({ id }) => id)).size, 1)
    assert.equal(started.filter(({ isNew }) => isNew).length, 1)
    await processAll()
    const again = await start(extend, { ids }, { request_id })
    assert.deepEqual(again, { id: started[0]?.id, isNew: false })
    assert.equal(await countAuditEntries('bulk_action.start', [again.id]), 1)
  })

  it('selects what matches at that time, and no later gift', async () => {
    const { search, ids } = await sendGifts(3)
    const { id } = await start(extend, { matching: { search } })
    await fixture.sendGift(`late@${search}`)
    await processAll()
    assert.deepEqual(await countsOf(id), { state: 'finished', gifts: 3, done: 3, rejected: 0 })
    assert.equal(await countAuditEntries('gift_request.extend', ids), 3)
  })

  it('rejects a selection without gifts of the account', async () => {
    const other = await testApp.createAccount('Other')
    const { ids } = await sendGifts(1)
    const request = { request_id: 'x', action: extend, selection: { ids } }
    await assertRejects(
      testApp.run((ctx) => sends.startBulkAction(ctx, request, sender), other.id),
      /selects no gift of this account/,
    )
    await assertRejects(start(extend, { ids: ['no id'] }), /selects no gift/)
    await assertRejects(start(extend, { matching: { campaign_id: 'no id' } }), /selects no gift/)
  })

  it('rejects a sixth unfinished action of the account', async () => {
    const { ids } = await sendGifts(1)
    const started = await Promise.all([1, 2, 3, 4, 5].map(() => start(extend, { ids })))
    assert.equal(new Set(started.map(({ id }) => id)).size, 5)
    await assertRejects(start(extend, { ids }), /5 bulk actions.*Wait until one finishes, or stop/)
    await processAll()
    await start(extend, { ids })
    await processAll()
  })
})

describe('a bulk action', () => {
  it('changes each gift once while two workers process it', async () => {
    const { ids } = await sendGifts(2 * batchSize + 3)
    const before = await Promise.all(ids.map(expiryOf))
    const { id } = await start(extend, { ids })
    assert.deepEqual((await Promise.all([processAll(), processAll()])).flat(), [])
    assert.deepEqual(await countsOf(id), {
      ...{ state: 'finished', gifts: ids.length, done: ids.length, rejected: 0 },
    })
    const after = await Promise.all(ids.map(expiryOf))
    assert.deepEqual(
      new Set(after.map((at, index) => at - (before[index] ?? 0))),
      new Set([7 * dayMs]),
    )
    assert.equal(await countAuditEntries('gift_request.extend', ids), ids.length)
  })

  it('loses and repeats nothing when the connection dies before the commit of a batch', async () => {
    const { ids } = await sendGifts(3)
    const before = await Promise.all(ids.map(expiryOf))
    const { id } = await start(extend, { ids })
    const dying = inTransaction(testApp.db, testApp.account.id, async (ctx) => {
      assert.equal(await processBulkAction(ctx, id), 3)
      await ctx.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await assert.rejects(dying)
    assert.deepEqual(await countsOf(id), { state: 'running', gifts: 3, done: 0, rejected: 0 })
    assert.deepEqual(await Promise.all(ids.map(expiryOf)), before)
    await processAll()
    assert.deepEqual(await countsOf(id), { state: 'finished', gifts: 3, done: 3, rejected: 0 })
    assert.equal(await countAuditEntries('gift_request.extend', ids), 3)
  })

  it('records the gift that fails, and changes the others', async () => {
    const { ids } = await sendGifts(4)
    const [broken = '', ...fine] = ids
    await fixture.run((ctx) =>
      ctx.query('update gifting.gift_request set version = 2147483647 where id = $1', [broken]),
    )
    const { id } = await start({ kind: 'cancel' }, { ids })
    const failures = await processAll()
    assert.deepEqual(failures, [`bulk actions of account ${testApp.account.id}: ${id}`])
    assert.deepEqual(await countsOf(id), { state: 'finished', gifts: 4, done: 3, rejected: 1 })
    assert.match(String((await listReasons(id))[0]?.[0]), /error of the service/)
    for (const each of fine)
      assert.equal((await fixture.run((ctx) => gifting.find(ctx, each)))?.state, 'cancelled')
  })

  it('groups the gifts that it does not change by reason', async () => {
    const { ids } = await sendGifts(3)
    await fixture.simulateTo(ids[0] ?? '', 'in_transit')
    await fixture.simulateTo(ids[1] ?? '', 'delivered')
    const { id } = await start({ kind: 'cancel' }, { ids: [...ids, ...ids] })
    await processAll()
    assert.deepEqual(await countsOf(id), { state: 'finished', gifts: 3, done: 1, rejected: 2 })
    assert.deepEqual(await listReasons(id), [
      ['It has arrived.', 1],
      ['It was dispatched and cannot be recalled.', 1],
    ])
    const remind = await start({ kind: 'remind' }, { ids })
    await processAll()
    assert.deepEqual(await listReasons(remind.id), [['It is already redeemed or cancelled.', 3]])
  })

  it('stops between two batches, and stays stopped', async () => {
    const { ids } = await sendGifts(batchSize + 5)
    const { id } = await start({ kind: 'cancel' }, { ids })
    await sends.processBulkActions(testApp.db)
    const stopped = await fixture.run((ctx) => sends.stopBulkAction(ctx, id, sender))
    assert.equal(stopped?.state, 'running', 'before the call')
    await processAll()
    const { state, done, stop_reason, stopped_by_name } = await read(id)
    assert.deepEqual([state, done, stop_reason], ['stopped', batchSize, 'user'])
    assert.equal(stopped_by_name, 'Ada sender')
    await fixture.run((ctx) => sends.stopBulkAction(ctx, id, sender))
    assert.equal(await countAuditEntries('bulk_action.stop', [id]), 1)
  })

  it('stops when its user may no longer change gifts', async () => {
    const { ids } = await sendGifts(batchSize + 1)
    const leaving = await testApp.createUser('sender')
    const { id } = await start(extend, { ids }, { user: toUser(leaving) })
    await sends.processBulkActions(testApp.db)
    await testApp.run((ctx) => accounts.changeRole(ctx, leaving.id, 'viewer'))
    await processAll()
    const { state, done, stop_reason } = await read(id)
    assert.deepEqual([state, done, stop_reason], ['stopped', batchSize, 'role'])
  })

  it('is postponed for longer after each failed batch, and lets other actions continue', async () => {
    const { ids } = await sendGifts(2)
    const failing = await start(extend, { ids })
    const delays: number[] = []
    for (let failures = 0; failures < 3; failures += 1)
      await testApp.run(async (ctx) => {
        await recoverBatch(ctx, failing.id, new Error('deadlock'))
        delays.push(await readDelay(ctx, failing.id))
      })
    assert.deepEqual(delays, [2, 4, 8])
    const other = await start({ kind: 'cancel' }, { ids })
    await processAll()
    assert.equal((await read(other.id)).state, 'finished')
    assert.equal((await read(failing.id)).done, 0)
    await fixture.run((ctx) => sends.stopBulkAction(ctx, failing.id, sender))
  })

  it('is deleted 30 days after its end', async () => {
    const { ids } = await sendGifts(1)
    const { id } = await start(extend, { ids })
    await processAll()
    const purge = () => drain(() => inTransaction(testApp.db, ALL_ACCOUNTS, sends.purgeBulkActions))
    const endedAt = (days: number) =>
      testApp.run((ctx) =>
        ctx.query(`update gifting.bulk_action set ended_at = $2 where id = $1`, [
          ...[id, new Date(ctx.real_now.getTime() - days * dayMs)],
        ]),
      )
    await endedAt(29)
    await purge()
    assert.equal((await read(id)).state, 'finished')
    await endedAt(31)
    await purge()
    assert.equal(await fixture.run((ctx) => sends.findBulkAction(ctx, id)), undefined)
  })
})

async function readDelay(ctx: TxContext, id: string): Promise<number> {
  return ctx.queryCount(
    `select extract(epoch from due_at - $2::timestamptz)::float8 as seconds
       from gifting.bulk_action where id = $1`,
    [id, ctx.real_now],
  )
}

describe('the undo of an extension', () => {
  const undo = (id: string, account_id = testApp.account.id) =>
    testApp.run((ctx) => sends.undoBulkAction(ctx, id, sender), account_id)

  it('restores each expiry that is unchanged since, once', async () => {
    const { ids } = await sendGifts(3)
    const [first = '', second = '', changed = ''] = ids
    const before = await expiryOf(first)
    const { id } = await start(extend, { ids })
    await assertRejects(undo(id), /still running\. Stop it first/)
    await processAll()
    await fixture.run((ctx) =>
      gifting.extendExpiry(ctx, changed, { at: new Date(before + 20 * dayMs) }),
    )
    const undone = await undo(id)
    assert.ok(undone?.isNew)
    await processAll()
    assert.deepEqual(await countsOf(undone.id), {
      ...{ state: 'finished', gifts: 3, done: 2, rejected: 1 },
    })
    assert.deepEqual(await listReasons(undone.id), [
      ['Its expiry was changed after the extension.', 1],
    ])
    assert.deepEqual([await expiryOf(first), await expiryOf(second)], [before, before])
    assert.equal(await expiryOf(changed), before + 20 * dayMs)
    assert.deepEqual(await undo(id), { id: undone.id, isNew: false })
    assert.equal((await read(id)).undone_by, undone.id)
    await assertRejects(undo(undone.id), /An undo cannot be undone/)
  })

  it('does not exist for emails, new gifts and cancellations', async () => {
    const { ids } = await sendGifts(1)
    const { id } = await start({ kind: 'cancel' }, { ids })
    await processAll()
    await assertRejects(undo(id), /Only an extension can be undone/)
  })

  it('and the action itself cannot be read, stopped or undone by another account', async () => {
    const other = await testApp.createAccount('Other')
    const { ids } = await sendGifts(1)
    const { id } = await start(extend, { ids })
    const page = { limit: 10, order: 'desc' } as const
    await testApp.run(async (ctx) => {
      assert.equal(await sends.findBulkAction(ctx, id), undefined)
      assert.equal(await sends.stopBulkAction(ctx, id, sender), undefined)
      assert.deepEqual((await sends.browseBulkActions(ctx, page)).data, [])
      assert.deepEqual((await sends.listRejectedGifts(ctx, id, page)).data, [])
      const rows = await ctx.query('select id from gifting.bulk_action')
      assert.deepEqual(rows, [], 'row-level security')
      assert.deepEqual(await ctx.query('select 1 from gifting.bulk_action_gift'), [])
    }, other.id)
    assert.equal(await undo(id, other.id), undefined)
    await processAll()
    assert.equal((await read(id)).state, 'finished')
  })
})
