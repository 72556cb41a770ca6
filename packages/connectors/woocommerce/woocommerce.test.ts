import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { Shop, ShopReading } from '#fulfilment'
import { type FakeWoo, startFakeWoo, wooKeys, wooWebhookSecret } from '#test/fake-woocommerce'
import { toPlainText } from './plain-text.ts'
import { createWooCommerce } from './woocommerce.ts'

const shops: FakeWoo[] = []
after(() => Promise.all(shops.map(({ close }) => close())))

async function start(category = ''): Promise<{ woo: FakeWoo; shop: Shop }> {
  const woo = await startFakeWoo()
  shops.push(woo)
  const { shop } = createWooCommerce({
    ...{ ...wooKeys, url: woo.url, webhook_secret: wooWebhookSecret, category },
    ...{ outbound: { allowPrivate: true }, timeoutMs: 2_000, maxWaitMs: 20 },
  })
  return { woo, shop: shop ?? assert.fail('no shop') }
}

const read = (shop: Shop, signal = AbortSignal.timeout(30_000)) => shop.read(signal)
const reasonOf = (reading: ShopReading) => (reading.ok ? assert.fail('read') : reading.reason)
const namesOf = (reading: ShopReading) =>
  reading.ok ? reading.products.map(({ name }) => name) : assert.fail(reading.reason)

it('reads all pages, once each, also when the shop throttles', async () => {
  const { woo, shop } = await start()
  for (let id = 1; id <= 230; id += 1) woo.items.set(id, { id, name: `P${id}`, sku: `S${id}` })
  let throttled = 0
  woo.trick = (_, response) => {
    throttled += 1
    if (throttled % 3 !== 1) return false
    response.writeHead(throttled % 2 ? 429 : 503, { 'retry-after': '1' }).end('{}')
    return true
  }
  const names = namesOf(await read(shop))
  assert.equal(new Set(names).size, 230)
  assert.equal(names.length, 230)
})

it('gives up on a shop that throttles without end', async () => {
  const { woo, shop } = await start()
  woo.trick = (_, response) => {
    response.writeHead(429, { 'retry-after': '999999' }).end('{}')
    return true
  }
  assert.match(reasonOf(await read(shop)), /429/)
  assert.ok(woo.requests.length < 10)
  const signal = AbortSignal.abort()
  const before = woo.requests.length
  await read(shop, signal)
  assert.ok(woo.requests.length - before <= 1)
})

it('does not take a list for complete that changes while it is read', async () => {
  const { woo, shop } = await start()
  for (let id = 1; id <= 150; id += 1) woo.items.set(id, { id, name: `P${id}`, sku: `S${id}` })
  woo.trick = (request) => {
    if (!request.url?.includes('offset=99')) return false
    woo.items.delete(1)
    woo.items.set(500, { id: 500, name: 'New', sku: 'N' })
    return false
  }
  assert.match(reasonOf(await read(shop)), /has changed while it was read/)
})

it('ends when the shop repeats a page, or states more than it lists', async () => {
  const { woo, shop } = await start()
  const page = JSON.stringify([{ id: 1, name: 'P', sku: 'S', type: 'simple' }])
  for (const body of [page, '[]']) {
    woo.trick = (request, response) => {
      if (!request.url?.includes('/products')) return false
      response.writeHead(200, { 'x-wp-total': '99999' }).end(body)
      return true
    }
    assert.match(reasonOf(await read(shop)), /leaves out|has changed/)
    assert.ok(woo.requests.length < 100)
  }
})

it('takes nothing for a list but a list of WordPress, and says why', async () => {
  const { woo, shop } = await start('gifts')
  woo.items.set(1, { id: 1, name: 'Mug', sku: 'MUG', category: 'gifts' })
  assert.deepEqual(namesOf(await read(shop)), ['Mug'])
  const answers: [number, string, RegExp][] = [
    [200, '[]', /not one of WooCommerce/],
    [200, '<html>', /not one of WooCommerce/],
    [401, '{"code":"woocommerce_rest_cannot_view","message":"Sorry."}', /401 .*cannot_view/],
    [500, '', /500/],
  ]
  for (const [status, body, reason] of answers) {
    woo.trick = (request, response) => {
      if (!request.url?.includes('/products?')) return false
      response.writeHead(status).end(body)
      return true
    }
    assert.match(reasonOf(await read(shop)), reason)
  }
  const other = await start('no-such-category')
  other.woo.items.set(1, { id: 1, name: 'Mug', sku: 'MUG' })
  assert.match(reasonOf(await read(other.shop)), /no category with the slug no-such-category/)
})

it('reads prices, stock and texts that are no such thing as unknown', async () => {
  const { woo, shop } = await start()
  const lies = ['free', '-1', '1e9', '', '99999999999', '1.5']
  for (const [id, price] of lies.entries())
    woo.items.set(id + 1, { id: id + 1, name: `<i>P&#${id + 65};</i>`, sku: `S${id}`, price })
  woo.items.set(50, { id: 50, name: 'Out', sku: 'OUT', stock: 0 })
  woo.items.set(51, { id: 51, name: 'Debt', sku: 'DEBT', stock: -4 })
  const reading = await read(shop)
  assert.ok(reading.ok)
  const prices = reading.products.map(({ variants }) => variants[0]?.price?.amount_minor ?? null)
  assert.deepEqual(prices, [null, null, null, null, null, 150, 1_000, 1_000])
  assert.equal(reading.products[0]?.name, 'PA')
  const stock = reading.products.slice(-2).map(({ variants }) => variants[0]?.available)
  assert.deepEqual(stock, [0, 0])
})

it('cuts texts and variations, and ends when a reading is too large', async () => {
  const { woo, shop } = await start()
  const long = 'x'.repeat(10_000)
  woo.items.set(1, { id: 1, name: long, sku: '', type: 'variable', description: long })
  for (let id = 2; id <= 400; id += 1)
    woo.items.set(id, { id, sku: `S${id}`, type: 'variation', parent_id: 1, option: long.slice(1) })
  woo.trick = ({ url = '' }, response) => {
    if (!url.includes('/variations') || !url.includes('offset=0')) return false
    response.writeHead(200, { 'content-type': 'application/json', 'x-wp-total': '399' })
    const attributes = [{ option: 'y'.repeat(200) }, { option: 'z'.repeat(200) }]
    const page = Array.from({ length: 100 }, (_, n) => ({
      id: n + 2,
      sku: `S${n + 2}`,
      attributes,
    }))
    response.end(JSON.stringify(page))
    return true
  }
  const reading = await read(shop)
  assert.ok(reading.ok, reading.ok ? '' : reading.reason)
  const [product] = reading.products
  assert.deepEqual([product?.name.length, product?.description.length], [255, 5_000])
  assert.equal(product?.variants.length, 101)
  assert.ok(product?.variants.every(({ name }) => name.length === 255))
  woo.items.clear()
  for (let id = 1; id <= 2_000; id += 1) woo.items.set(id, { id, name: `P${id}`, sku: `S${id}` })
  woo.trick = ({ url = '' }, response) => {
    const offset = Number(/offset=(\d+)/.exec(url)?.[1] ?? Number.NaN)
    if (Number.isNaN(offset)) return false
    const one = (id: number) => ({
      id,
      type: 'simple',
      name: 'P',
      description: 'd'.repeat(900_000),
    })
    response.writeHead(200, { 'content-type': 'application/json', 'x-wp-total': '2000' })
    response.end(JSON.stringify([one(offset + 1), one(offset + 2)]))
    return true
  }
  assert.match(reasonOf(await read(shop)), /more than 50 MB\. Choose a category/)
})

it('turns HTML to text in linear time', () => {
  assert.equal(toPlainText('<p>A &lt;b&gt;</p>\n<p>B<br>C&nbsp;&hellip;</p>'), 'A <b>\nB\nC …')
  assert.equal(toPlainText('<script>alert(1)</script>Safe<style>x'), 'Safe')
  assert.equal(toPlainText('&#0;&#xD800;&#x1F381;&#9999999;&bogus;'), '🎁&bogus;')
  for (const bomb of ['<', '<li', '<script', '&', '<br ', '\n', '<!--'])
    for (const text of [bomb.repeat(200_000), `${bomb.repeat(9_000)}>`]) {
      const startedAt = performance.now()
      toPlainText(text)
      assert.ok(performance.now() - startedAt < 20_000, `${bomb} takes too long`)
    }
})
