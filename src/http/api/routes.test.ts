import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#contract/operations'
import { apiRoutes } from './routes.ts'

test('every operation of the contract has exactly one handler', () => {
  const handled = apiRoutes.map(({ operation }) => operation.id)
  assert.deepEqual(handled.sort(), operations.map(({ id }) => id).sort())
})
