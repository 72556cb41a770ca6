import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as mail from '#email'
import * as gifting from '#gifting'
import { pluck } from '#test/pluck'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const origin = await testApp.listen()
const senderConfig = {
  from: { name: 'Bestow', email: 'gifts@example.com' },
  bounceAddress: undefined,
}
const dayMs = 24 * 60 * 60 * 1000

const outgoing = (gift_request_id: string) =>
  testApp.run(async (ctx) => {
    const emails = await mail.list(ctx, { gift_request_id, limit: 50 })
    return Promise.all(emails.map(({ id }) => mail.findOutgoing(ctx, id, senderConfig)))
  })

/** Returns the path of the unsubscribe link in the header of the invitation. */
async function unsubscribePath(gift_request_id: string): Promise<string> {
  const [invitation] = await outgoing(gift_request_id)
  assert.equal(invitation?.unsubscribes_with_one_click, true)
  return new URL(invitation.unsubscribe_url ?? '').pathname
}

const reminderKinds = (gift_request_id: string) =>
  testApp.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id, limit: 50 }))
      .filter(({ state }) => state !== 'suppressed')
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'reminder' || kind === 'expiring'),
  )

const isStopped = (id: string) =>
  testApp.run(async (ctx) => {
    const [row] = await ctx.query<{ at: Date | null }>(
      'select reminders_stopped_at as at from gifting.redemption_session where account_id = $1 and gift_request_id = $2',
      [testApp.account.id, id],
    )
    return row?.at != null
  })

const oneClick = (path: string, init: RequestInit = {}) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    ...init,
  })

describe('one-click unsubscribe (RFC 8058)', () => {
  it('stops the reminders of this gift, and nothing else', async () => {
    const [stopped, other] = [await testApp.createGift(), await testApp.createGift()]
    const path = await unsubscribePath(stopped.id)
    const response = await oneClick(path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('set-cookie'), null)
    for (let step = 0; step < 4; step++) await testApp.advanceTime(5.3 * dayMs)
    assert.deepEqual(await reminderKinds(stopped.id), [])
    assert.ok((await reminderKinds(other.id)).length > 0)
    const page = await testApp.run((ctx) => gifting.getRedemptionPage(ctx, stopped.id))
    assert.deepEqual([page?.state, page?.declined_at], ['awaiting_recipient', null])
    await assert.rejects(
      testApp.run((ctx) => gifting.sendReminder(ctx, stopped.id)),
      /has stopped the reminders/,
    )
  })

  it('changes nothing with GET and HEAD, and shows a button', async () => {
    const gift = await testApp.createGift()
    const path = await unsubscribePath(gift.id)
    await fetch(origin + path, { method: 'HEAD' })
    const text = await (await fetch(origin + path)).text()
    assert.match(text, /<form method="post" action="\/reminders\/[^"]+" id="reminders">/)
    assert.doesNotMatch(text, new RegExp(gift.path))
    assert.equal(await isStopped(gift.id), false)
  })

  it('accepts multipart bodies, empty bodies and repeated requests at the same instant', async () => {
    const gift = await testApp.createGift()
    const path = await unsubscribePath(gift.id)
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    const responses = await Promise.all([
      fetch(origin + path, { method: 'POST', body: form }),
      fetch(origin + path, { method: 'POST' }),
      oneClick(path),
      oneClick(path),
    ])
    assert.deepEqual(pluck(responses, 'status'), [200, 200, 200, 200])
    assert.equal(await isStopped(gift.id), true)
  })

  it('rejects forged, damaged and foreign tokens', async () => {
    const gift = await testApp.createGift()
    const path = await unsubscribePath(gift.id)
    const token = path.slice('/reminders/'.length)
    const flipped = `${token.slice(0, -6)}${token.at(-6) === 'A' ? 'B' : 'A'}${token.slice(-5)}`
    const proof = testApp.db.deployment.cipher
      .encrypt(`${testApp.account.id} ${gift.id} x`, 'gifting.preview')
      .toString('base64url')
    for (const each of [
      flipped,
      token.slice(0, -10),
      proof,
      gift.id,
      'a',
      '%00',
      'x'.repeat(5_000),
    ])
      assert.ok(
        [404, 414, 400].includes((await oneClick(`/reminders/${each}`)).status),
        each.slice(0, 50),
      )
    assert.equal(await isStopped(gift.id), false)
  })

  it('does not stop the reminders of a later recipient of the gift', async () => {
    const gift = await testApp.createGift()
    const path = await unsubscribePath(gift.id)
    await testApp.run((ctx) => gifting.correctEmail(ctx, gift.id, 'grace@example.com'))
    assert.equal((await oneClick(path)).status, 404)
    assert.equal(await isStopped(gift.id), false)
  })

  it('is not in the email that a user of the account sees', async () => {
    const gift = await testApp.createGift()
    await testApp.run(async (ctx) => {
      const [message] = await mail.list(ctx, { gift_request_id: gift.id, limit: 5 })
      const shown = await mail.find(ctx, message?.id ?? '')
      assert.ok(shown?.rendered)
      assert.doesNotMatch(shown.rendered.html + shown.rendered.text, /\/reminders\//)
      const own = await mail.findAsRecipient(ctx, message?.id ?? '')
      assert.match(own?.rendered?.html ?? '', /\/reminders\//)
      assert.match(own?.rendered?.text ?? '', /\/reminders\//)
    })
  })
})
