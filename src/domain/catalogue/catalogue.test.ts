import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ApiError } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { pluck } from '#test/pluck'
import { createTestDatabase } from '#test/test-database'
import { createProduct } from './create-product.ts'
import { setStock, stockByVariant } from './stock.ts'
import { memoizedVariantsById, variantsById } from './variants.ts'
import { createWarehouse } from './warehouses.ts'

const testDb = await createTestDatabase()
after(() => testDb.close())

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
  return ctx.queryCount(`select number from catalogue.revision_of($1)`, [ctx.account_id])
}

test('reads a variant once in a transaction, and again in the next one', async () => {
  const { id: account } = await testDb.newAccount()
  const { variants } = await testDb.run(account, (ctx) => createProduct(ctx, mug))
  const ids = variants.map(({ id }) => id)
  const rename = (ctx: TxContext, name: string) =>
    ctx.query('update catalogue.variant set name = $2 where account_id = $1', [account, name])
  const names = async (ctx: TxContext, wanted: readonly string[]) =>
    [...(await memoizedVariantsById(ctx, wanted)).values()].map(({ name }) => name)
  const unknown = '00000000-0000-7000-8000-000000000000'
  await testDb.run(account, async (ctx) => {
    assert.deepEqual(await names(ctx, [ids[0] ?? '', unknown]), ['Small'])
    await rename(ctx, 'Renamed')
    assert.deepEqual(await names(ctx, [...ids, unknown]), ['Small', 'Renamed'])
    assert.deepEqual(await names({ ...ctx, now: new Date() }, ids), ['Small', 'Renamed'])
  })
  await testDb.run(account, async (ctx) => {
    assert.deepEqual(await names(ctx, ids), ['Renamed', 'Renamed'])
  })
})

test('reads variants with their product, and makes uploaded picture URLs absolute', async () => {
  const { id: account } = await testDb.newAccount()
  const created = await testDb.run(account, (ctx) => createProduct(ctx, mug))
  assert.deepEqual(pluck(created.variants, 'sku'), ['MUG-S', 'MUG-L'])
  const ids = created.variants.map(({ id }) => id)
  const found = await testDb.run(account, (ctx) => variantsById(ctx, ids))
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
  const { variants: _, ...fields } = mug
  const rules = {
    ...{ destination_mode: 'all', destinations: [], minimum_age: null },
    ...{ registration_number: null, charity_url: null },
    ...{ size_guide: null, allergens: [], ingredients: '' },
  }
  const donation = { donation_amount_minor: null, donation_currency: null, donation_cap: null }
  const product = { id: created.id, ...fields, images: published, ...rules }
  // Compared as text: the sent JSON must not depend on the member order of PostgreSQL's jsonb.
  assert.equal(
    JSON.stringify(ids.map((id) => found.get(id))),
    JSON.stringify([
      {
        id: ids[0],
        sku: 'MUG-S',
        name: 'Small',
        images: published,
        product,
        donation,
      },
      {
        id: ids[1],
        sku: 'MUG-L',
        name: 'Large',
        images: [],
        product,
        donation,
      },
    ]),
  )
})

test('an SKU is unique within an account, not across accounts', async () => {
  const [one, two] = [await testDb.newAccount(), await testDb.newAccount()]
  await testDb.run(one.id, (ctx) => createProduct(ctx, mug))
  await testDb.run(two.id, (ctx) => createProduct(ctx, mug))
  await assert.rejects(
    testDb.run(one.id, (ctx) => createProduct(ctx, mug)),
    (error) => error instanceof ApiError && error.errors()[0]?.param === 'variants.0.sku',
  )
})

test('stores the latest stock count per warehouse', async () => {
  const { id: account } = await testDb.newAccount()
  await testDb.run(account, async (ctx) => {
    const created = await createProduct(ctx, mug)
    const [small = '', large = ''] = created.variants.map(({ id }) => id)
    const us = await createWarehouse(ctx, { name: 'Reno', country: 'US' })
    const de = await createWarehouse(ctx, { name: 'Leipzig', country: 'DE' })
    await setStock(ctx, [
      { variant_id: small, warehouse_id: us.id, available: 1 },
      { variant_id: small, warehouse_id: de.id, available: 2 },
    ])
    await setStock(ctx, [{ variant_id: small, warehouse_id: us.id, available: 0 }])
    const stock = await stockByVariant(ctx, [small, large])
    const withoutAddress = ({ address: _, ...warehouse }: typeof us) => warehouse
    assert.deepEqual(stock.get(small), [
      { warehouse: withoutAddress(de), available: 2 },
      { warehouse: withoutAddress(us), available: 0 },
    ])
    assert.equal(stock.get(large), undefined)
  })
})

test('the revision rises with changes to the appearance of gifts, not with stock or other accounts', async () => {
  const [one, two] = [await testDb.newAccount(), await testDb.newAccount()]
  assert.equal(await testDb.run(one.id, revision), 0)
  const { id, variants } = await testDb.run(one.id, (ctx) => createProduct(ctx, mug))
  const before = await testDb.run(one.id, revision)
  assert.ok(before > 0)
  await testDb.run(one.id, async (ctx) => {
    const { id: warehouse_id } = await createWarehouse(ctx, { name: 'Reno', country: 'US' })
    await setStock(
      ctx,
      variants.map((one) => ({ variant_id: one.id, warehouse_id, available: 5 })),
    )
  })
  await testDb.run(two.id, (ctx) => createProduct(ctx, mug))
  assert.equal(await testDb.run(one.id, revision), before)
  await testDb.run(one.id, (ctx) =>
    ctx.query(`update catalogue.product set name = 'Cup' where id = $1`, [id]),
  )
  assert.equal(await testDb.run(one.id, revision), before + 1)
})

test('RLS hides the catalogue of other accounts, even from a query without an account filter', async () => {
  const [ownAccount, otherAccount] = [await testDb.newAccount(), await testDb.newAccount()]
  const created = await testDb.run(otherAccount.id, (ctx) => createProduct(ctx, mug))
  const ids = created.variants.map(({ id }) => id)
  await testDb.run(ownAccount.id, async (ctx) => {
    assert.equal((await variantsById(ctx, ids)).size, 0)
    for (const table of ['product', 'variant', 'revision'])
      assert.deepEqual(await ctx.query(`select * from catalogue.${table}`), [], table)
  })
})
