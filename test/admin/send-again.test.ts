import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { createAdminFixture, homeAddress } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { testShipping } from '#test/fulfilment-fixture'
import { readGiftPage } from '#test/gift-page'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

const findAuditEntries = async (subject_id: string) =>
  (await admin.get(`/audit?subject_id=${subject_id}&action=gift_request.send_again`)).json.data

async function createExpiredGift(email: string): Promise<string> {
  const id = await fixture.sendGift(email)
  await fixture.simulateTo(id, 'expired')
  return id
}

describe('sending a gift again', () => {
  it('creates one new gift with the sender’s changes, and links both', async () => {
    const id = await createExpiredGift('ada@example.com')
    assert.equal((await readGiftPage(sender, id)).actions.send_again, null)
    const email_message = { subject: 'Once more', body: 'It is still yours.' }
    const sent = await sender.post(`/gift_requests/${id}/send_again`, {
      email: ' ada.new@example.com ',
      email_message,
    })
    assert.equal(sent.status, 201)
    const [old, replacement] = [
      await readGiftPage(sender, id),
      await readGiftPage(sender, sent.json.id),
    ]
    assert.deepEqual(old.reissued_as, { id: sent.json.id, reference: replacement.reference })
    assert.deepEqual(replacement.reissued_from, { id, reference: old.reference })
    assert.equal(replacement.recipient.email, 'ada.new@example.com')
    assert.deepEqual(replacement.email_message, email_message)
    assert.equal(replacement.redemption_url, old.redemption_url)
    assert.match(old.actions.send_again, /sent again as GR-/)
    const [entry] = await findAuditEntries(id)
    assert.deepEqual(entry.details, { reissued_as: replacement.reference })
  })

  it('returns the same gift for a repeated request, and records one action', async () => {
    const id = await createExpiredGift('ben@example.com')
    const responses = await Promise.all(
      [1, 2, 3].map(() => sender.post(`/gift_requests/${id}/send_again`, {})),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 201])
    assert.equal(new Set(responses.map(({ json }) => json.id)).size, 1)
    assert.equal((await findAuditEntries(id)).length, 1)
  })

  it('rejects invalid input with the field, and unknown gifts', async () => {
    const id = await createExpiredGift('edi@example.com')
    const post = (body: object) => sender.post(`/gift_requests/${id}/send_again`, body)
    for (const [body, param] of [
      [{ email: 'no address' }, 'email'],
      [{ expires_at: '2020-01-01T00:00:00.000Z' }, 'expires_at'],
      [{ email_message: { subject: '', body: '' } }, 'email_message.subject'],
      [{ metadata: {} }, 'metadata'],
    ] as const) {
      const { status, json } = await post(body)
      assert.equal(status, 422, param)
      assert.equal(json.errors[0].param, param)
    }
    assert.equal(
      (await sender.post(`/gift_requests/${testApp.admin.id}/send_again`, {})).status,
      404,
    )
    assert.equal((await readGiftPage(sender, id)).reissued_as, null)
  })
})

describe('a gift that its recipient changed', () => {
  it('shows what changed and what can still change, and no address', async () => {
    const id = await fixture.sendGift('fern@example.com')
    await fixture.simulateTo(id, 'ordered')
    const before = await readGiftPage(sender, id)
    assert.deepEqual(before.changeability, { is_changeable: true, blocker: null, retry_at: null })
    const current = before.line_items[0].variant_id
    const redemption = await fixture.run((ctx) => gifting.getRedemptionPage(ctx, id))
    const other = redemption?.items.find(
      (item) => item.variant_id !== current && item.kind === 'physical' && item.is_available,
    )
    assert.ok(other !== undefined)
    const shipping_address = { ...homeAddress, line_1: 'Friedrichstraße 7' }
    await fixture.run((ctx) =>
      fulfilment.changeGift(
        ctx,
        id,
        { variant_ids: [other.variant_id], shipping_address },
        testShipping,
      ),
    )
    const after = await readGiftPage(sender, id)
    const { changes, line_items, version } = after
    assert.equal(changes.length, 1)
    assert.deepEqual(
      [changes[0].state, changes[0].changes_address, changes[0].new_items[0].variant_id],
      ['applied', true, other.variant_id],
    )
    assert.deepEqual(changes[0].old_items[0].variant_id, current)
    assert.equal(line_items[0].variant_id, other.variant_id)
    assert.ok(version > before.version, 'open pages load the gift again')
    assert.ok(!JSON.stringify(after).includes('Friedrichstraße'))
    await fixture.simulateTo(id, 'in_transit')
    assert.equal((await readGiftPage(sender, id)).changeability, null)
  })
})
