import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFilterBudget } from './filter-gate.ts'

test('an account uses its burst, then a share of the time, and another account is not affected', () => {
  let now = 0
  const budget = createFilterBudget(() => now)
  assert.equal(budget.waitMs('hostile'), 0)
  budget.spend('hostile', 35) // ten more than the burst
  assert.equal(Math.round(budget.waitMs('hostile')), 200)
  assert.equal(budget.waitMs('other'), 0)
  now = 150
  assert.equal(Math.round(budget.waitMs('hostile')), 50)
  now = 200
  assert.equal(budget.waitMs('hostile'), 0)
  budget.spend('hostile', 1)
  assert.equal(Math.round(budget.waitMs('hostile')), 20)
  now = 100_000
  budget.spend('hostile', 25) // the account has saved one burst, not more
  assert.equal(budget.waitMs('hostile'), 0)
  budget.spend('hostile', 1)
  assert.equal(Math.round(budget.waitMs('hostile')), 20)
})
