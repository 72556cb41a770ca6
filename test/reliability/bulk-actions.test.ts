import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#contract'
import * as sends from '#sends'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const large = await testApp.createAccount('Large')
const admin = await testApp.createUser('admin', large.id)
const page = { limit: 10, order: 'desc' } as const

const toUser = ({
  id,
  email,
}: {
  id: string
  email: string
}): Parameters<typeof sends.startBulkAction>[2] => ({
  sender: { id, email, name: 'Ada' },
  isRestricted: false,
})

/** Inserts expired gifts. */
const insertGifts = (from: number, to: number) =>
  testApp.run(
    (ctx) =>
      ctx.query(
        `insert into gifting.gift_request (account_id, id, reference, state, status, version, is_direct, sender_id,
           sender_name, sender_email, email_key, first_name, last_name, email, email_message, metadata, expires_at,
           delivered_emitted, created_at, updated_at)
         select $1, gen_random_uuid(), 'GR-' || i, 'expired', 'cancelled', 1, false, $1, '', '', '', '', '', '', '{}', '{}',
           now(), false, now(), now() from generate_series($2::int, $3::int) i`,
        [large.id, from, to],
      ),
    large.id,
  )

/** Starts the reminders for all expired gifts of the large account. */
const startAll = (request_id: string) =>
  testApp.run(
    (ctx) =>
      sends.startBulkAction(
        ctx,
        { request_id, action: { kind: 'remind' }, selection: { matching: { status: 'expired' } } },
        toUser(admin),
      ),
    large.id,
  )

const find = (id: string, account_id: string) =>
  testApp.run((ctx) => sends.findBulkAction(ctx, id), account_id)

describe('a bulk action on 100,000 gifts', () => {
  it('is the largest, and lets the action of another account have its turn', async () => {
    for (let from = 1; from < 100_000; from += 10_000) await insertGifts(from, from + 9_999)
    const { id } = await startAll('all')
    assert.equal((await find(id, large.id))?.gifts, 100_000)
    const ids = [await fixture.sendGift('ada@small.example'), await fixture.sendGift('b@x.example')]
    const small = await fixture.run((ctx) =>
      sends.startBulkAction(
        ctx,
        { request_id: 'small', action: { kind: 'cancel' }, selection: { ids } },
        toUser(testApp.admin),
      ),
    )
    let rounds = 0
    await drain(async () => {
      await sends.processBulkActions(testApp.db)
      rounds += 1
      return (await find(small.id, testApp.account.id))?.state === 'finished' ? 0 : 1
    }, 10)
    assert.equal(rounds, 1)
    const processed = (await find(id, large.id))?.rejected ?? 0
    assert.ok(processed > 0 && processed <= 100, `${processed} gifts in one turn`)
    await testApp.run((ctx) => sends.stopBulkAction(ctx, id, toUser(admin)), large.id)
  })

  it('is rejected with one gift more, and leaves nothing', async () => {
    await insertGifts(100_001, 100_001)
    await assert.rejects(startAll('too many'), (error: unknown) => {
      assert.ok(error instanceof ApiError)
      assert.match(error.errors()[0]?.message ?? '', /more than 100,000 gifts; narrow the filters/)
      return true
    })
    const { data } = await testApp.run((ctx) => sends.browseBulkActions(ctx, page), large.id)
    assert.equal(data.length, 1)
  })
})
