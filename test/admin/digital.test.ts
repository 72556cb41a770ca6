import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as catalogue from '#catalogue'
import * as digital from '#digital'
import * as gifting from '#gifting'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { readGiftPage } from '#test/gift-page'
import { pluck } from '#test/pluck'
import { sizeOfRun } from '#test/run-size'

const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const client = await testApp.signIn(testApp.admin)
const sender = await testApp.signIn(testApp.sender)

let count = 0
const variantBody = (input: object = {}) => ({
  sku: `D-${++count}`,
  name: `Variant ${count}`,
  images: [],
  ...input,
})
const productBody = (...variants: object[]) => ({
  name: 'Voucher',
  description: '',
  kind: 'digital',
  images: [],
  variants,
})

async function createVariant(input: object = {}): Promise<{ product_id: string; id: string }> {
  const { status, json, text } = await client.post('/products', productBody(variantBody(input)))
  assert.equal(status, 201, text)
  return { product_id: json.id, id: json.variants[0].id }
}

const importPath = (id: string) => `/catalogue/variants/${id}/codes/import`
const getContent = async (product_id: string) =>
  (await client.get(`/products/${product_id}`)).json.variants[0].digital
const problems = ({ json }: { json: { errors: { param: string; message: string }[] } }) =>
  json.errors.map(({ param, message }) => `${param} ${message}`)

describe('a low stock of codes', () => {
  it('is on the overview, and admins get one email for each level', async () => {
    const before = await digital.alertLowCodes(testApp.db)
    assert.equal(before, 1, 'the demo is low on one voucher')
    const { json } = await client.get('/overview/attention')
    const low = pluck(json.low_codes, 'name')
    assert.ok(
      low.some((name: string) => /50/.test(name)),
      low.join(),
    )
    assert.equal(await digital.alertLowCodes(testApp.db), 0, 'nothing has changed')
    const { product_id, id } = await createVariant()
    await client.post(importPath(id), { text: 'LOW-1' })
    assert.equal(await digital.alertLowCodes(testApp.db), 0, 'at most one email in 24 hours')
    await testApp.run((ctx) =>
      ctx.query(
        `update mail.admin_alert set sent_at = now() - interval '25 hours' where account_id = $1`,
        [ctx.account_id],
      ),
    )
    assert.equal(await digital.alertLowCodes(testApp.db), 1)
    const enough = Array.from({ length: 30 }, (_, index) => `ENOUGH-${index}`).join('\n')
    await client.post(importPath(id), { text: enough })
    assert.equal((await getContent(product_id)).codes.free, 31)
  })
})

describe('the delivery of a variant', () => {
  it('is a code by default, and a link needs a target', async () => {
    const { product_id } = await createVariant()
    const content = await getContent(product_id)
    assert.equal(content.delivery, 'code')
    const noTarget = await client.post(
      '/products',
      productBody(variantBody({ digital: { delivery: 'link' } })),
    )
    assert.equal(noTarget.status, 422)
    assert.deepEqual(problems(noTarget), [
      'variants.0.digital.link_url is required: enter the link, or choose a link for each gift',
    ])
    for (const link_url of ['http://a.example', 'javascript:alert(1)', 'https://u:p@a.example'])
      assert.deepEqual(
        problems(
          await client.post(
            '/products',
            productBody(variantBody({ digital: { delivery: 'link', link_url } })),
          ),
        ),
        ['variants.0.digital.link_url must be a link such as https://example.com/gift'],
      )
  })

  it('shows only the host of a link, and a change without a link leaves it as it is', async () => {
    const link_url = 'https://secret.example/path-xyz'
    const { product_id } = await createVariant({ digital: { delivery: 'link', link_url } })
    const { json: product, text } = await client.get(`/products/${product_id}`)
    assert.equal(product.variants[0].digital.link_host, 'secret.example')
    assert.doesNotMatch(text, /path-xyz/)
    const { id, sku, name } = product.variants[0]
    const changed = await client.patch(`/products/${product_id}`, {
      variants: [{ id, sku, name, digital: { delivery: 'link' } }],
    })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await getContent(product_id)).link_host, 'secret.example')
  })

  it('cannot be set for physical products, nor change once codes are imported', async () => {
    const physical = await client.post('/products', {
      ...productBody(variantBody({ digital: { delivery: 'code' } })),
      kind: 'physical',
    })
    assert.deepEqual(problems(physical), [
      'variants.0.digital.delivery is only for digital products',
    ])
    const { product_id, id } = await createVariant()
    await client.post(importPath(id), { text: 'DELIVERY-1' })
    const { json } = await client.get(`/products/${product_id}`)
    const { sku, name } = json.variants[0]
    const changed = await client.patch(`/products/${product_id}`, {
      variants: [{ id, sku, name, digital: { delivery: 'file' } }],
    })
    assert.match(problems(changed)[0] ?? '', /^variants\.0\.digital\.delivery cannot change/)
  })
})

describe('the settings of a digital variant', () => {
  it('change with one entry in the audit log, and leave the rest of the product as it is', async () => {
    const { product_id, id } = await createVariant()
    const before = (await client.get(`/products/${product_id}`)).json
    const settings = { instructions: 'Enter it at checkout.', low_stock_threshold: 3 }
    const changed = await client.patch(`/variants/${id}`, { digital: settings })
    assert.equal(changed.json.digital.instructions, settings.instructions, changed.text)
    assert.equal((await getContent(product_id)).low_stock_threshold, 3)
    const after = (await client.get(`/products/${product_id}`)).json
    assert.equal(after.updated_at, before.updated_at)
    const { data } = (await client.get('/audit?limit=2')).json
    assert.deepEqual(pluck(data, 'action'), ['variant.change_content', 'product.create'])
    assert.deepEqual(
      problems(await client.patch(`/variants/${id}`, { digital: { low_stock_threshold: -1 } })),
      ['digital.low_stock_threshold must be at least 0'],
    )
  })
})

describe('an import', () => {
  it('reports the lines with problems first, and imports nothing then', async () => {
    const { product_id, id } = await createVariant()
    await client.post(importPath(id), { text: 'KNOWN-CODE-1' })
    const text =
      'code;pin;expires_on\nNEW-1;1234;2030-05-31\nNEW-1;;\nKNOWN-CODE-1;;\nNEW-2;;31.5.2030\n;9;\n'
    const check = await client.post(importPath(id), { text, dry_run: true })
    assert.equal(check.status, 200, check.text)
    const { samples, ...counts } = check.json
    assert.deepEqual(pluck(samples, 'line'), [2, 3, 4])
    assert.deepEqual(counts, {
      new_count: 1,
      is_dry_run: true,
      import_id: null,
      duplicate_count: 2,
      similar_count: 0,
      similar: [],
      invalid_count: 2,
      duplicates: [
        { line: 3, message: 'repeats line 2' },
        { line: 4, message: 'is already imported' },
      ],
      invalid: [
        { line: 5, message: 'has an expiry date that is not like 2027-12-31' },
        { line: 6, message: 'has no code' },
      ],
    })
    assert.doesNotMatch(check.text, /NEW-1|KNOWN/)
    const rejected = await client.post(importPath(id), { text })
    assert.equal(rejected.status, 422)
    assert.doesNotMatch(rejected.text, /NEW-1|KNOWN/)
    assert.equal((await getContent(product_id)).codes.free, 1)
    const skipping = { text: 'NEW-1\nNEW-1\nKNOWN-CODE-1', skip_duplicates: true }
    const imported = await client.post(importPath(id), skipping)
    assert.deepEqual([imported.status, imported.json.new_count], [201, 1])
    assert.equal((await getContent(product_id)).codes.free, 2)
  })

  it('rejects a code that another variant of the account has, and accepts it in another account', async () => {
    const [one, other] = [await createVariant(), await createVariant()]
    await client.post(importPath(one.id), { text: 'SHARED-CODE-1' })
    const repeated = await client.post(importPath(other.id), { text: 'SHARED-CODE-1' })
    assert.match(problems(repeated)[0] ?? '', /line 1 is already imported/)
    const account = await testApp.createAccount('Other')
    const stranger = await testApp.signIn(await testApp.createUser('admin', account.id))
    const product = await stranger.post('/products', productBody(variantBody()))
    const ownVariant = product.json.variants[0].id
    const accepted = await stranger.post(importPath(ownVariant), { text: 'SHARED-CODE-1' })
    assert.equal(accepted.status, 201, accepted.text)
    assert.equal((await stranger.post(importPath(one.id), { text: 'X-1' })).status, 404)
    assert.equal((await stranger.get(`/catalogue/variants/${one.id}/codes`)).json.data.length, 0)
  })

  it('is all or nothing for two imports of the same codes at once', async () => {
    const { product_id, id } = await createVariant()
    const codes = Array.from({ length: 300 }, (_, index) => `TWICE-${index}`)
    const results = await Promise.all([
      client.post(importPath(id), { text: codes.join('\n') }),
      client.post(importPath(id), { text: codes.toReversed().join('\n') }),
    ])
    assert.deepEqual(results.map(({ status }) => status).sort(), [201, 422])
    assert.equal((await getContent(product_id)).codes.free, 300)
  })

  it('is bounded in bytes, rows and the length of a code', async () => {
    const { id } = await createVariant()
    const tooMany = Array.from({ length: 50_001 }, (_, index) => `N${index}`).join('\n')
    assert.match(problems(await client.post(importPath(id), { text: tooMany }))[0] ?? '', /50,000/)
    const tooLong = await client.post(importPath(id), { text: 'x'.repeat(4_000_001) })
    assert.equal(tooLong.status, 422)
    const bytes = await client.post(importPath(id), { text: 'é'.repeat(2_100_000) })
    assert.match(problems(bytes)[0] ?? '', /larger than 4 MB/)
    const longCode = await client.post(importPath(id), { text: 'y'.repeat(501) })
    assert.match(problems(longCode)[0] ?? '', /more than 500 characters/)
    for (const text of ['', ' \n\n', 'code\n', 'a\u0000b', '\ud800'])
      assert.equal((await client.post(importPath(id), { text })).status, 422, JSON.stringify(text))
  })

  it('takes tens of thousands of codes in one request', async () => {
    const count = sizeOfRun(50_000, 10_000)
    const { product_id, id } = await createVariant()
    const text = Array.from({ length: count }, (_, index) => `BULK-${index}-${index * 7}`).join(
      '\n',
    )
    const imported = await client.post(importPath(id), { text })
    assert.deepEqual([imported.status, imported.json?.new_count], [201, count], imported.text)
    assert.equal((await getContent(product_id)).codes.free, count)
  })
})

describe('the list of codes', () => {
  it('shows the last characters only, and finds a code by its last four', async () => {
    const { id } = await createVariant()
    const text = 'ABCD-EFGH-1234\nABCD-EFGH-zz99\nAB1234\nabc'
    await client.post(importPath(id), { text })
    const all = await client.get(`/catalogue/variants/${id}/codes`)
    const texts = pluck(all.json.data, 'id').reduce((rest, id) => rest.replace(id, ''), all.text)
    assert.doesNotMatch(texts, /ABCD|EFGH|AB1234|abc/)
    assert.deepEqual(pluck(all.json.data, 'last_four'), ['c', '34', 'zz99', '1234'])
    const found = await client.get(`/catalogue/variants/${id}/codes?last_four=ZZ99`)
    assert.deepEqual(pluck(found.json.data, 'last_four'), ['zz99'])
    const first = await client.get(`/catalogue/variants/${id}/codes?limit=3`)
    assert.equal(first.json.has_more, true)
    const rest = await client.get(
      `/catalogue/variants/${id}/codes?limit=3&after=${first.json.data[2].id}`,
    )
    assert.deepEqual([rest.json.data.length, rest.json.has_more], [1, false])
  })

  it('is for admins, and a revoked code is not given', async () => {
    const { product_id, id } = await createVariant()
    await client.post(importPath(id), { text: 'REVOKE-ME-1' })
    const path = `/catalogue/variants/${id}/codes`
    assert.equal((await sender.get(path)).status, 403)
    assert.equal((await sender.post(importPath(id), { text: 'A-1' })).status, 403)
    const [code] = (await client.get(path)).json.data
    const revoked = await client.post(`${path}/${code.id}/revoke`, { reason: 'Printed twice' })
    assert.equal(revoked.status, 204, revoked.text)
    const { codes } = await getContent(product_id)
    assert.deepEqual([codes.free, codes.revoked], [0, 1])
    const available = await testApp.run((ctx) => digital.findAvailable(ctx, [id]))
    assert.equal(available.has(id), false)
    const { json } = await client.get('/audit?limit=5')
    assert.match(JSON.stringify(json), /variant\.revoke_code/)
    assert.doesNotMatch(JSON.stringify(json), /REVOKE-ME/)
  })
})

describe('a file', () => {
  it('is uploaded as a binary body, and its type is judged by its content', async () => {
    const { product_id, id } = await createVariant({ digital: { delivery: 'file' } })
    const upload = (content: string | Buffer, type = 'application/octet-stream') =>
      fetch(`${testApp.origin}/admin/api/catalogue/variants/${id}/file?name=Guide.exe`, {
        method: 'PUT',
        headers: {
          origin: testApp.origin,
          'content-type': type,
          cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: content,
      })
    assert.equal((await upload('<html>')).status, 422)
    assert.equal((await upload('{}', 'application/json')).status, 422)
    assert.equal((await upload(Buffer.alloc(21_000_000, '%PDF-'))).status, 413)
    const saved = await upload(Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(5_000_000)]))
    assert.equal(saved.status, 200, await saved.clone().text())
    const content = await getContent(product_id)
    assert.deepEqual([content.file.name, content.file.size], ['Guide.pdf', 5_000_008])
  })
})

describe('the page of a gift', () => {
  it('shows when a code was seen, and replaces it with a reason', async () => {
    const variants = await testApp.run((ctx) =>
      catalogue.listProducts(ctx, {}, { limit: 50, order: 'desc' }),
    )
    const books = variants.data
      .flatMap((each) => each.variants)
      .find(({ sku }) => sku === 'BOOKS-25')
    const id = await fixture.sendGift('ada.reader@example.com')
    await fixture.run((ctx) => gifting.redeem(ctx, id, { variant_ids: [books?.id ?? ''] }))
    const read = async (as = client) => (await readGiftPage(as, id)).digital_items[0]
    const item = await read()
    assert.match(item.last_four, /^\d{4}$/)
    assert.deepEqual([item.revealed_at, item.replaced_at, item.can_replace], [null, null, true])
    const asSender = await read(sender)
    assert.deepEqual([asSender.last_four, asSender.can_replace], [null, false])
    await fixture.run((ctx) => gifting.revealItem(ctx, id, item.id))
    assert.notEqual((await read()).revealed_at, null)
    const path = `/gift-requests/${id}/digital-items/${item.id}/replace`
    assert.equal((await sender.post(path, { reason: 'Used' })).status, 403)
    assert.equal((await client.post(path, { reason: '' })).status, 422)
    const replaced = await client.post(path, { reason: 'Already used' })
    assert.equal(replaced.status, 204, replaced.text)
    const now = await read()
    assert.notEqual(now.last_four, item.last_four)
    assert.notEqual(now.replaced_at, null)
    const { json } = await client.get('/audit?limit=5')
    const entry = json.data.find(({ action }: { action: string }) =>
      action.endsWith('replace_code'),
    )
    assert.deepEqual(entry.details, {
      reason: 'Already used',
      revoked: item.last_four,
      given: now.last_four,
    })
    const unknown = `/gift-requests/${id}/digital-items/${id}/replace`
    assert.equal((await client.post(unknown, { reason: 'x' })).status, 404)
  })
})
