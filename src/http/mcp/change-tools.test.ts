import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as audit from '#audit'
import { giftBody } from '#test/api-harness'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'
import { callTool, createMcpTestApp, type Json } from '#test/mcp-harness'

/* The tests of changes to gifts that were sent. Each change has a preview and a confirmation. */

const { testApp, connectClient, createToken } = await createMcpTestApp()
const { api } = testApp
const agent = await connectClient((await createToken(1000)).token)

async function createGift(): Promise<Json> {
  const { json } = await api.post('/gift_requests', giftBody(testApp))
  await testApp.advanceTime()
  return (await api.get(`/gift_requests/${json.id}`)).json
}
const details = async (id: string) => (await api.get(`/gift_requests/${id}/details`)).json
const actionsOf = async (id: string) => {
  const entries = await testApp.run((ctx) => audit.listSubjectEntries(ctx, id, 100))
  return entries.map(({ action }) => action)
}

async function change(input: object) {
  const shown = await callTool(agent, 'preview_change', input)
  assert.equal(shown.isError, false, shown.message)
  const { confirmation_code } = shown.content
  const done = await callTool(agent, 'confirm_change', { ...input, confirmation_code })
  assert.equal(done.isError, false, done.message)
  return { shown: shown.content, done: done.content }
}

describe('preview_change and confirm_change', () => {
  it('extend a gift, and the preview changes nothing', async () => {
    const { id, reference } = await createGift()
    const { expires_at } = await details(id)
    const input = { gift: reference, change: 'extend', days: 7 }
    const { content: shown } = await callTool(agent, 'preview_change', input)
    const expected = new Date(Date.parse(expires_at) + 7 * 86_400_000).toISOString()
    assert.deepEqual(shown.changes.expires_at, { before: expires_at, after: expected })
    assert.ok(shown.message.subject)
    assert.ok(shown.sender.name)
    assert.equal((await details(id)).expires_at, expires_at)
    const { confirmation_code } = shown
    const done = await callTool(agent, 'confirm_change', { ...input, confirmation_code })
    assert.equal(done.isError, false, done.message)
    assert.equal((await details(id)).expires_at, expected)
    assert.deepEqual(await actionsOf(id), ['gift_request.extend'])
  })

  it('correct an email address, replace a link and resend emails', async () => {
    const gift = await createGift()
    const { shown } = await change({
      gift: gift.id,
      change: 'correct_email',
      email: 'right@example.com',
    })
    assert.equal(shown.changes.email.after, 'right@example.com')
    assert.equal(shown.recipient.email, 'right@example.com')
    const after = (await api.get(`/gift_requests/${gift.id}`)).json
    assert.equal(after.recipient.email, 'right@example.com')
    await change({ gift: gift.id, change: 'reissue_link' })
    const relinked = (await api.get(`/gift_requests/${gift.id}`)).json
    assert.notEqual(relinked.redemption_url, after.redemption_url)
    const { content: list } = await callTool(agent, 'gift_emails', { gift: gift.id })
    const email_ids = [list.emails[0].id]
    const resent = await change({ gift: gift.id, change: 'resend_emails', email_ids })
    assert.equal(resent.shown.changes.emails.length, 1)
    const { content: more } = await callTool(agent, 'gift_emails', { gift: gift.id })
    assert.equal(more.emails.length, list.emails.length + 1)
  })

  it('remind after an hour', async () => {
    const gift = await createGift()
    const early = await callTool(agent, 'preview_change', { gift: gift.id, change: 'remind' })
    assert.equal(early.code, 'invalid_transition')
    await testApp.advanceTime(2 * 3_600_000)
    const { shown } = await change({ gift: gift.id, change: 'remind' })
    assert.equal(shown.changes.reminder_to, gift.recipient.email)
  })

  it('send an expired gift again, once, and count it towards the cap', async () => {
    const gift = await createGift()
    await api.post(`/test_helpers/gift_requests/${gift.id}/advance`, { to: 'expired' })
    const quota = async () => (await callTool(agent, 'account_summary')).content.sending.sent
    const before = await quota()
    const input = { gift: gift.id, change: 'send_again', email: 'new@example.com' }
    const { shown, done } = await change(input)
    assert.equal(shown.recipient.email, 'new@example.com')
    assert.ok(shown.items.chooses_from?.length ?? shown.items.gets.length)
    assert.equal(done.gifts.length, 2)
    assert.equal(await quota(), before + 1)
    assert.equal((await callTool(agent, 'preview_change', input)).code, 'invalid_transition')
  })

  it('change the address of a redeemed gift, without showing the old one', async () => {
    const id = await createRedeemedGift(testApp, await createCups(testApp))
    const shipping_address = {
      name: 'Ada Larkin',
      line_1: 'Unter den Linden 5',
      city: 'Berlin',
      postal_code: '10117',
      country: 'DE',
    }
    const { shown } = await change({ gift: id, change: 'change_address', shipping_address })
    assert.deepEqual(shown.changes.shipping_address.line_1, shipping_address.line_1)
    assert.deepEqual(
      await actionsOf(id).then((all) => all.includes('gift_request.fix_address')),
      true,
    )
  })

  it('list parcels, and reject an unknown parcel', async () => {
    const id = await createRedeemedGift(testApp, await createCups(testApp))
    await createFulfilmentRunner(testApp).run()
    const { content } = await callTool(agent, 'gift_parcels', { gift: id })
    assert.ok(content.parcels[0].id)
    const again = (parcel_id: string) =>
      callTool(agent, 'preview_change', { gift: id, change: 'ship_again', parcel_id })
    assert.equal((await again(content.parcels[0].id)).code, 'invalid_transition')
    assert.equal((await again(crypto.randomUUID())).code, 'invalid_reference')
  })

  it('reject members of another change, and unknown gifts', async () => {
    const { id } = await createGift()
    const rejected = [
      [{ gift: id, change: 'remind', days: 3 }, 'unknown_parameter'],
      [{ gift: id, change: 'extend' }, 'required'],
      [{ gift: id, change: 'extend', days: 3, expires_at: '2030-01-01T00:00:00Z' }, 'not_allowed'],
      [{ gift: id, change: 'correct_email', email: 'nowhere' }, 'invalid_format'],
      [{ gift: 'GR-NOTTHERE', change: 'remind' }, 'not_found'],
    ] as const
    for (const [input, code] of rejected)
      assert.equal((await callTool(agent, 'preview_change', input)).code, code)
  })
})

describe('a confirmation', () => {
  it('is rejected with a new preview if the gift has changed since', async () => {
    const { id } = await createGift()
    const input = { gift: id, change: 'reissue_link' }
    const { content: shown } = await callTool(agent, 'preview_change', input)
    await api.post(`/gift_requests/${id}/correct_email`, { email: 'other@example.com' })
    const url = (await api.get(`/gift_requests/${id}`)).json.redemption_url
    const { confirmation_code } = shown
    const moved = await callTool(agent, 'confirm_change', { ...input, confirmation_code })
    assert.equal(moved.code, 'not_allowed')
    assert.match(moved.message, /Changed since the preview: .*recipient/)
    assert.equal((await api.get(`/gift_requests/${id}`)).json.redemption_url, url, 'nothing done')
    const { new_preview } = moved.content
    assert.equal(new_preview.recipient.email, 'other@example.com')
    const second = { ...input, confirmation_code: new_preview.confirmation_code }
    assert.equal((await callTool(agent, 'confirm_change', second)).isError, false)
  })

  it('is for one change of one gift', async () => {
    const [one, other] = [await createGift(), await createGift()]
    const input = { gift: one.id, change: 'extend', days: 3 }
    const { confirmation_code } = (await callTool(agent, 'preview_change', input)).content
    for (const changed of [
      { ...input, days: 4 },
      { ...input, gift: other.id },
      { gift: one.id, change: 'reissue_link' },
    ]) {
      const { code } = await callTool(agent, 'confirm_change', { ...changed, confirmation_code })
      assert.equal(code, 'not_allowed')
    }
    const both = await Promise.all(
      [0, 1].map(() => callTool(agent, 'confirm_change', { ...input, confirmation_code })),
    )
    assert.deepEqual(both.map(({ isError }) => isError).sort(), [false, true])
  })

  it('requires the permission of the agent', async () => {
    const { id } = await createGift()
    const reader = await connectClient(testApp.token)
    const { content } = await callTool(reader, 'preview_change', {
      gift: id,
      change: 'reissue_link',
    })
    assert.deepEqual([content.may_send, content.confirmation_code], [false, null])
  })
})
