import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseByteRange, toRangeResponse } from './byte-range.ts'

// biome-ignore format: aligned columns
const cases: [header: string | undefined, result: ReturnType<typeof parseByteRange>][] = [
  ['bytes=0-',          { start: 0, end: 99 }],
  ['bytes=0-0',         { start: 0, end: 0 }],
  ['bytes=10-19',       { start: 10, end: 19 }],
  ['bytes=90-5000',     { start: 90, end: 99 }],
  ['bytes=-10',         { start: 90, end: 99 }],
  ['bytes=-500',        { start: 0, end: 99 }],
  ['bytes=100-',        'unsatisfiable'],
  ['bytes=-0',          'unsatisfiable'],
  ['bytes=20-10',       undefined],
  ['bytes=-',           undefined],
  ['bytes=0-1,5-6',     undefined],
  ['lines=0-1',         undefined],
  ['bytes=99999999999999999999-', undefined],
  [undefined,           undefined],
]
for (const [header, result] of cases)
  it(`parses ${header} of 100 bytes`, () => {
    assert.deepEqual(parseByteRange(header, 100), result)
  })

it('returns the length and the position of a range', () => {
  const { status, headers } = toRangeResponse('bytes=10-19', 100)
  assert.equal(status, 206)
  assert.equal(headers['content-length'], 10)
  assert.equal(headers['content-range'], 'bytes 10-19/100')
  assert.equal(toRangeResponse('bytes=100-', 100).headers['content-range'], 'bytes */100')
})
