import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, it } from 'node:test'
import sharp from 'sharp'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { createLog } from '#platform/observability/log'
import { createTestApp } from '#test/api-harness'
import { createCups, createFulfilmentRunner, createRedeemedGift } from '#test/fulfilment-fixture'
import { readPdf } from '#test/pdf-text'
import { shippingFromConfig } from '#test/shipping'
import { carriers } from './index.ts'

/* A warehouse that receives orders and fetches the cards of its parcels. */

interface Order {
  reference: string
  card_url?: string
}
const orders: Order[] = []
let status = 201
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  if (request.url === '/orders') orders.push(JSON.parse(body))
  response.writeHead(status).end(JSON.stringify({ order_id: `W-${orders.length}` }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})

const testApp = await createTestApp()
const shipping = shippingFromConfig({
  stage: 'production',
  carrier: 'http',
  simulator: 'manual',
  easyPost: undefined,
  httpCarrier: {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: `whsec_${randomBytes(32).toString('base64')}`,
    timeoutMs: 5_000,
  },
})
Object.assign(shipping, { retryDelaysMs: [0] })
await testApp.app.register(carriers({ db: testApp.db, shipping }))
const shipper = createFulfilmentRunner(testApp, shipping)
const cups = await createCups(testApp)

async function createOrder(overrides: object = {}): Promise<{ id: string; url: string }> {
  const id = await createRedeemedGift(testApp, cups, overrides)
  await shipper.run()
  return { id, url: orders.at(-1)?.card_url ?? '' }
}

const fetchCard = (url: string) =>
  testApp.app.inject({ method: 'GET', url: url.replace(testApp.deployment.origin, '') })

const pagesOf = async (url: string) => {
  const response = await fetchCard(url)
  assert.equal(response.statusCode, 200, response.payload)
  return readPdf(response.rawPayload)
}

it('gives the warehouse the card of a parcel, without a session and with private headers', async () => {
  const { url } = await createOrder({ email_message: { subject: 'Hi', body: 'Well done, Ada.' } })
  assert.match(url, /^https?:\/\/[^/]+\/cards\/[\w-]{64}$/)
  const { headers } = await fetchCard(url)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.match(String(headers['x-robots-tag']), /noindex/)
  const [page] = await pagesOf(url)
  assert.match(page?.text ?? '', /Well done, Ada\./)
})

it('has the photo of the sender in the resolution of the print, and no video', async () => {
  const { id, url } = await createOrder({ email_message: { subject: 'Hi', body: 'Well done.' } })
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const photo = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: '#fff', noise },
  })
    .webp({ quality: 50 })
    .toBuffer()
  const setMedia = (media_id: string) =>
    testApp.run((ctx) => greetings.setForGifts(ctx, [id], { card: null, media_id }))
  const media = await testApp.run((ctx) => greetings.saveMedia(ctx, photo, 'Grace at her desk'))
  await setMedia(media.id)
  const pdf = (await fetchCard(url)).rawPayload.toString('latin1')
  assert.match(pdf, /\/Subtype \/Image\n[^>]*\/Width 355\n\/Height 237\n/)
  await testApp.run((ctx) =>
    ctx.query("update greetings.media set content_type = 'video/webm' where id = $1", [media.id]),
  )
  assert.doesNotMatch((await fetchCard(url)).rawPayload.toString('latin1'), /\/Subtype \/Image/)
})

it('has the format that the warehouse asks for, and names a wrong one', async () => {
  const { url } = await createOrder()
  const marked = await pagesOf(`${url}?format=dl&marks=on`)
  assert.equal(Math.round(((marked[0]?.width ?? 0) * 25.4) / 72), 230)
  for (const [query, message] of [
    ['format=a3', /^format must be one of a6, dl, a5_folded, letter_folded\n$/],
    ['format=a6&format=dl', /^format must be/],
    ['marks=yes', /^marks must be on or off\n$/],
  ] as const) {
    const response = await fetchCard(`${url}?${query}`)
    assert.equal(response.statusCode, 400)
    assert.match(response.payload, message)
  }
})

it('sends the same link with each repetition of an order', async () => {
  status = 503
  const before = orders.length
  await createRedeemedGift(testApp, cups)
  await fulfilment.runOnce(testApp.db, shipping)
  await fulfilment.runOnce(testApp.db, shipping)
  status = 201
  await shipper.run()
  const sent = orders.slice(before)
  assert.ok(sent.length >= 2)
  assert.equal(new Set(sent.map(({ card_url }) => card_url)).size, 1)
})

it('opens no card with a changed token', async () => {
  const [one, other] = [await createOrder(), await createOrder()]
  const token = (url: string) => Buffer.from(url.split('/').at(-1) ?? '', 'base64url')
  const swapped = Buffer.concat([token(one.url).subarray(0, 32), token(other.url).subarray(32)])
  const flipped = Buffer.from(token(one.url))
  flipped[47] = (flipped[47] ?? 0) ^ 1
  const tokens = [swapped, flipped, randomBytes(48), Buffer.alloc(48), Buffer.alloc(10)]
  for (const bytes of tokens) {
    const response = await fetchCard(`/cards/${bytes.toString('base64url')}`)
    assert.equal(response.statusCode, 404)
    assert.doesNotMatch(String(response.headers['content-type']), /pdf/)
  }
  for (const path of ['/cards/', '/cards/..%2f..%2fetc', `/cards/${'%00'.repeat(64)}`])
    assert.notEqual((await fetchCard(path)).statusCode, 200)
})

it('ends with the delivery, and with a cancellation', async () => {
  const delivered = await createOrder()
  await shipper.recordScan(delivered.id, { state: 'in_transit' })
  assert.equal((await fetchCard(delivered.url)).statusCode, 200)
  await shipper.recordScan(delivered.id, { state: 'delivered' })
  assert.equal((await fetchCard(delivered.url)).statusCode, 404)
  const cancelled = await createOrder()
  await testApp.api.post(`/gift_requests/${cancelled.id}/cancel`)
  assert.equal((await fetchCard(cancelled.url)).statusCode, 404)
})

it('ends with the erasure of the recipient’s data', async () => {
  const { id, url } = await createOrder()
  assert.equal((await fetchCard(url)).statusCode, 200)
  const gift = await testApp.run((ctx) => gifting.find(ctx, id))
  await testApp.run((ctx) => gifting.erase(ctx, gift?.email ?? ''))
  assert.equal((await fetchCard(url)).statusCode, 404)
})

it('is not in an order whose campaign prints no cards', async () => {
  await testApp.run((ctx) =>
    ctx.query('update campaigns.campaign set prints_card = false where account_id = $1', [
      ctx.account_id,
    ]),
  )
  await createOrder()
  assert.equal(Object.hasOwn(orders.at(-1) ?? {}, 'card_url'), false)
  await testApp.run((ctx) =>
    ctx.query('update campaigns.campaign set prints_card = true where account_id = $1', [
      ctx.account_id,
    ]),
  )
})

it('is not in logs', async () => {
  const { url } = await createOrder()
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  log.info({ path: new URL(url).pathname }, `GET ${url}`)
  assert.match(lines.join(''), /\/cards\/…/)
  assert.doesNotMatch(lines.join(''), new RegExp(url.split('/').at(-1) ?? ''))
})

it('limits how often a card is rendered', async () => {
  const { url } = await createOrder()
  const responses = []
  for (let count = 0; count < 12; count += 1) responses.push(await fetchCard(url))
  const last = responses.at(-1)
  assert.equal(last?.statusCode, 429)
  assert.match(String(last?.headers['retry-after']), /^\d+$/)
})
