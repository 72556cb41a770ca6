import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  actionLabel,
  formatChanges,
  hasActionLabel,
  selfActionLabel,
} from '#web-src/pages/settings/audit-labels'

test('every action that is written to the audit log has a sentence', () => {
  const files = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const actions = files
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => /\b(audit|recordEntry)\(/.test(text))
    .flatMap((text) => [...text.matchAll(/action: '(\w+\.\w+)'/g)].map(([, action = '']) => action))
  assert.ok(actions.length > 20, `${actions.length} actions found`)
  assert.deepEqual(
    actions.filter((action) => !hasActionLabel(action)),
    [],
  )
})

test('an entry reads as a sentence, also when it is new or about the person who did it', () => {
  assert.equal(actionLabel('endpoint.create'), 'added webhook endpoint')
  assert.equal(actionLabel('endpoint.paint_red'), 'paint red webhook endpoint')
  assert.equal(selfActionLabel('session.start'), 'signed in')
})

test('changes are one line for each field, and lists are read out', () => {
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
