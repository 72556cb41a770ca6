import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import * as accounts from '#accounts'
import { recipientLocales } from '#contract'
import * as gifting from '#gifting'
import { createRecipientBrowser } from '#test/recipient-browser'
import { createRedeemTestApp } from '#test/redeem-harness'

const testApp = await createRedeemTestApp()
const { api } = testApp
const origin = await testApp.listen()

let userId = ''
before(async () => {
  const created = await testApp.run((ctx) =>
    accounts.createUser(ctx, { email: 'kim@larkfield.example', role: 'sender', name: 'Kim Sand' }),
  )
  userId = created.user.id
})

const giftBody = (more: object = {}) => ({
  campaign_id: testApp.campaign('email').id,
  recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
  ...more,
})
const create = async (more: object) => {
  const { status, json } = await api.post('/gift_requests', giftBody(more))
  assert.equal(status, 201, JSON.stringify(json))
  await testApp.advanceTime()
  return json
}
const getDetails = async (id: string) => (await api.get(`/gift_requests/${id}/details`)).json

it('writes to the recipient in the language of the gift', async () => {
  for (const [locale, button] of [
    ['de', /Geschenk/],
    ['fr', /cadeau/],
    ['ja', /贈り物/],
    ['pl', /prezent/i],
    ['ar', /هدية/],
  ] as const) {
    const { id } = await create({ locale })
    assert.equal((await getDetails(id)).locale, locale)
    const gift = await testApp.run((ctx) => gifting.find(ctx, id))
    assert.ok(gift)
    const { json } = await api.get(`/gift_requests/${id}`)
    const page = await createRecipientBrowser(origin, { 'accept-language': 'en' }).open(
      new URL(json.redemption_url).pathname,
    )
    assert.match(page.text, new RegExp(`<html lang="${locale}"`))
    assert.match(page.visibleText, button)
    const [stored] = await testApp.run((ctx) =>
      ctx.query<{ locale: string }>(
        'select locale from mail.recipient_locale where account_id = $1 and gift_request_id = $2',
        [ctx.account_id, id],
      ),
    )
    assert.equal(stored?.locale, locale)
  }
})

it('has the languages of the pages and emails', async () => {
  for (const locale of recipientLocales) await create({ locale })
  const { status, json } = await api.post('/gift_requests', giftBody({ locale: 'tlh' }))
  assert.equal(status, 422)
  assert.equal(json.errors[0].message, `must be one of ${recipientLocales.join(', ')}`)
})

it('keeps the language and the sender of a gift that is sent again', async () => {
  const { id } = await create({ locale: 'es', sender: { email: 'Kim@Larkfield.example' } })
  await api.post(`/test_helpers/gift_requests/${id}/advance`, { to: 'expired' })
  const { status, json } = await api.post(`/gift_requests/${id}/send_again`, {})
  assert.equal(status, 201, JSON.stringify(json))
  const details = await getDetails(json.gift_request.id)
  assert.equal(details.locale, 'es')
  assert.equal(details.sender.id, userId)
})

it('is from the named user, with the given name', async () => {
  const kim = { id: userId, name: 'Kim Sand', email: 'kim@larkfield.example' }
  const byId = await create({ sender: { id: userId.toUpperCase() } })
  assert.deepEqual(byId.sender, kim)
  const byEmail = await create({ sender: { email: 'kim@larkfield.example', name: 'Kim, Sales' } })
  assert.deepEqual(byEmail.sender, { ...kim, name: 'Kim, Sales' })
  assert.deepEqual((await getDetails(byEmail.id)).sender, { ...kim, name: 'Kim, Sales' })
  const usual = await create({})
  const named = await create({ sender: { name: 'The Larkfield team' } })
  assert.deepEqual(named.sender, { ...usual.sender, name: 'The Larkfield team' })
  assert.deepEqual((await create({ sender: {} })).sender, usual.sender)
  assert.deepEqual((await create({ sender: null, locale: null })).sender, usual.sender)
  assert.deepEqual(Object.keys(usual), Object.keys(named))
})

it('rejects a sender that is no user of the account', async () => {
  const { account } = await testApp.createOtherAccount()
  const [stranger] = await testApp.run(
    (ctx) =>
      ctx.query<{ id: string; email: string }>(
        'select id, email from access.user where account_id = $1',
        [ctx.account_id],
      ),
    account.id,
  )
  assert.ok(stranger)
  const removed = await testApp.run((ctx) =>
    accounts.createUser(ctx, { email: 'gone@larkfield.example', role: 'sender', name: 'Gone' }),
  )
  await testApp.run((ctx) => accounts.removeMember(ctx, removed.user.id))
  for (const [sender, code, param] of [
    [{ id: stranger.id }, 'invalid_reference', 'sender.id'],
    [{ id: removed.user.id }, 'invalid_reference', 'sender.id'],
    [{ id: 'none' }, 'invalid_reference', 'sender.id'],
    [{ email: stranger.email.replace('@', '+x@') }, 'invalid_reference', 'sender.email'],
    [{ email: 'nowhere' }, 'invalid_format', 'sender.email'],
    [{ id: userId, email: 'kim@larkfield.example' }, 'not_allowed', 'sender.email'],
    [{ name: ' ' }, 'required', 'sender.name'],
    [{ name: 'x'.repeat(256) }, 'too_long', 'sender.name'],
    [{ title: 'Dr.' }, 'unknown_parameter', 'sender.title'],
    [[], 'invalid', 'sender'],
  ] as const) {
    const { status, json } = await api.post('/gift_requests', giftBody({ sender }))
    assert.equal(status, 422, JSON.stringify(sender))
    assert.deepEqual(
      json.errors.map((error: { code: string; param: string }) => [error.code, error.param]),
      [[code, param]],
    )
  }
})

it('takes language and sender in the rows of a batch', async () => {
  const { json } = await api.post('/gift_requests/batch', {
    gift_requests: [giftBody({ locale: 'fr' }), giftBody({ sender: { id: userId } })],
  })
  const [first, second] = await Promise.all(
    json.data.map(({ id }: { id: string }) => getDetails(id)),
  )
  assert.equal(first.locale, 'fr')
  assert.equal(second.locale, null)
  assert.equal(second.sender.name, 'Kim Sand')
})
