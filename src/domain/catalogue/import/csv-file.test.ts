import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { escapeCell, importLimits, parseCsvFile, unescapeCell } from './csv-file.ts'

const parse = (text: string | Buffer) => parseCsvFile(Buffer.from(text as string))
const cells = (text: string | Buffer) => parse(text).rows.map((row) => [...row.cells.values()])
const messages = (text: string | Buffer) =>
  parse(text).errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)

describe('a CSV file', () => {
  // biome-ignore format: one file a line
  const readable: readonly [string, string | Buffer][] = [
    ['commas',            'sku,kind\nA,digital\n'],
    ['semicolons',        'sku;kind\nA;digital\n'],
    ['tabs',              'sku\tkind\nA\tdigital\n'],
    ['a byte order mark', '\ufeffsku,kind\nA,digital\n'],
    ['CRLF',              'sku,kind\r\nA,digital\r\n'],
    ['CR',                'sku,kind\rA,digital\r'],
    ['quotation marks',   '"sku","kind"\n"A","digital"\n'],
    ['UTF-16 LE',         Buffer.from('\ufeffsku\tkind\nA\tdigital\n', 'utf16le')],
    ['UTF-16 BE',         Buffer.from('\ufeffsku\tkind\nA\tdigital\n', 'utf16le').swap16()],
    ['empty lines',       '\n\nsku,kind\n\nA,digital\n\n,\n'],
    ['other spellings',   ' SKU , Kind \nA,digital\n'],
  ]
  for (const [name, text] of readable)
    it(`is read with ${name}`, () => {
      assert.deepEqual(parse(text).columns, ['sku', 'kind'])
      assert.deepEqual(cells(text), [['A', 'digital']])
    })

  it('keeps line breaks, separators and quotation marks in quoted cells', () => {
    const text = 'sku,description\nA,"one, ""two""\r\nthree"\nB,x\n'
    assert.deepEqual(cells(text), [
      ['A', 'one, "two"\r\nthree'],
      ['B', 'x'],
    ])
    assert.deepEqual(
      parse(text).rows.map(({ line }) => line),
      [2, 4],
    )
  })

  // biome-ignore format: one file a line
  const broken: readonly [string, string | Buffer, RegExp][] = [
    ['an open quotation mark',    'sku,kind\nA,"digital\n',              /quotation mark in the wrong place/],
    ['a quotation mark inside',   'sku,kind\nA,dig"ital\n',              /quotation mark in the wrong place/],
    ['a NUL character',           'sku,kind\nA\0,digital\n',             /contains NUL characters/],
    ['another encoding',          Buffer.from('sku,kind\nK\xf6ln,x\n', 'latin1'), /not encoded as UTF-8/],
    ['UTF-16 without a mark',     Buffer.from('sku,kind\nA,digital\n', 'utf16le'), /contains NUL characters/],
    ['half a UTF-16 character',   Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /not encoded as UTF-8/],
    ['a column twice',            'sku,kind,SKU\nA,digital,B\n',         /1 sku: occurs twice/],
    ['a column without a name',   'sku,\nA,digital\n',                   /1 column 2: has no name/],
    ['a missing cell',            'sku,kind\nA\n',                       /2 null: has 1 cells, but the header has 2/],
    ['an extra cell',             'sku,kind\nA,digital,x\n',             /2 null: has 3 cells/],
    ['no line',                   '',                                    /is empty/],
    ['only a byte order mark',    '\ufeff',                              /is empty/],
    ['no rows',                   'sku,kind\n',                          /has no rows/],
    ['too many rows',             `sku\n${'A\n'.repeat(importLimits.maxRows + 1)}`, /more than 10,000 rows/],
    ['too many bytes',            `sku\n${'x'.repeat(importLimits.maxBytes)}`,      /larger than 5 MB/],
    ['too many columns',          `${Array.from({ length: 101 }, (_, at) => `c${at}`).join()}\nA\n`, /more than 100 columns/],
  ]
  for (const [name, text, expected] of broken)
    it(`has an error for ${name}`, () => {
      assert.match(messages(text).join('\n'), expected)
      assert.equal(parse(text).rows.length, 0)
    })

  it('accepts exactly 10,000 rows', () => {
    const rows = Array.from({ length: importLimits.maxRows }, (_, at) => `A${at}`).join('\n')
    assert.equal(parse(`sku\n${rows}\n`).rows.length, importLimits.maxRows)
  })

  it('is read in time if a cell has a megabyte, or every cell has quotation marks', () => {
    const big = 'x'.repeat(1_000_000)
    assert.equal(cells(`sku,description\nA,${big}\n`)[0]?.[1]?.length, big.length)
    assert.equal(parse(`sku\n${'"'.repeat(4_000_000)}`).rows.length, 1)
    assert.equal(parse(`${'"a'.repeat(1_000_000)}\nA`).rows.length, 0)
  })
})

describe('a cell that looks like a formula', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '＝1',
    "'=1",
    "''=1",
    "'plain",
    'plain',
    '',
  ])
    it(`is restored exactly: ${JSON.stringify(text)}`, () => {
      const escaped = escapeCell(text)
      assert.equal(unescapeCell(escaped), text)
      assert.doesNotMatch(escaped, /^[=+\-@\t\r＝＋－＠]/)
    })
})
