import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#platform/lib/ids'
import { createTestApp } from '#test/api-harness'
import { pluck } from '#test/pluck'
import * as catalogue from './index.ts'

const testApp = await createTestApp()

/** Creates a product whose variants are in stock in warehouses of these countries. */
async function createStock(levels: Record<string, Record<string, number>>) {
  return testApp.run(async (ctx) => {
    const countries = [...new Set(Object.values(levels).flatMap((each) => Object.keys(each)))]
    const warehouses: Record<string, string> = {}
    for (const country of countries)
      warehouses[country] = (await catalogue.createWarehouse(ctx, { name: country, country })).id
    const variants = Object.keys(levels).map((name) => ({ sku: newId(), name, images: [] }))
    const product = { name: 'Thing', description: '', kind: 'physical', images: [] } as const
    const created = await catalogue.createProduct(ctx, { ...product, variants })
    const ids = Object.keys(levels).map((_, index) => created.variants[index]?.id ?? '')
    await catalogue.setStock(
      ctx,
      Object.values(levels).flatMap((each, index) =>
        Object.entries(each).map(([country, available]) => ({
          variant_id: ids[index] ?? '',
          warehouse_id: warehouses[country] ?? '',
          available,
        })),
      ),
    )
    return { ids, warehouses }
  })
}

type Wanted = Omit<Parameters<typeof catalogue.reserve>[1], 'team_id'> & { team_id?: string }

const reserve = (wanted: Wanted) =>
  testApp.run((ctx) => catalogue.reserve(ctx, { team_id: null, ...wanted }))

const availableByCountry = async (ids: readonly string[]) => {
  const stock = await testApp.run((ctx) => catalogue.stockByVariant(ctx, ids))
  return ids.map((id) =>
    Object.fromEntries(
      (stock.get(id) ?? []).map(({ warehouse, available }) => [warehouse.country, available]),
    ),
  )
}

const line = (variant_id: string, quantity: number) => ({ variant_id, quantity })

it('prefers the destination country, and uses other countries when its stock is insufficient', async () => {
  const { ids, warehouses } = await createStock({ a: { DE: 2, US: 9 } })
  const [a = ''] = ids
  const nearest = await reserve({ holder_id: newId(), lines: [line(a, 2)], country: 'DE' })
  assert.deepEqual(nearest, {
    allocations: [{ variant_id: a, warehouse_id: warehouses.DE, quantity: 2 }],
  })
  const fallback = await reserve({ holder_id: newId(), lines: [line(a, 1)], country: 'DE' })
  assert.equal(fallback.allocations?.[0]?.warehouse_id, warehouses.US)
  assert.deepEqual(await availableByCountry(ids), [{ DE: 0, US: 8 }])
})

it('takes all lines from one warehouse when no warehouse is in the destination country', async () => {
  const { ids, warehouses } = await createStock({
    a: { DE: 50, US: 90 },
    b: { DE: 90, US: 50 },
    c: { DE: 90 },
  })
  const reserved = await reserve({
    holder_id: newId(),
    lines: ids.map((id) => line(id, 1)),
    country: 'GB',
  })
  assert.deepEqual(
    reserved.allocations?.map(({ warehouse_id }) => warehouse_id),
    [warehouses.DE, warehouses.DE, warehouses.DE],
  )
})

it('takes a line from one warehouse that has all of it, otherwise from several', async () => {
  const { ids, warehouses } = await createStock({ a: { DE: 3, JP: 4, US: 5 } })
  const [a = ''] = ids
  const unsplit = await reserve({ holder_id: newId(), lines: [line(a, 4)], country: 'JP' })
  assert.deepEqual(
    unsplit.allocations?.map(({ warehouse_id }) => warehouse_id),
    [warehouses.JP],
  )
  const split = await reserve({ holder_id: newId(), lines: [line(a, 7)], country: 'DE' })
  assert.deepEqual(
    split.allocations?.map(({ warehouse_id, quantity }) => [warehouse_id, quantity]),
    [
      [warehouses.DE, 3],
      [warehouses.US, 4],
    ],
  )
  assert.deepEqual(await availableByCountry(ids), [{ DE: 0, JP: 0, US: 1 }])
})

it('reserves all lines or none, and names the unavailable variants', async () => {
  const { ids } = await createStock({ a: { DE: 5 }, b: { DE: 1 }, c: {} })
  const [a = '', b = '', c = ''] = ids
  const lines = [line(a, 1), line(b, 1), line(c, 1), line(b, 1)]
  assert.deepEqual(await reserve({ holder_id: newId(), lines }), { unavailable: [b, c] })
  assert.deepEqual(await availableByCountry(ids), [{ DE: 5 }, { DE: 1 }, {}])
})

it('returns stock once, and not after it has shipped', async () => {
  const { ids } = await createStock({ a: { DE: 5 } })
  const [a = ''] = ids
  const holder_id = newId()
  await reserve({ holder_id, lines: [line(a, 2)] })
  await reserve({ holder_id, lines: [line(a, 1)] })
  const allocations = await testApp.run((ctx) => catalogue.findReservations(ctx, holder_id))
  assert.deepEqual(pluck(allocations, 'quantity'), [3])
  const release = () => testApp.run(async (ctx) => catalogue.release(ctx, holder_id))
  await Promise.all([release(), release()])
  assert.deepEqual(await availableByCountry(ids), [{ DE: 5 }])
  await reserve({ holder_id, lines: [line(a, 2)] })
  await testApp.run(async (ctx) =>
    catalogue.consumeLines(ctx, holder_id, await catalogue.findReservations(ctx, holder_id)),
  )
  await release()
  assert.deepEqual(await availableByCountry(ids), [{ DE: 3 }])
})

it('neither oversells nor deadlocks under concurrent reservations and releases', async () => {
  const { ids } = await createStock({ a: { DE: 10, US: 10 }, b: { DE: 10, US: 10 } })
  const [a = '', b = ''] = ids
  const attempts = Array.from({ length: 40 }, async (_, n) => {
    const holder_id = newId()
    const lines = n % 2 === 0 ? [line(a, 1), line(b, 1)] : [line(b, 1), line(a, 1)]
    const country = n % 3 === 0 ? 'DE' : 'US'
    const { unavailable } = await reserve({ holder_id, lines, country })
    if (unavailable !== undefined) return 0
    if (n % 4 !== 0) return 1
    await testApp.run(async (ctx) => {
      await catalogue.findReservations(ctx, holder_id)
      catalogue.release(ctx, holder_id)
    })
    return 0
  })
  const reservedCount = (await Promise.all(attempts)).reduce<number>((sum, each) => sum + each, 0)
  for (const each of await availableByCountry(ids))
    assert.equal((each.DE ?? 0) + (each.US ?? 0), 20 - reservedCount)
})

it('reserves no stock of digital variants', async () => {
  const holder_id = newId()
  const id = await testApp.run(async (ctx) => {
    const variants = [{ sku: newId(), name: 'Voucher', images: [] }]
    const product = { name: 'Voucher', description: '', kind: 'digital', images: [] } as const
    return (await catalogue.createProduct(ctx, { ...product, variants })).variants[0]?.id ?? ''
  })
  assert.deepEqual(await reserve({ holder_id, lines: [line(id, 3)] }), { allocations: [] })
})

it('exchanges reserved lines in one step, and keeps what both have', async () => {
  const { ids } = await createStock({ a: { DE: 3 }, b: { DE: 3 }, c: { DE: 1 } })
  const [a = '', b = '', c = ''] = ids
  const [holder_id, extra_holder_id] = [newId(), newId()]
  await reserve({ holder_id, lines: [line(a, 1), line(b, 1)] })
  const exchange = (lines: { variant_id: string; quantity: number }[]) =>
    testApp.run(async (ctx) => {
      const missing = { holder_id, extra_holder_id, lines }
      const { unavailable } = await catalogue.reserveMissing(ctx, {
        ...missing,
        country: 'DE',
        team_id: null,
      })
      if (unavailable !== undefined) return unavailable
      await catalogue.mergeReservations(ctx, missing)
      return undefined
    })
  assert.deepEqual(await exchange([line(c, 2), line(b, 1)]), [c])
  assert.deepEqual(await availableByCountry(ids), [{ DE: 2 }, { DE: 2 }, { DE: 1 }])
  assert.equal(await exchange([line(c, 1), line(b, 1)]), undefined)
  assert.deepEqual(await availableByCountry(ids), [{ DE: 3 }, { DE: 2 }, { DE: 0 }])
  const reserved = await testApp.run((ctx) => catalogue.findReservations(ctx, holder_id))
  assert.deepEqual(
    pluck(reserved, 'variant_id', 'quantity').toSorted(),
    [
      [b, 1],
      [c, 1],
    ].toSorted(),
  )
})

it('exchanges opposite lines at the same time without a deadlock', async () => {
  const { ids } = await createStock({ a: { DE: 20 }, b: { DE: 20 } })
  const [a = '', b = ''] = ids
  await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const [holder_id, extra_holder_id] = [newId(), newId()]
      const [from, to] = index % 2 === 0 ? [a, b] : [b, a]
      await reserve({ holder_id, lines: [line(from, 1)] })
      await testApp.run(async (ctx) => {
        const missing = { holder_id, extra_holder_id, lines: [line(to, 1)] }
        await catalogue.reserveMissing(ctx, { ...missing, team_id: null })
        await catalogue.mergeReservations(ctx, missing)
      })
    }),
  )
  assert.deepEqual(await availableByCountry(ids), [{ DE: 12 }, { DE: 12 }])
})
