import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { splitByWarehouse } from './plan-parcels.ts'

const line = (variant_id: string, quantity: number, line_item_id = variant_id) => ({
  line_item_id,
  variant_id,
  sku: variant_id,
  name: variant_id,
  quantity,
})
const allocation = (warehouse_id: string, variant_id: string, quantity: number) => ({
  warehouse_id,
  variant_id,
  quantity,
})

it('assigns lines to the warehouses of their allocations', () => {
  const packages = splitByWarehouse(
    [line('cup', 3), line('tea', 1)],
    [allocation('Reno', 'cup', 1), allocation('Berlin', 'cup', 2), allocation('Reno', 'tea', 1)],
  )
  assert.deepEqual(packages, [
    { warehouse_id: 'Reno', lines: [line('cup', 1), line('tea', 1)] },
    { warehouse_id: 'Berlin', lines: [line('cup', 2)] },
  ])
})

it('packs lines without an allocation', () => {
  assert.deepEqual(splitByWarehouse([line('cup', 2)], []), [
    { warehouse_id: null, lines: [line('cup', 2)] },
  ])
})

it('packs exactly the ordered quantities for any allocation', () => {
  const variant = fc.constantFrom('cup', 'tea', 'hat')
  const lines = fc.array(fc.tuple(variant, fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
  const stock = fc.array(
    fc.tuple(fc.constantFrom('A', 'B', 'C'), variant, fc.integer({ min: 1, max: 9 })),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(lines, stock, (wanted, allocations) => {
      const ordered = wanted.map(([id, quantity], index) => line(id, quantity, `line ${index}`))
      const packages = splitByWarehouse(
        ordered,
        allocations.map((each) => allocation(...each)),
      )
      const sent = packages.flatMap((parcel) => parcel.lines)
      for (const { line_item_id, quantity } of ordered) {
        const sentLines = sent.filter((each) => each.line_item_id === line_item_id)
        assert.equal(
          sentLines.reduce((sum, each) => sum + each.quantity, 0),
          quantity,
        )
      }
      assert.equal(new Set(packages.map(({ warehouse_id }) => warehouse_id)).size, packages.length)
    }),
  )
})
