import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { byWarehouse } from './plan.ts'

const line = (variant_id: string, quantity: number, line_item_id = variant_id) => ({
  line_item_id,
  variant_id,
  sku: variant_id,
  name: variant_id,
  quantity,
})
const held = (warehouse_id: string, variant_id: string, quantity: number) => ({
  warehouse_id,
  variant_id,
  quantity,
})

it('deals lines out to the warehouses that hold them', () => {
  const piles = byWarehouse(
    [line('cup', 3), line('tea', 1)],
    [held('Reno', 'cup', 1), held('Berlin', 'cup', 2), held('Reno', 'tea', 1)],
  )
  assert.deepEqual(piles, [
    { warehouse_id: 'Reno', lines: [line('cup', 1), line('tea', 1)] },
    { warehouse_id: 'Berlin', lines: [line('cup', 2)] },
  ])
})

it('sends what no warehouse was asked for all the same', () => {
  assert.deepEqual(byWarehouse([line('cup', 2)], []), [
    { warehouse_id: null, lines: [line('cup', 2)] },
  ])
})

it('sends exactly what was ordered, whatever holds it', () => {
  const variant = fc.constantFrom('cup', 'tea', 'hat')
  const lines = fc.array(fc.tuple(variant, fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
  const stock = fc.array(
    fc.tuple(fc.constantFrom('A', 'B', 'C'), variant, fc.integer({ min: 1, max: 9 })),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(lines, stock, (wanted, taken) => {
      const ordered = wanted.map(([id, quantity], place) => line(id, quantity, `line ${place}`))
      const piles = byWarehouse(
        ordered,
        taken.map((each) => held(...each)),
      )
      const sent = piles.flatMap((pile) => pile.lines)
      for (const { line_item_id, quantity } of ordered) {
        const parts = sent.filter((each) => each.line_item_id === line_item_id)
        assert.equal(
          parts.reduce((sum, each) => sum + each.quantity, 0),
          quantity,
        )
      }
      assert.equal(new Set(piles.map(({ warehouse_id }) => warehouse_id)).size, piles.length)
    }),
  )
})
