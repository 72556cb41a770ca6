import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import { newId } from '#platform/lib/ids'
import * as sends from '#sends'
import { createAdminFixture, recipientFields } from '#test/admin-fixture'
import { type AdminClient, createAdminTestApp } from '#test/admin-harness'
import { drain } from '#test/eventually'

/*
 * The tests of approval rules. A user who is not an admin cannot send more than the rule of the account
 * allows without an approval.
 */

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const options = { campaign_id: fixture.campaign('email').id }
const oneLink = { campaign_id: fixture.campaign('one_link').id, allowed_email_domains: [] }
const off = {
  mode: 'off',
  max_gifts: null,
  max_cost: null,
  confirm_above: null,
  decide_by_mail: false,
}

async function setRule(rule: object) {
  const { status, text } = await admin.put('/approval-rule', { ...off, ...rule })
  assert.equal(status, 200, text)
}
afterEach(() => setRule(off))
const newSender = async () => testApp.signIn(await testApp.createUser('sender'))

let count = 0
const rows = (length: number) =>
  Array.from({ length }, (_, at) => ({
    recipient: recipientFields(`bypass.${++count}@example.com`),
    line: at + 1,
  }))

const countGifts = () =>
  testApp.run((ctx) =>
    ctx.queryCount('select count(*) from gifting.gift_request where account_id = $1', [
      ctx.account_id,
    ]),
  )

/** Runs requests. Asserts how many gifts they create. */
async function assertCreates(expected: number, run: () => Promise<unknown>) {
  const before = await countGifts()
  await run()
  await drain(() => sends.processApprovals(testApp.db))
  assert.equal((await countGifts()) - before, expected)
}

const startSend = async (client: AdminClient, more: object = {}): Promise<string> => {
  const send = { draft_id: newId(), name: 'A send', options, recipients: 1, ...more }
  return (await client.post('/sends', send)).json.id
}

function assertRejected({ status, json, text }: Awaited<ReturnType<AdminClient['post']>>) {
  assert.deepEqual([status, json.errors?.[0].code], [422, 'not_allowed'], text)
  assert.match(json.errors[0].message, /needs an approval/)
}

describe('a rule for all sends', () => {
  it('stops rows without a send, and scheduled ones', async () => {
    await setRule({ mode: 'all' })
    const sender = await newSender()
    const send_at = new Date(fixture.now().getTime() + 86_400_000).toISOString()
    await assertCreates(0, async () => {
      assertRejected(await sender.post('/send', { options, rows: rows(1) }))
      assertRejected(
        await sender.post('/send', { options: { ...options, send_at }, rows: rows(1) }),
      )
    })
  })

  it('stops a one-link and a gift that is sent again', async () => {
    const id = await fixture.sendGift(`again.${++count}@example.com`)
    await fixture.simulateTo(id, 'expired')
    await setRule({ mode: 'all' })
    const sender = await newSender()
    await assertCreates(0, async () => {
      assertRejected(await sender.post('/one_links', { ...oneLink, quantity: 1 }))
      assertRejected(await sender.post(`/gift_requests/${id}/send_again`, {}))
      const body = { request_id: randomUUID(), kind: 'send_again', ids: [id] }
      const bulk = await sender.post('/bulk-actions', body)
      await drain(() => sends.processBulkActions(testApp.db))
      const { json } = await sender.get(`/bulk-actions/${bulk.json.id}`)
      assert.deepEqual([json.state, json.done, json.rejected], ['finished', 0, 1])
      assert.match(json.reasons[0].reason, /^Needs an approval/)
    })
    assert.equal((await admin.post(`/gift_requests/${id}/send_again`, {})).status, 201)
  })

  it('leaves a session no operation of the public API that creates gifts', async () => {
    await setRule({ mode: 'all' })
    const sender = await newSender()
    const gift = { ...options, recipient: recipientFields(`bypass.${++count}@example.com`) }
    await assertCreates(0, async () => {
      assert.equal((await sender.post('/gift_requests', gift)).status, 404)
      const batch = { gift_requests: [gift] }
      assert.equal((await sender.post('/gift_requests/batch', batch)).status, 404)
    })
  })

  it('applies to further rows of a send that was started before it', async () => {
    const sender = await newSender()
    const bulk_send_id = await startSend(sender, { recipients: 2 })
    await sender.post('/send', { options, rows: rows(1), bulk_send_id })
    await setRule({ mode: 'all' })
    await assertCreates(0, async () =>
      assertRejected(await sender.post('/send', { options, rows: rows(1), bulk_send_id })),
    )
  })

  it('saves what the send started with, not what a later request contains', async () => {
    await setRule({ mode: 'all' })
    const sender = await newSender()
    const email_message = { subject: 'As submitted', body: 'Hello.' }
    const bulk_send_id = await startSend(sender, { options: { ...options, email_message } })
    const other = { ...options, email_message: { subject: 'Another', body: 'Hello.' } }
    await sender.post('/send', { options: other, rows: rows(1), bulk_send_id })
    await sender.post(`/sends/${bulk_send_id}/submit`)
    const { message } = (await admin.get(`/sends/${bulk_send_id}/approval`)).json
    assert.equal(message.subject, 'As submitted')
  })

  it('lets rows be added neither while the send awaits approval nor after it', async () => {
    await setRule({ mode: 'all' })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender)
    await sender.post('/send', { options, rows: rows(1), bulk_send_id })
    await sender.post(`/sends/${bulk_send_id}/submit`)
    const add = () => sender.post('/send', { options, rows: rows(1), bulk_send_id })
    assert.equal((await add()).status, 409)
    assert.equal(
      (await sender.post(`/sends/${bulk_send_id}/cancel`, { scope: 'unsent' })).status,
      409,
    )
    await assertCreates(1, () => admin.post(`/sends/${bulk_send_id}/approve`))
    await assertCreates(0, async () => assert.equal((await add()).status, 409))
    await setRule(off)
    await assertCreates(0, async () => assert.equal((await add()).status, 409))
  })

  it('is changed, and sends are decided about, by admins only', async () => {
    await setRule({ mode: 'all' })
    for (const role of ['sender', 'viewer', 'packer', 'developer'] as const) {
      const client = await testApp.signIn(await testApp.createUser(role))
      assert.equal((await client.put('/approval-rule', off)).status, 403, role)
      assert.equal((await client.post(`/sends/${newId()}/approve`)).status, 403, role)
      assert.equal((await client.post(`/sends/${newId()}/reject`, { reason: 'x' })).status, 403)
    }
  })

  it('does not concern admins', async () => {
    await setRule({ mode: 'all' })
    await assertCreates(2, () => admin.post('/send', { options, rows: rows(2) }))
  })

  it('shows and decides nothing of another account', async () => {
    await setRule({ mode: 'all' })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender)
    await sender.post('/send', { options, rows: rows(1), bulk_send_id })
    await sender.post(`/sends/${bulk_send_id}/submit`)
    const account = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', account.id))
    for (const path of ['approval', 'content'])
      assert.equal((await stranger.get(`/sends/${bulk_send_id}/${path}`)).status, 404)
    assert.equal((await stranger.post(`/sends/${bulk_send_id}/approve`)).status, 404)
    const colleague = await newSender()
    assert.equal((await colleague.get(`/sends/${bulk_send_id}/content`)).status, 404)
    assert.equal((await colleague.post(`/sends/${bulk_send_id}/withdraw`)).status, 404)
  })
})

describe('a limit of gifts', () => {
  it('counts all rows of a send, whatever number it was started with', async () => {
    await setRule({ mode: 'limits', max_gifts: 3 })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender)
    await assertCreates(3, async () => {
      const first = await sender.post('/send', { options, rows: rows(3), bulk_send_id })
      assert.equal(first.status, 200, first.text)
      assertRejected(await sender.post('/send', { options, rows: rows(1), bulk_send_id }))
    })
  })

  it('counts all sends and one-links of a user within 24 hours, and nothing of another user', async () => {
    await setRule({ mode: 'limits', max_gifts: 3 })
    const [sender, other] = [await newSender(), await newSender()]
    await assertCreates(3, async () => {
      assert.equal((await sender.post('/send', { options, rows: rows(2) })).status, 200)
      assertRejected(await sender.post('/send', { options, rows: rows(2) }))
      assertRejected(await sender.post('/one_links', { ...oneLink, quantity: 2 }))
      const { status, text } = await sender.post('/one_links', { ...oneLink, quantity: 1 })
      assert.equal(status, 201, text)
    })
    assert.equal((await other.post('/send', { options, rows: rows(3) })).status, 200)
    const { json } = await sender.post('/send/estimate', { options, recipients: 1 })
    assert.deepEqual(json.approval_reasons, ['gifts'])
    await fixture.advanceClock(25 * 3_600_000)
    assert.equal((await sender.post('/send', { options, rows: rows(3) })).status, 200)
  })

  it('holds for concurrent requests', async () => {
    await setRule({ mode: 'limits', max_gifts: 5 })
    const user = await testApp.createUser('sender')
    // each client has a separate session, because requests of one session wait for each other
    const clients = await Promise.all(Array.from({ length: 4 }, () => testApp.signIn(user)))
    await assertCreates(4, () =>
      Promise.all(clients.map((client) => client.post('/send', { options, rows: rows(2) }))),
    )
  })

  it('gives back what was undone before it was sent', async () => {
    await setRule({ mode: 'limits', max_gifts: 2 })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender, { recipients: 2 })
    await sender.post('/send', { options, rows: rows(2), bulk_send_id })
    await sender.post(`/sends/${bulk_send_id}/cancel`, { scope: 'unsent' })
    assert.equal((await sender.post('/send', { options, rows: rows(2) })).status, 200)
    assertRejected(await sender.post('/send', { options, rows: rows(1) }))
  })

  it('makes a send above it wait, which then does not count', async () => {
    await setRule({ mode: 'limits', max_gifts: 2 })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender, { recipients: 3 })
    await assertCreates(0, async () => {
      const saved = await sender.post('/send', { options, rows: rows(3), bulk_send_id })
      assert.equal(saved.json.rows[0].status, 'saved')
      await sender.post(`/sends/${bulk_send_id}/submit`)
    })
    await assertCreates(3, () => admin.post(`/sends/${bulk_send_id}/approve`))
    assert.equal((await sender.post('/send', { options, rows: rows(2) })).status, 200)
  })
})

describe('a limit of the cost', () => {
  const variants = fixture.campaign('email').products.flatMap((product) => product.variants)
  const setCost = (amount_minor: number | null, currency: string | null) =>
    testApp.run((ctx) =>
      ctx.query(
        `update catalogue.variant set unit_cost_minor = $2, unit_cost_currency = $3
          where account_id = $1 and id = any ($4)`,
        [ctx.account_id, amount_minor, currency, variants.map(({ id }) => id)],
      ),
    )
  const rule = { mode: 'limits', max_cost: { amount_minor: 5_000, currency: 'EUR' } }

  it('requires approval above it, for an unknown cost, and for another currency', async () => {
    await setRule(rule)
    const sender = await newSender()
    const reasons = async (recipients: number) =>
      (await sender.post('/send/estimate', { options, recipients })).json.approval_reasons
    await setCost(null, null)
    assert.deepEqual(await reasons(1), ['unknown_cost'])
    await setCost(1_000, 'USD')
    assert.deepEqual(await reasons(1), ['unknown_cost'])
    await setCost(1_000, 'EUR')
    assert.ok(
      (
        await testApp.run((ctx) =>
          catalogue.itemCostsById(
            ctx,
            variants.map(({ id }) => id),
          ),
        )
      ).size > 0,
    )
    const most = (await sender.post('/send/estimate', { options })).json.most_per_gift[0]
    const fitting = Math.floor(5_000 / most.amount_minor)
    assert.deepEqual(await reasons(fitting), [])
    assert.deepEqual(await reasons(fitting + 1), ['cost'])
    await assertCreates(fitting, async () => {
      assertRejected(await sender.post('/send', { options, rows: rows(fitting + 1) }))
      assert.equal((await sender.post('/send', { options, rows: rows(fitting) })).status, 200)
      assertRejected(await sender.post('/send', { options, rows: rows(1) }))
    })
  })

  it('looks at the items of each request, not at those that the send was started with', async () => {
    await setCost(1_000, 'EUR')
    await setRule({ ...rule, max_cost: { amount_minor: 4_000, currency: 'EUR' } })
    const sender = await newSender()
    const bulk_send_id = await startSend(sender, {
      options: { variant_ids: [variants[0]?.id], email_message: { subject: 'x', body: 'y' } },
    })
    const all = {
      variant_ids: variants.map(({ id }) => id).slice(0, 5),
      selection_mode: 'all',
      email_message: { subject: 'x', body: 'y' },
    }
    assert.equal(all.variant_ids.length, 5)
    await assertCreates(0, async () =>
      assertRejected(await sender.post('/send', { options: all, rows: rows(1), bulk_send_id })),
    )
  })
})
