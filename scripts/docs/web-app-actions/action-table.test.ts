import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '#contract/operations'
import { actionMaps, actionRows, readWebAppActions } from './action-table.ts'

describe('the public operations of the actions of the web app', () => {
  const actions = readWebAppActions()

  for (const { path, actions: map } of actionMaps)
    it(`cover every action below ${path}`, () => {
      const names = actions.filter((action) => action.path.startsWith(path)).map(({ name }) => name)
      assert.ok(names.length > 0)
      assert.deepEqual(Object.keys(map).sort(), names.sort())
    })

  it('exist, or have a reason', () => {
    const ids = new Set(operations.map(({ id }) => id))
    const targets = actionMaps.flatMap(({ actions: map }) => Object.values(map))
    const wrong = targets.filter((target) =>
      typeof target === 'string' ? !ids.has(target) : target.onlyInWebApp === '',
    )
    assert.deepEqual(wrong, [])
    assert.ok(actionRows().every(([, target]) => target !== ''))
  })
})
