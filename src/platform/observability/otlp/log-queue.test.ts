import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createLogQueue } from './log-queue.ts'

it('drops the oldest lines by count and by length, and counts them', () => {
  const queue = createLogQueue({ maxLines: 3, maxLength: 10 })
  for (const line of ['a', 'b', 'c', 'd']) queue.push(line)
  assert.equal(queue.countDropped(), 1)
  queue.push('e'.repeat(9))
  assert.equal(queue.countDropped(), 3)
  assert.deepEqual(queue.takeBatch(), ['d', 'e'.repeat(9)])
  assert.equal(queue.size(), 0)
})

it('does not drop other lines for a line that is too long itself', () => {
  const queue = createLogQueue({ maxLines: 3, maxLength: 10 })
  queue.push('a')
  queue.push('b'.repeat(11))
  assert.deepEqual(queue.takeBatch(), ['a'])
  assert.equal(queue.countDropped(), 1)
})

it('keeps the newest lines when a batch returns to a queue that has filled up', () => {
  const queue = createLogQueue({ maxLines: 3, maxLength: 100 })
  for (const line of ['a', 'b', 'c']) queue.push(line)
  const batch = queue.takeBatch()
  for (const line of ['d', 'e']) queue.push(line)
  queue.putBack(batch)
  assert.deepEqual(queue.takeBatch(), ['c', 'd', 'e'])
  assert.equal(queue.countDropped(), 2)
})

it('limits a batch by count and by length', () => {
  const queue = createLogQueue({ maxLines: 2_000, maxLength: 10_000_000 })
  for (let n = 0; n < 1_000; n++) queue.push('a')
  assert.ok(queue.hasFullBatch())
  assert.deepEqual([queue.takeBatch().length, queue.takeBatch().length], [512, 488])
  const long = 'b'.repeat(600_000)
  for (let n = 0; n < 3; n++) queue.push(long)
  assert.ok(queue.hasFullBatch())
  assert.equal(queue.takeBatch().length, 1)
  queue.clear()
  assert.equal(queue.countDropped(), 2)
})
