import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { actionLabels, hiddenActions } from '#web-src/pages/gifts/action-labels'
import { formatChanges } from '#web-src/pages/settings/audit-changes'
import { actionLabel, hasActionLabel, selfActionLabel } from '#web-src/pages/settings/audit-labels'

const sources = globSync('src/**/*.ts')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)
const actions = sources
  .filter((text) => /\b(audit|recordAction|recordChange|recordEntry|recordGiftChange)\(/.test(text))
  .flatMap((text) => findAll(text, /(?<!param: )'([a-z_]+\.[a-z_]+)'/g))

test('every action in the audit log has a label', () => {
  assert.ok(actions.length > 60, `${actions.length} actions found`)
  assert.deepEqual(
    actions.filter((action) => !hasActionLabel(action)),
    [],
  )
})

test('every action on a gift is in its timeline', () => {
  const missing = new Set(actions).difference(
    new Set([...Object.keys(actionLabels), ...hiddenActions]),
  )
  assert.deepEqual(
    [...missing].filter((action) => action.startsWith('gift_request.')),
    [],
  )
})

test('labels cover unknown actions and actions of a user on the own account', () => {
  assert.equal(actionLabel('endpoint.create'), '{actor} added webhook endpoint {subject}')
  assert.equal(actionLabel('endpoint.paint_red'), '{actor} paint red endpoint {subject}')
  assert.equal(selfActionLabel('session.start'), '{actor} signed in')
  assert.equal(selfActionLabel('user.change_role'), '{actor} changed the role of themselves')
})

test('changes are formatted as one line per field, with list values joined by commas', () => {
  const details = {
    before: { role: 'sender', enabled: true },
    after: { role: 'admin', enabled: false },
    events: ['gift_request_created', 'gift_request_redeemed'],
    note: null,
  }
  assert.deepEqual(formatChanges(details), [
    'Role: sender → admin',
    'Enabled: yes → no',
    'Events: gift_request_created, gift_request_redeemed',
    'Note: none',
  ])
})

test('a field without a label is spelled out', () => {
  assert.deepEqual(formatChanges({ paint_colour: 'red' }), ['Paint colour: red'])
})
