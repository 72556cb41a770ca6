import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import * as catalogue from '#catalogue'
import { ApiError, type Image } from '#contract'
import { createTestApp, giftBody } from '#test/api-harness'
import * as campaigns from './index.ts'

const app = await createTestApp()

const pictureUrl = (n: number) => `https://pictures.example/${'x'.repeat(460)}/${n}`
/** Builds a picture whose name and URLs have the maximum length that the admin area accepts. */
const image = (n: number): Image => ({
  name: 'n'.repeat(255),
  url: pictureUrl(n),
  urls: { thumbnail: pictureUrl(n), large: pictureUrl(n), large_wide: pictureUrl(n) },
})
const images = (count: number) => Array.from({ length: count }, (_, n) => image(n))

let products = 0
const buildProduct = (pictures: number, variants = 1): catalogue.NewProduct => {
  const number = ++products
  return {
    name: `Product ${number}`,
    description: '',
    kind: 'physical',
    images: [],
    variants: Array.from({ length: variants }, (_, n) => ({
      sku: `sku ${number} ${n}`,
      name: `Variant ${n}`,
      images: images(pictures),
    })),
  }
}
const createProduct = (input: catalogue.NewProduct) =>
  app.run((ctx) => catalogue.createProduct(ctx, input))

function createCampaign(variant_ids: readonly string[]): Promise<string> {
  const source = app.campaign('email')
  return app.run(async (ctx) => {
    const adminCampaign = await campaigns.findForAdmin(ctx, source.id)
    assert.ok(adminCampaign)
    return campaigns.createFromAdmin(ctx, {
      ...adminCampaign,
      variant_ids,
      sender_id: source.sender.id,
    } as never)
  })
}

const isTooLarge = (param: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError)
  assert.equal(error.fieldErrors[0]?.param, param)
  assert.match(error.fieldErrors[0]?.message ?? '', /maximum 64 KiB\): offer fewer items/)
  return true
}

it('rejects a campaign with an offering over 64 KiB, with the size in the message', async () => {
  const { variants } = await createProduct(buildProduct(5, 6))
  const ids = variants.map(({ id }) => id)
  await assert.rejects(createCampaign(ids), isTooLarge('variant_ids'))
  await createCampaign(ids.slice(0, 5))
})

it('limits the body of a gift request with the largest possible campaign', async () => {
  const { variants } = await createProduct(buildProduct(5, 5))
  const campaign_id = await createCampaign(variants.map(({ id }) => id))
  const { status, text } = await app.api.post('/gift_requests', giftBody(app, { campaign_id }))
  assert.equal(status, 201)
  assert.ok(Buffer.byteLength(text) > 50_000, 'it is nearly as large as it may be')
  assert.ok(Buffer.byteLength(text) < 70_000, `a body takes ${Buffer.byteLength(text)} bytes`)
})

it('counts the offerings in the cache by their bytes', async () => {
  const { variants } = await createProduct(buildProduct(5, 5))
  const campaign_id = await createCampaign(variants.map(({ id }) => id))
  const set = mock.method(app.db.deployment.cache, 'set')
  const { status, json } = await app.api.post('/gift_requests', giftBody(app, { campaign_id }))
  assert.equal(status, 201)
  assert.equal((await app.api.get(`/gift_requests/${json.id}`)).status, 200)
  set.mock.restore()
  const texts = set.mock.calls.flatMap(({ arguments: [key, value, bytes = 0] }) => {
    const content = typeof value === 'string' ? value : (value as { content?: string }).content
    return content === undefined || content.length < 50_000 ? [] : [{ key, content, bytes }]
  })
  assert.notDeepEqual(texts, [], 'the offering is in the cache')
  for (const { key, content, bytes } of texts)
    assert.ok(bytes >= content.length, `${key.split(' ')[0]} counts ${bytes} bytes`)
})

it('rejects the restore of a variant that makes an offering too large', async () => {
  const first = await createProduct(buildProduct(5, 5))
  const second = await createProduct(buildProduct(1))
  const id = second.variants[0]?.id ?? ''
  await createCampaign([...first.variants.map((variant) => variant.id), id])
  await app.run((ctx) => campaigns.archiveProduct(ctx, second.id))
  await app.run(async (ctx) => {
    const before = await catalogue.findProduct(ctx, second.id)
    assert.ok(before)
    const variants = before.variants.map((each) => ({ ...each, images: images(5) }))
    const input = { ...before, variants } as unknown as catalogue.ProductInput
    await catalogue.updateProduct(ctx, second.id, input)
  })
  await assert.rejects(
    app.run((ctx) => campaigns.restoreProduct(ctx, second.id)),
    isTooLarge('variants'),
  )
})
