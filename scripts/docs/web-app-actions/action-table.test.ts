import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '#contract/operations'
import {
  operationIds,
  readAdminRoutes,
  renderActionTables,
  renderOperationsWithoutScreen,
} from './action-table.ts'
import { screens } from './screens.ts'

describe('the table of the actions of the web app', () => {
  const listed = screens.flatMap(({ routes }) => Object.keys(routes))

  it('has a row for every route of the admin API: a new route needs an operation or a reason', () => {
    const names = readAdminRoutes().map(({ name }) => name)
    assert.ok(names.length > 200)
    assert.deepEqual([...listed].sort(), names.sort())
  })

  it('has each route on one screen', () => {
    assert.equal(new Set(listed).size, listed.length)
    assert.equal(new Set(screens.map(({ title }) => title)).size, screens.length)
  })

  it('names existing operations, or a reason', () => {
    const known = new Set(operations.map(({ id }) => id))
    const wrong = screens.flatMap(({ routes }) =>
      Object.entries(routes).filter(([, target]) => {
        const ids = operationIds(target)
        if (ids.length > 0) return ids.some((id) => !known.has(id))
        return !(
          typeof target === 'object' &&
          'onlyInWebApp' in target &&
          target.onlyInWebApp.length > 20
        )
      }),
    )
    assert.deepEqual(wrong, [])
  })

  it('mentions each public operation once at least', () => {
    const text = `${renderActionTables()}\n${renderOperationsWithoutScreen()}`
    const missing = operations.filter(({ method, path }) => !text.includes(`\`${method} ${path}\``))
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
    )
  })
})
