import assert from 'node:assert/strict'
import { it } from 'node:test'
import { chunkBySize } from './chunks.ts'

const cut = (sizes: number[], maxRows: number, maxBytes: number) => [
  ...chunkBySize(sizes, (size) => size, { maxRows, maxBytes }),
]

it('splits by rows and by bytes, whichever limit is reached first', () => {
  assert.deepEqual(cut([1, 1, 1, 1, 1], 2, 100), [[1, 1], [1, 1], [1]])
  assert.deepEqual(cut([4, 4, 4, 1, 1], 10, 8), [
    [4, 4],
    [4, 1, 1],
  ])
  assert.deepEqual(cut([], 2, 2), [])
})

it('puts an item that exceeds the byte limit into its own chunk', () => {
  assert.deepEqual(cut([1, 50, 1], 10, 8), [[1], [50], [1]])
})
