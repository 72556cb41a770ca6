import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeText } from '#test/encode-text'
import { pluck } from '#test/pluck'
import { importLimits, parseCsvFile } from './csv-file.ts'

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
    ['UTF-16 without a mark', Buffer.from('sku\tkind\nA\tdigital\n', 'utf16le')],
    ['the line of a separator', 'sep=;\nsku;kind\nA;digital\n'],
    ['lines that end in different ways', 'sku,kind\r\nA,digital\n'],
    ['empty columns',     'sku;kind;;;\nA;digital;;;\n'],
    ['a title',           'Products of 2026,\nsku,kind\nA,digital\n'],
    ['a text of a formula', 'sku,kind\nA,="digital"\n'],
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
    assert.deepEqual(pluck(parse(text).rows, 'line'), [2, 4])
  })

  // biome-ignore format: one file a line
  const broken: readonly [string, string | Buffer, RegExp][] = [
    ['an open quotation mark',    'sku,kind\nA,"digital\n',              /quotation mark without its second one/],
    ['a text after a quotation',  'sku,kind\nA,"dig"ital\n',            /quotation mark in the wrong place/],
    ['an error value',            'sku,kind\nA,#N/A\n',                 /2 kind: is an error value of a spreadsheet/],
    ['a cell that was not shown', 'sku,kind\n########,digital\n',       /2 sku: is a number that a spreadsheet did not show/],
    ['no header',                 'A-1\nA-2\n',                         /has no line with the names/],
    ['a NUL character',           'sku,kind\nA\0,digital\n',             /contains NUL characters/],
    ['another encoding',          Buffer.from('sku,kind\nK\xf6ln,x\n', 'latin1'), /not encoded as UTF-8/],
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

  it('is read with the columns and the encoding that a user chose', () => {
    const bytes = encodeText('Title;SKU;Vendor\nTeetasse Größe M;A;x\n', 'windows-1252')
    const format = { encoding: 'windows-1252', columns: { sku: 1, product_name: 0 } } as const
    const { columns, rows, errors } = parseCsvFile(bytes, format)
    assert.deepEqual([columns, errors], [['sku', 'product_name'], []])
    assert.deepEqual([...(rows[0]?.cells.values() ?? [])], ['A', 'Teetasse Größe M'])
  })
})
