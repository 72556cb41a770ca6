import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TxContext } from '#platform/postgres/database'
import { createFilterBudget, createFilterGate, type Signable } from './filter-gate.ts'

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

test('a filter that does not end is ended, its event is sent, and the events after it are judged', async () => {
  const settled: string[] = []
  const ctx = { query: async () => [], enqueue: () => {} } as unknown as TxContext
  const pass = createFilterGate({
    run: (fn) => fn(ctx),
    limiter: { pause: () => {} },
    settler: { add: ({ id }: { id: string }) => settled.push(id), forget: () => false } as never,
    counts: { filtered: 0 } as never,
  })
  const judgeBy = {
    endless: () => {
      for (;;);
    },
    left: () => ({ kind: 'left_out' }),
    sent: () => ({ kind: 'matches' }),
  }
  const batch = (['left', 'endless', 'left', 'sent'] as const).map((name, index) => {
    const account_id = `account ${index}` // each with time of its own
    const row = { account_id, endpoint_id: name, id: `${name} ${index}`, body: Buffer.from('{}') }
    const destination = { filter: { judge: judgeBy[name] }, ordered: false, max_per_second: null }
    return [row, destination] as unknown as Signable
  })
  const { passed } = await pass(batch, 'token')
  assert.deepEqual(
    passed.map(([{ id }]) => id),
    ['endless 1', 'sent 3'],
  )
  assert.deepEqual(settled, ['left 0', 'left 2'])
})
