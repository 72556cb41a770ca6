import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildWorkbook, type WorkbookCell, zipTexts } from '#test/build-workbook'
import { readTable, TableError, type TableFormat } from '../index.ts'

const limits = { maxBytes: 5_000_000, maxRows: 100, maxColumns: 20 }
const read = (bytes: Uint8Array, format: TableFormat = {}) =>
  readTable(bytes, { limits, names: ['code', 'pin'], format })
const readCell = (cell: WorkbookCell, options = {}) =>
  read(buildWorkbook([{ name: 'One', rows: [['code', 'pin'], [cell]] }], options)).rows[0]?.cells[0]

describe('a workbook', () => {
  // biome-ignore format: one cell a line
  const cells: readonly (readonly [string, WorkbookCell, string])[] = [
    ['a text', 'Ada & <Max> "x"', 'Ada & <Max> "x"'],
    ['a whole number', 4109, '4109'],
    ['a number with the zeros of its format', { number: 4109, format: '00000' }, '04109'],
    ['a number of fifteen digits', 123456789012345, '123456789012345'],
    ['a number that has lost digits', 6036280000000001, '6.036280000000001E+15'],
    ['a sum', 0.1 + 0.2, '0.3'],
    ['a small number', 0.0000001, '0.0000001'],
    ['a date', { number: 46143, format: 'dd.mm.yyyy' }, '2026-05-01'],
    ['a date with a time', { number: 46143.4375, format: 'm/d/yy h:mm' }, '2026-05-01 10:30'],
    ['a date with a locale', { number: 46143, format: '[$-407]d. mmmm yyyy;@' }, '2026-05-01'],
    ['a number with a unit', { number: 42, format: '0 "days"' }, '42'],
    ['an error value', { xml: '<c t="e"><v>#N/A</v></c>' }, '#N/A'],
    ['the text of a formula', { xml: '<c t="str"><f>A1&amp;B1</f><v>AB</v></c>' }, 'AB'],
    ['a text inside the cell', { xml: '<c t="inlineStr"><is><r><t>A</t></r><r><t>da</t></r></is></c>' }, 'Ada'],
    ['a truth value', { xml: '<c t="b"><v>1</v></c>' }, 'TRUE'],
    ['an escaped line break', 'a_x000D_b', 'a\rb'],
  ]
  for (const [name, cell, expected] of cells)
    it(`has ${name}`, () => assert.equal(readCell(cell), expected))

  it('has dates since 1904', () =>
    assert.equal(
      readCell({ number: 44681, format: 'yyyy-mm-dd' }, { date1904: true }),
      '2026-05-01',
    ))

  it('has sheets: the first visible one, or the chosen one', () => {
    const bytes = buildWorkbook([
      { name: 'Notes', rows: [['hidden']], isHidden: true },
      { name: 'Codes', rows: [[], ['code', 'pin'], [], ['A-1', '', 'x']] },
      { name: 'Others', rows: [['code', 'pin'], ['B-1']] },
    ])
    const table = read(bytes)
    assert.deepEqual(table.sheets, ['Codes', 'Others'])
    assert.deepEqual(table.format, { sheet: 'Codes', header_line: 2 })
    assert.deepEqual(table.rows, [{ line: 4, cells: ['A-1', '', 'x'], width: null }])
    assert.equal(read(bytes, { sheet: 'Others' }).rows[0]?.cells[0], 'B-1')
  })

  it('ignores phonetic guides', () => {
    const files = {
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<r><Relationship Id="a" Target="/xl/worksheets/one.xml"/></r>',
      'xl/worksheets/one.xml':
        '<x:worksheet><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/sharedStrings.xml':
        '<sst><si><t>山田1</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si></sst>',
    }
    assert.deepEqual(read(zipTexts(files)).rows, [{ line: 1, cells: ['山田1'], width: null }])
  })
})

describe('a workbook that cannot be read', () => {
  const sheet = (rows: string) => ({
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<r><Relationship Id="a" Target="worksheets/one.xml"/></r>',
    'xl/worksheets/one.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
  const entity = '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><workbook><sheets/></workbook>'
  const row = '<row><c t="str"><v>x</v></c></row>'
  // biome-ignore format: one file a line
  const files: readonly (readonly [string, () => Uint8Array, string])[] = [
    ['that unpacks to 80 MB', () => zipTexts(sheet(`<row><c><v>${'0'.repeat(80_000_000)}</v></c></row>`)), 'workbook_too_large'],
    ['with too many rows', () => zipTexts(sheet(row.repeat(200))), 'too_many_rows'],
    ['with a column beyond the limit', () => zipTexts(sheet('<row><c r="XFD1" t="str"><v>x</v></c></row>')), 'too_many_columns'],
    ['with a huge cell', () => zipTexts(sheet(`<row><c t="str"><v>${'x'.repeat(200_000)}</v></c></row>`)), 'cell_too_long'],
    ['with entities', () => zipTexts({ ...sheet(row), 'xl/workbook.xml': entity }), 'broken_workbook'],
    ['that is cut', () => buildWorkbook([{ name: 'S', rows: [['a1']] }]).subarray(0, 300), 'broken_workbook'],
    ['that is another archive', () => zipTexts({ 'content.xml': '<office/>' }), 'broken_workbook'],
    ['with broken XML', () => zipTexts(sheet('<row><c></row>')), 'broken_workbook'],
  ]
  for (const [name, build, code] of files)
    it(`is one ${name}`, () =>
      assert.throws(
        () => read(build()),
        (error) => error instanceof TableError && error.code === code,
      ))

  it('has no sheet with the chosen name', () => {
    const bytes = buildWorkbook([{ name: 'One', rows: [['code'], ['A-1']] }])
    assert.throws(() => read(bytes, { sheet: 'Two' }), /no sheet/)
  })
})
