import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { shippingFromConfig } from '#app/shipping'
import * as campaigns from '#campaigns'
import { type ApiError, parseRawJson } from '#contract'
import * as fulfilment from '#fulfilment'
import { newId } from '#platform/lib/ids'
import * as shops from '#shops'
import { createTestApp } from '#test/api-harness'
import { startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { connectShop } from '#test/shop-fixture'
import { createGiftReader, giftFor } from '#test/shop-gift-fixture'

/* Paid orders that become no gift, hostile attributes, shops that fail, and the stock of paid units. */

const woo = await startFakeWoo()
after(() => woo.close())
const shipping = shippingFromConfig({
  ...{ stage: 'staging', carrier: 'manual', simulator: 'manual' },
  ...{ easyPost: undefined, webhookAllowPrivate: true },
})
const testApp = await createTestApp()
const settings = { url: woo.url, ...wooKeys, webhook_secret: wooWebhookSecret, category: '' }
const shop = await connectShop(testApp, shipping.connectors, {
  ...{ kind: 'woocommerce', name: 'Corner shop', settings },
})
woo.items.set(1, { id: 1, name: 'Cup', sku: 'CUP', stock: 3 })
woo.items.set(2, { id: 2, name: 'Pen', sku: 'PEN' })
woo.items.set(3, { id: 3, name: 'New', sku: '' })
await shop.run()
const reader = createGiftReader(testApp, shipping.connectors, shop.id, woo.url)
await reader.switchOn()
const orderOf = (key: string) => woo.orders.get(key) ?? assert.fail('no order')

it('leaves an order that cannot be a gift, names the reason, and takes it once it can', async () => {
  const cases: [Record<string, unknown>, string[], RegExp][] = [
    [{ gift_recipient_email: '' }, ['CUP'], /gift_recipient_email is missing on the order\./],
    [{ gift_recipient_last_name: '  ' }, ['CUP'], /gift_recipient_last_name is missing/],
    [{ gift_send_on: 'tomorrow' }, ['CUP'], /gift_send_on must be a day such as/],
    [{ gift_send_on: '2026-02-30' }, ['CUP'], /gift_send_on must be a day such as/],
    [{}, ['CUP', 'PEN'], /more than one product/],
    [{}, [], /has no product/],
    [{}, ['NOT-READ'], /no product of this shop with the SKU NOT-READ/],
    [{}, [''], /no product of this shop with the SKU \(none\)/],
  ]
  const keys = cases.map(([attributes, skus]) => woo.buy(giftFor(attributes), skus))
  const before = await reader.countGifts()
  await reader.readAgain()
  assert.equal(await reader.countGifts(), before)
  const problems = await reader.problems()
  for (const [at, [, , reason]] of cases.entries()) {
    const key = keys[at] ?? ''
    assert.match(problems.find((each) => each.startsWith(`#${key} `)) ?? '', reason)
    assert.equal(orderOf(key).status, 'processing')
  }
  const [first = ''] = keys
  const email = orderOf(first).meta_data.find(({ key }) => key === 'gift_recipient_email')
  if (email !== undefined) email.value = 'late@recipient.example'
  await reader.readAgain()
  assert.equal((await reader.giftOf(first))?.email, 'late@recipient.example')
  assert.equal((await reader.problems()).length, cases.length - 1)
  for (const key of keys) Object.assign(orderOf(key), { status: 'cancelled' })
  await reader.readAgain()
  assert.deepEqual(await reader.problems(), [])
})

it('takes no order that is not paid, has shipped, has ended or names no recipient', async () => {
  const before = await reader.countGifts()
  for (const change of [
    { date_paid_gmt: null },
    { status: 'pending' },
    { status: 'completed' },
    { status: 'refunded' },
    { meta_data: [{ key: 'gift_message', value: 'Wrap it.' }] },
    { meta_data: null },
  ])
    Object.assign(orderOf(woo.buy(giftFor(), ['CUP'])), change)
  await reader.readAgain()
  assert.equal(await reader.countGifts(), before)
  assert.deepEqual(await reader.problems(), [])
})

it('stores hostile texts as plain texts, or refuses them', async () => {
  const hostile = `\u0000<b>Hi</b>\r\n\u001b[31m{{first_name}} \ud800 ${'🎁'.repeat(5)}`
  const key = woo.buy(
    giftFor({ gift_message: hostile, gift_recipient_first_name: '<script>\u0000\nRosa\udc00' }),
    ['PEN'],
  )
  Object.assign(orderOf(key).billing, { first_name: '\u0007Bea\n', last_name: 'x'.repeat(190) })
  const refused = [
    { gift_message: 'x'.repeat(100_000) },
    { gift_recipient_email: 'rosa@recipient.example\nBcc: all@example.com' },
    { gift_recipient_email: 'a@b@c' },
    { gift_recipient_email: `${'x'.repeat(300)}@recipient.example` },
    { gift_recipient_first_name: 'x'.repeat(300) },
    { gift_send_on: '2999-01-01' },
  ].map((attributes) => woo.buy(giftFor(attributes), ['PEN']))
  await reader.readAgain()
  const gift = (await reader.giftOf(key)) ?? assert.fail((await reader.problems()).join())
  const { body } = parseRawJson(gift.email_message)
  assert.equal(body.isWellFormed(), true)
  assert.match(body, /^<b>Hi<\/b>\n\[31m\{\{first_name\}\} \ufffd 🎁{5}$/u)
  assert.doesNotMatch(gift.first_name + gift.sender_name, /\p{Cc}/u)
  assert.ok(gift.sender_name.startsWith('Bea xxx'))
  const problems = (await reader.problems()).join('\n')
  for (const order of refused)
    assert.match(problems, new RegExp(`#${order} gift_(message|recipient|send_on)`))
  for (const order of refused) {
    assert.equal(await reader.giftOf(order), undefined)
    assert.equal(orderOf(order).status, 'processing')
  }
  for (const order of refused) Object.assign(orderOf(order), { status: 'cancelled' })
})

it('takes nothing when the order cannot be put on hold, and takes it with a later reading', async () => {
  const key = woo.buy(giftFor(), ['PEN'])
  woo.trick = (request, response) => {
    if (request.method !== 'POST') return false
    response.writeHead(403).end(JSON.stringify({ code: 'no', message: 'Read only.' }))
    return true
  }
  await reader.readAgain()
  assert.equal(await reader.giftOf(key), undefined)
  assert.match((await reader.problems()).join(), /cannot be put on hold: .*403 \(no\): Read only\./)
  woo.trick = () => false
  await reader.readAgain()
  assert.equal((await reader.giftOf(key))?.state, 'created')
  assert.deepEqual(await reader.problems(), [])
})

it('believes no list that changes, leaves out orders or is none', async () => {
  const key = woo.buy(giftFor(), ['PEN'])
  const answers: [string, Record<string, string>][] = [
    ['[]', { 'x-wp-total': '7' }],
    ['[]', {}],
    ['<html>', { 'x-wp-total': '1' }],
  ]
  for (const [body, headers] of answers) {
    woo.trick = (request, response) => {
      if (!request.url?.includes('/orders?orderby')) return false
      response.writeHead(200, headers).end(body)
      return true
    }
    await reader.readAgain()
    assert.equal(await reader.giftOf(key), undefined)
  }
  woo.trick = () => false
  await reader.readAgain()
  assert.ok(await reader.giftOf(key))
})

it('gives the recipient the last unit, which the shop counts as sold', async () => {
  woo.items.set(4, { id: 4, name: 'Last', sku: 'LAST', stock: 1 })
  await shop.runAgain()
  const key = woo.buy(giftFor(), ['LAST'])
  assert.equal(woo.items.get(4)?.stock, 0)
  await shop.runAgain()
  assert.equal(await shop.available('LAST'), 0)
  await reader.readAgain()
  assert.ok((await shop.state()).next_run_at.getTime() < Date.now() + 61_000)
  await shop.runAgain()
  assert.equal(await shop.available('LAST'), 1)
  Object.assign(orderOf(key), { status: 'cancelled' })
  await reader.readAgain()
  await shop.runAgain()
  assert.equal(await shop.available('LAST'), 0)
})

it('refuses settings that cannot send, and shops of other accounts', async () => {
  const other = await createTestApp()
  const { id, sender } = testApp.campaign('email')
  const set = (app: typeof testApp, campaign_id: string, sender_id: string) =>
    app.run((ctx) => shops.setCheckout(ctx, shop.id, { campaign_id, sender_id }))
  const foreign = other.campaign('email')
  await assert.rejects(set(testApp, foreign.id, sender.id), hasProblem('campaign_id'))
  await assert.rejects(set(testApp, id, foreign.sender.id), hasProblem('sender_id'))
  await assert.rejects(set(other, foreign.id, foreign.sender.id), { code: 'not_found' })
  const link = testApp.campaign('sender_provided_address')
  await assert.rejects(set(testApp, link.id, sender.id), hasProblem('campaign_id'))
  await assert.rejects(
    testApp.run((ctx) => shops.setCheckout(ctx, 'no id', { campaign_id: null, sender_id: null })),
    { code: 'not_found' },
  )
  const key = woo.buy(giftFor(), ['PEN'])
  await reader.readAgain()
  assert.ok(await reader.giftOf(key))
  const found = await other.run((ctx) => fulfilment.findPaidOrder(ctx, { shop: woo.url, key }))
  assert.equal(found, undefined)
  await testApp.run((ctx) => campaigns.archive(ctx, id))
  const late = woo.buy(giftFor(), ['PEN'])
  await reader.readAgain()
  assert.match((await reader.problems()).join(), /#\d+ The campaign .+ that is not archived/)
  assert.equal(await reader.giftOf(late), undefined)
})

it('has one gift for an order, whichever connection reads it', async () => {
  const key = woo.buy(giftFor(), ['PEN'])
  const paid = { connection_id: shop.id, shop: woo.url, key, number: `#${key}` }
  const insert = (app: typeof testApp) =>
    app.run((ctx) =>
      fulfilment.insertPaidOrder(ctx, { ...paid, gift_request_id: newId(), variant_id: newId() }),
    )
  await insert(testApp)
  await assert.rejects(insert(testApp), { constraint: fulfilment.paidOrderKey })
  await assert.rejects(insert(await createTestApp()), { constraint: /connection_fkey/ })
  const before = await reader.countGifts()
  await reader.readAgain()
  assert.equal(await reader.countGifts(), before)
})

const hasProblem = (param: string) => (error: unknown) =>
  (error as ApiError).fieldErrors.some((each) => each.param === param)
