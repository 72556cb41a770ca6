import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as campaigns from '#campaigns'
import { newestGiftFormat } from '#contract'
import * as mail from '#email'
import { ALL_ACCOUNTS, inTransaction } from '#platform/postgres/database'
import { createTestApp, giftBody } from '#test/api-harness'
import { claim, claimConfirmed } from '#test/claim-fixture'
import * as gifting from '../index.ts'

const dayMs = 86_400_000
const app = await createTestApp()
const { api } = app

before(() =>
  app.run(async (ctx) => {
    const reminders = { after_days: [5, 20], before_expiry_days: [3], quiet: null }
    await campaigns.updateCommunication(ctx, app.campaign('email').id, { reminders })
  }),
)

const listKinds = (gift_request_id: string) =>
  app.run(async (ctx) =>
    (await mail.list(ctx, { gift_request_id })).map(({ kind }) => kind).reverse(),
  )

const findEmail = (gift_request_id: string, kind: string) =>
  app.run(async (ctx) => {
    const messages = await mail.list(ctx, { gift_request_id })
    const found = messages.find((message) => message.kind === kind)
    return (await mail.find(ctx, found?.id ?? ''))?.rendered
  })

async function createSent(more: object = {}): Promise<string> {
  const { status, json, text } = await api.post('/gift_requests', giftBody(app, more))
  assert.equal(status, 201, text)
  await app.advanceTime()
  return json.id
}

const simulate = async (id: string, to: string) => {
  const { status, text } = await api.post(`/test_helpers/gift_requests/${id}/advance`, { to })
  assert.equal(status, 200, text)
}

it('sends the gift request’s own message, and an email for each step until delivery', async () => {
  const email_message = { subject: 'Für dich', body: 'Hello,\n\nthis is "yours" & <only> yours.' }
  const id = await createSent({ email_message })
  const invitation = await findEmail(id, 'invitation')
  assert.equal(invitation?.subject, email_message.subject)
  assert.ok(invitation.text.startsWith(email_message.body))
  const { json } = await api.get(`/gift_requests/${id}`)
  assert.ok(invitation.text.includes(json.redemption_url))
  await simulate(id, 'in_transit')
  await simulate(id, 'delivered')
  assert.deepEqual(await listKinds(id), ['invitation', 'redeemed', 'dispatched', 'delivered'])
})

it('sends the campaign’s message if the gift request has none', async () => {
  const id = await createSent()
  const { subject } = app.campaign('email').email_message
  assert.equal((await findEmail(id, 'invitation'))?.subject, subject)
})

it('sends no invitation if the sender shares the links, but all later emails', async () => {
  const id = await createSent({ campaign_id: app.campaign('gift_link').id })
  assert.deepEqual(await listKinds(id), [])
  await app.advanceTime(30 * dayMs)
  assert.deepEqual(await listKinds(id), [])
  await simulate(id, 'ordered')
  assert.deepEqual(await listKinds(id), ['redeemed'])
})

it('announces direct-send, and sends nothing without an email address', async () => {
  const campaign = app.campaign('sender_provided_address')
  const variant_id = campaign.products[0]?.variants[0]?.id
  const shipping_address = {
    name: 'Ada Larkin',
    line_1: '1 Example Street',
    city: 'Springfield',
    region: 'IL',
    postal_code: '62701',
    country: 'US',
  }
  const line_items = [{ variant_id, quantity: 1 }]
  const id = await createSent({ campaign_id: campaign.id, shipping_address, line_items })
  assert.deepEqual(await listKinds(id), ['announcement'])
  assert.equal((await findEmail(id, 'announcement'))?.subject, campaign.email_message.subject)
  await simulate(id, 'in_transit')
  assert.deepEqual(await listKinds(id), ['announcement', 'dispatched'])
})

it('sends nothing if the transaction rolls back', async () => {
  const count = () =>
    app.run(async (ctx) => (await ctx.query('select id from mail.message')).length)
  const before = await count()
  await assert.rejects(
    app.run(async (ctx) => {
      const { id } = await gifting.create(ctx, giftBody(app), newestGiftFormat)
      await gifting.simulateTo(ctx, id, 'awaiting_recipient')
      throw new Error('rolled back')
    }),
  )
  assert.equal(await count(), before)
})

it('sends each planned reminder once, with two nodes and after a restart', async () => {
  const id = await createSent({
    expires_at: new Date(app.db.clock().getTime() + 40 * dayMs).toISOString(),
  })
  await app.advanceTime(4 * dayMs)
  assert.deepEqual(await listKinds(id), ['invitation'])
  await Promise.all([app.advanceTime(2 * dayMs), gifting.processDue(app.db)])
  assert.deepEqual(await listKinds(id), ['invitation', 'reminder'])
  await inTransaction(app.db, ALL_ACCOUNTS, (ctx) =>
    ctx.query('update gifting.gift_request set remind_at = now(), due_at = now() where id = $1', [
      id,
    ]),
  )
  await app.advanceTime()
  assert.deepEqual(await listKinds(id), ['invitation', 'reminder'], 'the reminder has been sent')
  await app.advanceTime(15 * dayMs)
  assert.deepEqual(await listKinds(id), ['invitation', 'reminder', 'reminder'])
  await app.advanceTime(17 * dayMs)
  assert.deepEqual(await listKinds(id), ['invitation', 'reminder', 'reminder', 'expiring'])
  assert.match((await findEmail(id, 'expiring'))?.subject ?? '', /^[23] days left/)
  await app.advanceTime(5 * dayMs)
  const { json } = await api.get(`/gift_requests/${id}`)
  assert.equal(json.status, 'cancelled')
  assert.deepEqual((await listKinds(id)).slice(4), ['gift_expired'])
})

it('sends reminders by the account’s test clock', async () => {
  const { account, api: client } = await app.createOtherAccount()
  const { json: listed } = await client.get('/campaigns')
  const { id: campaign_id } = listed.data.find(
    ({ invitation_method }: { invitation_method: string }) => invitation_method === 'email',
  )
  const reminders = { after_days: [5], before_expiry_days: [], quiet: null }
  await app.run((ctx) => campaigns.updateCommunication(ctx, campaign_id, { reminders }), account.id)
  const { json } = await client.post('/gift_requests', { ...giftBody(app), campaign_id })
  const kinds = () =>
    app.run(
      async (ctx) => (await mail.list(ctx, { gift_request_id: json.id })).map(({ kind }) => kind),
      account.id,
    )
  await client.post('/test_helpers/clock/advance', { by: '4d' })
  assert.deepEqual(await kinds(), ['invitation'])
  await client.post('/test_helpers/clock/advance', { by: '2d' })
  assert.deepEqual(await kinds(), ['reminder', 'invitation'])
})

it('sends only the last of several overdue reminders', async () => {
  const id = await createSent()
  await app.advanceTime(30 * dayMs)
  assert.deepEqual(await listKinds(id), ['invitation', 'reminder'])
})

it('does not remind recipients who redeemed, declined or whose address bounced', async () => {
  const [redeemed, cancelled, declined, bounced] = [
    await createSent(),
    await createSent(),
    await createSent(),
    await createSent({
      recipient: { first_name: 'B', last_name: 'B', email: 'bounced@example.com' },
    }),
  ]
  await simulate(redeemed, 'ordered')
  await api.post(`/gift_requests/${cancelled}/cancel`, {})
  await app.run((ctx) => gifting.decline(ctx, declined, { reason: 'No sweets, please.' }))
  await app.run(async (ctx) => {
    const [message] = await mail.list(ctx, { gift_request_id: bounced })
    const [row] = await ctx.query<{ code: string }>(
      "update mail.message set state = 'sent', due_at = null where id = $1 returning code",
      [message?.id],
    )
    const response = '550 5.1.1 unknown user'
    assert.equal(
      await mail.recordBounce(ctx, {
        id: message?.id ?? '',
        code: 'wrong',
        response,
        isInvalidAddress: true,
      }),
      false,
    )
    const bounce = {
      id: message?.id ?? '',
      code: row?.code ?? '',
      response,
      isInvalidAddress: true,
    }
    assert.equal(await mail.recordBounce(ctx, bounce), true)
    assert.equal(await mail.recordBounce(ctx, bounce), true)
  })
  await app.advanceTime(6 * dayMs)
  assert.deepEqual(await listKinds(redeemed), ['invitation', 'redeemed'])
  assert.deepEqual(await listKinds(cancelled), ['invitation'])
  assert.deepEqual(await listKinds(declined), ['invitation', 'declined'])
  assert.match((await findEmail(declined, 'declined'))?.text ?? '', /No sweets, please\./)
  const messages = await app.run((ctx) => mail.list(ctx, { gift_request_id: bounced }))
  assert.deepEqual(messages.map(({ kind, state, to }) => [kind, state, to?.email]).reverse(), [
    ['invitation', 'bounced', 'bounced@example.com'],
    ['bounced', 'queued', app.campaign('email').sender.email],
    ['reminder', 'suppressed', 'bounced@example.com'],
  ])

  await app.run((ctx) => gifting.correctEmail(ctx, bounced, 'right@example.com'))
  const [resent] = await app.run((ctx) => mail.list(ctx, { gift_request_id: bounced }))
  assert.deepEqual(
    [resent?.kind, resent?.state, resent?.to?.email],
    ['invitation', 'queued', 'right@example.com'],
  )
})

it('does not send a queued invitation after a cancellation', async () => {
  const id = await createSent()
  await api.post(`/gift_requests/${id}/cancel`, {})
  const [message] = await app.run((ctx) => mail.list(ctx, { gift_request_id: id }))
  assert.equal(message?.state, 'suppressed')
})

it('writes the name in the To header in the order of the email’s language', async () => {
  const senderConfig = { from: { name: 'Bestow', email: 'gifts@example.com' } }
  const findTo = async (recipient: object, locale?: string) => {
    const id = await createSent({ recipient: { ...recipient, email: 'taro@example.com' } })
    return app.run(async (ctx) => {
      if (locale !== undefined) await gifting.setLocale(ctx, id, locale)
      const [message] = await mail.list(ctx, { gift_request_id: id })
      const config = { ...senderConfig, bounceAddress: undefined }
      const outgoing = await mail.findOutgoing(ctx, message?.id ?? '', config)
      assert.equal(message?.to?.name, outgoing?.to.name)
      return outgoing?.to
    })
  }
  const taro = { first_name: '太郎', last_name: '山田' }
  assert.deepEqual(await findTo(taro, 'ja'), { name: '山田 太郎', email: 'taro@example.com' })
  assert.equal((await findTo({ first_name: '철수', last_name: '김' }, 'ko'))?.name, '김철수')
  assert.equal((await findTo({ first_name: 'Ada', last_name: 'Larkin' }, 'ja'))?.name, 'Ada Larkin')
  assert.equal((await findTo(taro))?.name, '太郎 山田')
})

it('uses the campaign’s language until the recipient selects another', async () => {
  const id = await createSent()
  const campaign_id = app.campaign('email').id
  await app.run((ctx) =>
    campaigns.updateCommunication(ctx, campaign_id, { locale: 'de', time_zone: 'Europe/Berlin' }),
  )
  assert.equal((await findEmail(id, 'invitation'))?.language, 'de')
  await app.run((ctx) => gifting.setLocale(ctx, id, 'ja'))
  await app.run((ctx) => gifting.decline(ctx, id))
  assert.equal((await findEmail(id, 'invitation'))?.language, 'ja')
  assert.equal(
    (await findEmail(id, 'declined'))?.language,
    'de',
    'emails to the sender use the campaign’s language',
  )
  await app.run((ctx) => campaigns.updateCommunication(ctx, campaign_id, { locale: 'en' }))
})

it('forwards thank-you notes, and resends the first link for a repeated claim', async () => {
  const id = await createSent()
  await simulate(id, 'delivered')
  await app.run((ctx) => gifting.saveThankYouNote(ctx, id, { text: 'Lovely!\n<3' }))
  assert.match((await findEmail(id, 'thank_you_note'))?.text ?? '', /^Lovely!\n<3$/m)

  const body = { campaign_id: app.campaign('one_link').id, quantity: 2 }
  const { json: link } = await api.post('/one_links', body)
  const visitor = { first_name: 'Vi', last_name: 'Sitor', email: 'vi@example.com' }
  const gift = await claimConfirmed(app, link.id, visitor)
  for (let time = 0; time < 2; time++)
    assert.equal((await claim(app, link.id, visitor))?.outcome, 'mailed')
  assert.deepEqual(await listKinds(gift.id), ['link_resend'], 'at most one resend per hour')
})

it('does not name the items of a surprise before delivery', async () => {
  const campaign_id = app.campaign('email').id
  await app.run((ctx) =>
    ctx.query('update campaigns.campaign set visible_at_redemption = false where id = $1', [
      campaign_id,
    ]),
  )
  const paths = [
    ['redeemed', 'in_transit', 'delivery_attempt_failed', 'delivered'],
    ['shipping_error'],
    ['ordered', 'shipment_cancelled'],
    ['ordered', 'cancelled'],
  ]
  const kinds = new Set<string>()
  for (const path of paths) {
    const id = await createSent()
    for (const to of path) await simulate(id, to)
    const { json } = await api.get(`/gift_requests/${id}`)
    assert.equal(json.offering.visible_at_redemption, false)
    const names: string[] = json.line_items.map(({ name }: { name: string }) => name)
    for (const { kind, subject = '' } of await app.run((ctx) =>
      mail.list(ctx, { gift_request_id: id }),
    )) {
      const rendered = await findEmail(id, kind)
      kinds.add(kind)
      for (const name of names)
        for (const text of [subject, rendered?.text ?? '', rendered?.html ?? ''])
          assert.ok(!text.includes(name), `${kind} names ${name}`)
    }
  }
  for (const kind of ['redeemed', 'dispatched', 'delivery_failed', 'shipping_problem'])
    assert.ok(kinds.has(kind), kind)
  await app.run((ctx) =>
    ctx.query('update campaigns.campaign set visible_at_redemption = true where id = $1', [
      campaign_id,
    ]),
  )
})

it('sends one cancellation email after redemption, and none before', async () => {
  const [promised, waiting, stopped] = [await createSent(), await createSent(), await createSent()]
  await simulate(promised, 'ordered')
  await simulate(promised, 'cancelled')
  await simulate(waiting, 'cancelled')
  await simulate(stopped, 'ordered')
  await simulate(stopped, 'shipment_cancelled')
  assert.deepEqual(await listKinds(promised), ['invitation', 'redeemed', 'gift_cancelled'])
  assert.deepEqual(await listKinds(waiting), ['invitation'])
  assert.deepEqual(await listKinds(stopped), ['invitation', 'redeemed', 'gift_cancelled'])
})

it('emails the recipient of an expired gift once, unless they declined it or it is sent again', async () => {
  const [expired, declined, replaced] = [await createSent(), await createSent(), await createSent()]
  await app.run((ctx) => gifting.decline(ctx, declined, {}))
  await app.run((ctx) =>
    ctx.query(
      'update gifting.gift_request set expires_at = $3 where account_id = $1 and id = $2 returning true',
      [ctx.account_id, replaced, new Date(ctx.now.getTime() - 1)],
    ),
  )
  await app.run((ctx) => gifting.reissue(ctx, replaced, {}, 'sent again'))
  await app.advanceTime(400 * dayMs)
  await Promise.all([gifting.processDue(app.db), gifting.processDue(app.db)])
  const count = async (id: string) =>
    (await listKinds(id)).filter((kind) => kind === 'gift_expired').length
  assert.deepEqual([await count(expired), await count(declined), await count(replaced)], [1, 0, 0])
})

it('emails the recipient once that the gift is out of stock, also when stock runs out again', async () => {
  const id = await createSent()
  await simulate(id, 'backordered')
  await simulate(id, 'ordered')
  assert.deepEqual(
    (await listKinds(id)).filter((kind) => kind === 'gift_backordered'),
    ['gift_backordered'],
  )
})
