import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as campaigns from '#campaigns'
import * as catalogue from '#catalogue'
import { ApiError, type Image } from '#contract'
import { aGift, createWorld } from '#test/api-world'

const world = await createWorld()

const address = (n: number) => `https://pictures.example/${'x'.repeat(460)}/${n}`
/** As long as the admin area lets a picture be. */
const image = (n: number): Image => ({
  name: 'n'.repeat(255),
  url: address(n),
  urls: { thumbnail: address(n), large: address(n), large_wide: address(n) },
})
const images = (count: number) => Array.from({ length: count }, (_, n) => image(n))

let products = 0
const product = (pictures: number, variants = 1): catalogue.NewProduct => {
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
const made = (wanted: catalogue.NewProduct) =>
  world.run((ctx) => catalogue.createProduct(ctx, wanted))

function offer(variant_ids: readonly string[]): Promise<string> {
  const model = world.campaign('email')
  return world.run(async (ctx) => {
    const desk = await campaigns.findForDesk(ctx, model.id)
    assert.ok(desk)
    return campaigns.make(ctx, { ...desk, variant_ids, sender_id: model.sender.id } as never)
  })
}

const isTooLarge = (param: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError)
  assert.equal(error.fieldErrors[0]?.param, param)
  assert.match(error.fieldErrors[0]?.message ?? '', /64 KiB is the most: offer fewer items/)
  return true
}

it('refuses a campaign whose offering is larger than 64 KiB, and says how large it is', async () => {
  const { variants } = await made(product(5, 6))
  const ids = variants.map(({ id }) => id)
  await assert.rejects(offer(ids), isTooLarge('variant_ids'))
  await offer(ids.slice(0, 5))
})

it('bounds the body of a gift request of the largest campaign there can be', async () => {
  const { variants } = await made(product(5, 5))
  const campaign_id = await offer(variants.map(({ id }) => id))
  const { status, text } = await world.api.post('/gift_requests', aGift(world, { campaign_id }))
  assert.equal(status, 201)
  assert.ok(Buffer.byteLength(text) > 50_000, 'it is nearly as large as it may be')
  assert.ok(Buffer.byteLength(text) < 70_000, `a body takes ${Buffer.byteLength(text)} bytes`)
})

it('refuses to bring a variant back that makes an offering too large', async () => {
  const first = await made(product(5, 5))
  const second = await made(product(1))
  const id = second.variants[0]?.id ?? ''
  await offer([...first.variants.map((variant) => variant.id), id])
  await world.run((ctx) => campaigns.retire(ctx, second.id))
  await world.run(async (ctx) => {
    const before = await catalogue.findProduct(ctx, second.id)
    assert.ok(before)
    const variants = before.variants.map((each) => ({ ...each, images: images(5) }))
    const wanted = { ...before, variants } as unknown as catalogue.WantedProduct
    await catalogue.changeProduct(ctx, second.id, wanted, () => {})
  })
  await assert.rejects(
    world.run((ctx) => campaigns.bringBack(ctx, second.id)),
    isTooLarge('variants'),
  )
})
