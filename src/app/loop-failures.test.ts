import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pluck } from '#test/pluck'
import { createLoopFailures } from './loop-failures.ts'

type Line = Record<string, unknown> & { message: string }

function createFailures() {
  const lines: Line[] = []
  const clock = { ms: 0 }
  const log = {
    error: (fields: object, message: string) => lines.push({ ...fields, message }),
  }
  return { lines, clock, ...createLoopFailures(log as never, () => clock.ms) }
}

const lostConnection = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('logs one line for all loops in ten seconds without the database, and no stack', () => {
  const { lines, clock, failures, onError } = createFailures()
  for (let second = 0; second < 30; second += 1) {
    clock.ms = second * 1000
    for (const loop of ['gifts', 'claims', 'emails']) onError(lostConnection(), loop)
  }
  assert.deepEqual(pluck(lines, 'left_out', 'reason', 'err'), [
    [0, 'connect ECONNREFUSED', undefined],
    [29, 'connect ECONNREFUSED', undefined],
    [29, 'connect ECONNREFUSED', undefined],
  ])
  assert.deepEqual(Object.fromEntries(failures), { gifts: 30, claims: 30, emails: 30 })
})

it('logs no outage when all loops fail once at the start', () => {
  const { lines, failures, onError } = createFailures()
  for (const loop of ['gifts', 'claims', 'emails']) onError(lostConnection(), loop)
  assert.deepEqual(lines, [])
  assert.equal(failures.size, 3)
})

it('logs a failure with its stack once a minute, and another failure at once', () => {
  const { lines, clock, onError, onAccountError } = createFailures()
  const error = new Error('a row is broken')
  for (let second = 0; second <= 60; second += 5) {
    clock.ms = second * 1000
    onError(error, 'gifts')
  }
  onError(new Error('another one'), 'gifts')
  onAccountError('emails')(error, 'a1')
  assert.deepEqual(pluck(lines, 'where', 'left_out'), [
    ['gifts', 0],
    ['gifts', 11],
    ['gifts', 0],
    ['emails of account a1', 0],
  ])
  assert.equal(lines[0]?.err, error)
})

it('remembers a bounded number of failures', () => {
  const { lines, onError } = createFailures()
  for (let index = 0; index < 5_000; index += 1) onError(new Error(`row ${index}`), 'gifts')
  onError(new Error('row 0'), 'gifts')
  assert.equal(lines.length, 5_001)
})
