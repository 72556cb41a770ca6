import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeText } from '#test/encode-text'
import { pluck } from '#test/pluck'
import { readTable, TableError, type TableFormat } from './index.ts'

const limits = { maxBytes: 5_000_000, maxRows: 100, maxColumns: 20 }
const known = ['First name', 'Last name', 'Email', 'code', 'pin']
const read = (content: string | Uint8Array, format: TableFormat = {}) =>
  readTable(typeof content === 'string' ? Buffer.from(content) : content, {
    limits,
    names: known,
    format,
  })

const names = (content: string) => read(content).columns.map(({ name }) => name)
const rows = (content: string) => read(content).rows.map(({ line, cells }) => [line, ...cells])

describe('a table', () => {
  // biome-ignore format: one file a line
  const files: readonly (readonly [string, string, unknown])[] = [
    ['cells that are all in quotation marks', '"First name","Email"\n"Ada","ada@corp.example"\n', [[2, 'Ada', 'ada@corp.example']]],
    ['a separator inside quotation marks', 'First name;Email\n"Larkin; Ada";ada@corp.example', [[2, 'Larkin; Ada', 'ada@corp.example']]],
    ['one cell in quotation marks', 'First name,Email\n"Larkin, Ada",ada@corp.example', [[2, 'Larkin, Ada', 'ada@corp.example']]],
    ['doubled quotation marks and line breaks', 'code,pin\n"a ""b""\r\nc",1\nd,2', [[2, 'a "b"\r\nc', '1'], [4, 'd', '2']]],
    ['a quotation mark inside a cell', 'code,pin\n5" mug,1', [[2, '5" mug', '1']]],
    ['lines that end in different ways', 'code,pin\r\na,1\nb,2\rc,3', [[2, 'a', '1'], [3, 'b', '2'], [4, 'c', '3']]],
    ['the line that names the separator', 'sep=;\r\ncode;pin\r\nX-1;4001', [[3, 'X-1', '4001']]],
    ['the line with a tab as separator', '"sep=\t"\ncode\tpin\nX-1\t4001', [[3, 'X-1', '4001']]],
    ['a title above the header', 'Customers of Q4,,\n,,\nFirst name,Last name,Email\nAda,Larkin,a@corp.example', [[4, 'Ada', 'Larkin', 'a@corp.example']]],
    ['empty columns and rows', 'code;pin;;;\nX-1;1;;;\n;;;;\n\nX-2;2;;;', [[2, 'X-1', '1'], [5, 'X-2', '2']]],
    ['texts of formulas', 'code,pin\n="0042",="x""y"\n"=""0043""",2', [[2, '0042', 'x"y'], [3, '="0043"', '2']]],
    ['a byte order mark', '\ufeffcode,pin\nX-1,2', [[2, 'X-1', '2']]],
    ['bars', 'code|pin\nX-1|2', [[2, 'X-1', '2']]],
    ['spaces before quotation marks', 'code, pin\n"X-1", "2"', [[2, 'X-1', '2']]],
  ]
  for (const [name, content, expected] of files)
    it(`has ${name}`, () => assert.deepEqual(rows(content), expected))

  it('has a header that no one knows, if the rows below are unlike it', () => {
    assert.deepEqual(names('Voucher\nLARK-1\nLARK-2'), ['Voucher'])
    assert.deepEqual(names('Gutschein,Geheimzahl\n6036,4001\n6037,4002'), [
      'Gutschein',
      'Geheimzahl',
    ])
    assert.deepEqual(names('LARK-1\nLARK-2'), [''])
  })

  it('has the header, separator and encoding that a person chose', () => {
    const content = 'one;two\nthree;four\nfive;six'
    const chosen = read(content, { header_line: 2, delimiter: ';' })
    assert.deepEqual(pluck(chosen.columns, 'name'), ['three', 'four'])
    assert.deepEqual(chosen.rows, [{ line: 3, cells: ['five', 'six'], width: 2 }])
    assert.equal(read(content, { header_line: 0 }).rows.length, 3)
    const latin = encodeText('code\nä1', 'windows-1252')
    assert.equal(read(latin, { encoding: 'windows-1252' }).rows[0]?.cells[0], 'ä1')
  })
})

describe('a file that cannot be read', () => {
  const html = '<html><table><tr><td>code</td></tr></table></html>'
  // biome-ignore format: one file a line
  const files: readonly (readonly [string, string | Uint8Array, string, number | null])[] = [
    ['nothing', '', 'empty', null],
    ['separators only', ',,,\n,,,\n', 'empty', null],
    ['a header only', 'code,pin\n', 'no_rows', null],
    ['an open quotation mark', 'code,pin\n1,"2\n', 'open_quote', 2],
    ['a text after a quotation mark', 'code,pin\n\n"1"a,2\n', 'bad_quote', 3],
    ['too many rows', `code,pin\n${'1,2\n'.repeat(101)}`, 'too_many_rows', null],
    ['too many columns', `code,pin\n${'1,'.repeat(21)}`, 'too_many_columns', 2],
    ['millions of separators', ','.repeat(4_900_000), 'too_many_columns', 1],
    ['half a million names', Array.from({ length: 500_000 }, (_, at) => `c${at}`).join(','), 'too_many_columns', 1],
    ['a huge cell', 'x'.repeat(4_900_000), 'cell_too_long', 1],
    ['a huge cell in quotation marks', `code\n"${'x'.repeat(200_000)}"`, 'cell_too_long', 2],
    ['too many bytes', 'x'.repeat(5_000_001), 'too_large', null],
    ['NUL characters', 'code\na\0b', 'not_text', null],
    ['a web page with the ending .xls', html, 'unknown_kind', null],
    ['JSON', '[{"first_name":"Ada","email":"ada@corp.example"}]', 'unknown_kind', null],
    ['a PDF', '%PDF-1.7 …', 'unknown_kind', null],
    ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'old_workbook', null],
  ]
  for (const [name, content, code, line] of files)
    it(`has ${name}`, () =>
      assert.throws(
        () => read(content),
        (error) => error instanceof TableError && error.code === code && error.line === line,
      ))

  it('costs little: 5 MB of each kind within a second', () => {
    const started = performance.now()
    for (const part of [',', '"', '\n', 'a,b\n', '="\n', '=""x\n', '","', '\r'])
      try {
        read(part.repeat(4_900_000 / part.length))
      } catch (error) {
        assert.ok(error instanceof TableError)
      }
    assert.ok(performance.now() - started < 8_000)
  })
})
