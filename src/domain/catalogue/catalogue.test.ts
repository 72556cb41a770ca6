import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres'
import { openEmptyWorld } from '#test/empty-world'
import { createProduct } from './products.ts'
import { createWarehouse, setStock, stockBy } from './stock.ts'
import { variantsBy } from './variants.ts'

const world = await openEmptyWorld()
after(() => world.close())

const image = {
  urls: { large_wide: 'https://cdn.example/w.svg', large: '/images/l.svg', thumbnail: '/t.svg' },
  url: '/images/l.svg',
  name: 'mug',
}

const mug = {
  name: 'Mug',
  description: 'For tea.',
  kind: 'physical',
  images: [image],
  variants: [
    { sku: 'MUG-S', name: 'Small', images: [image] },
    { sku: 'MUG-L', name: 'Large', images: [] },
  ],
} as const

const revision = async (ctx: TxContext) => {
  const [row] = await ctx.query<{ number: number }>(
    `select number from catalogue.revision_of($1)`,
    [ctx.account_id],
  )
  return row?.number ?? 0
}

test('variants are read with their product; pictures of ours get our address', async () => {
  const { id: account } = await world.newAccount()
  const made = await world.run(account, (ctx) => createProduct(ctx, mug))
  assert.deepEqual(
    made.variants.map(({ sku }) => sku),
    ['MUG-S', 'MUG-L'],
  )
  const ids = made.variants.map(({ id }) => id)
  const found = await world.run(account, (ctx) => variantsBy(ctx, ids))
  const published = [
    {
      name: 'mug',
      url: 'http://localhost:3000/images/l.svg',
      urls: {
        thumbnail: 'http://localhost:3000/t.svg',
        large: 'http://localhost:3000/images/l.svg',
        large_wide: 'https://cdn.example/w.svg',
      },
    },
  ]
  const { variants: _, ...product } = mug
  // compared as text: what is sent must not depend on how PostgreSQL orders members
  assert.equal(
    JSON.stringify(ids.map((id) => found.get(id))),
    JSON.stringify([
      {
        id: ids[0],
        sku: 'MUG-S',
        name: 'Small',
        images: published,
        product: { id: made.id, ...product, images: published },
      },
      {
        id: ids[1],
        sku: 'MUG-L',
        name: 'Large',
        images: [],
        product: { id: made.id, ...product, images: published },
      },
    ]),
  )
})

test('an SKU stands once in an account, and again in another', async () => {
  const [one, two] = [await world.newAccount(), await world.newAccount()]
  await world.run(one.id, (ctx) => createProduct(ctx, mug))
  await world.run(two.id, (ctx) => createProduct(ctx, mug))
  await assert.rejects(
    world.run(one.id, (ctx) => createProduct(ctx, mug)),
    (error) => error instanceof ApiError && error.errors()[0]?.param === 'variants',
  )
})

test('stock is what was said last, by warehouse', async () => {
  const { id: account } = await world.newAccount()
  await world.run(account, async (ctx) => {
    const made = await createProduct(ctx, mug)
    const [small = '', large = ''] = made.variants.map(({ id }) => id)
    const us = await createWarehouse(ctx, { name: 'Reno', country: 'US' })
    const de = await createWarehouse(ctx, { name: 'Leipzig', country: 'DE' })
    await setStock(ctx, [
      { variant_id: small, warehouse_id: us.id, available: 1 },
      { variant_id: small, warehouse_id: de.id, available: 2 },
    ])
    await setStock(ctx, [{ variant_id: small, warehouse_id: us.id, available: 0 }])
    const stock = await stockBy(ctx, [small, large])
    assert.deepEqual(stock.get(small), [
      { warehouse: de, available: 2 },
      { warehouse: us, available: 0 },
    ])
    assert.equal(stock.get(large), undefined)
  })
})

test('the revision rises with what gifts look like, not with stock, and not with other accounts', async () => {
  const [one, two] = [await world.newAccount(), await world.newAccount()]
  assert.equal(await world.run(one.id, revision), 0)
  const { id, variants } = await world.run(one.id, (ctx) => createProduct(ctx, mug))
  const before = await world.run(one.id, revision)
  assert.ok(before > 0)
  await world.run(one.id, async (ctx) => {
    const { id: warehouse_id } = await createWarehouse(ctx, { name: 'Reno', country: 'US' })
    await setStock(
      ctx,
      variants.map((one) => ({ variant_id: one.id, warehouse_id, available: 5 })),
    )
  })
  await world.run(two.id, (ctx) => createProduct(ctx, mug))
  assert.equal(await world.run(one.id, revision), before)
  await world.run(one.id, (ctx) =>
    ctx.query(`update catalogue.product set name = 'Cup' where id = $1`, [id]),
  )
  assert.equal(await world.run(one.id, revision), before + 1)
})

test('another account’s catalogue is not there, even for a query that forgets whose it wants', async () => {
  const [mine, theirs] = [await world.newAccount(), await world.newAccount()]
  const made = await world.run(theirs.id, (ctx) => createProduct(ctx, mug))
  const ids = made.variants.map(({ id }) => id)
  await world.run(mine.id, async (ctx) => {
    assert.equal((await variantsBy(ctx, ids)).size, 0)
    for (const table of ['product', 'variant', 'revision'])
      assert.deepEqual(await ctx.query(`select * from catalogue.${table}`), [], table)
  })
})
