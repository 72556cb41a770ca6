import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SizeGuide } from '#contract'
import { formatSizeGuide, parseSizeGuide } from './size-guide-text.ts'

const table = {
  unit: 'cm',
  columns: ['Chest', 'Length'],
  rows: [
    { size: 'S', values: ['96', '68'] },
    { size: 'M', values: ['', '70'] },
  ],
} as const
const guide = (change: Partial<SizeGuide>): SizeGuide =>
  structuredClone({ ...table, note: '', ...change }) as unknown as SizeGuide

describe('the text of a size guide', () => {
  const guides = [
    guide({}),
    guide({ unit: 'in' }),
    guide({ unit: null, note: 'Measured flat.\n\nTake the larger one.' }),
    guide({ columns: [], rows: [], unit: null, note: 'One size.' }),
    guide({ columns: [], rows: [], unit: null, note: 'cm | looks like a table' }),
  ]
  for (const each of guides)
    it(`is parsed to the same guide: ${JSON.stringify(formatSizeGuide(each)).slice(0, 40)}`, () => {
      assert.deepEqual(parseSizeGuide(formatSizeGuide(each)), each)
    })

  it('accepts aligned columns and the line ends of Windows', () => {
    const text = 'cm | Chest | Length\r\nS  | 96    | 68\r\nM  |       | 70\r\n'
    assert.deepEqual(parseSizeGuide(text), guide({}))
  })

  it('is null for an empty cell', () => {
    assert.equal(parseSizeGuide(' \n '), null)
    assert.equal(formatSizeGuide(null), '')
  })
})
