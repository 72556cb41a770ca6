import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanScan, findBarcode, findItem } from '#web-src/pages/packing/scanned-code'

test('finds the barcode of a parcel in what scanners type', () => {
  // biome-ignore format: one code a line
  const rows = [
    ['as it is',                   'GR-7KQ2Y9Z4-1',                                      'GR-7KQ2Y9Z4-1'],
    ['in lower case',              'gr-7kq2y9z4-1',                                      'GR-7KQ2Y9Z4-1'],
    ['with a tab and line ends',   ' GR-7KQ2Y9Z4-1\t\r\n',                               'GR-7KQ2Y9Z4-1'],
    ['as Code 128 with AIM',       ']C0GR-7KQ2Y9Z4-1',                                   'GR-7KQ2Y9Z4-1'],
    ['as GS1-128 with FNC1',       ']C1\u001dGR-7KQ2Y9Z4-1',                             'GR-7KQ2Y9Z4-1'],
    ['as a QR code',               ']Q1https://gifts.example.com/packing?parcel=GR-7KQ2Y9Z4-1', 'GR-7KQ2Y9Z4-1'],
    ['on a German keyboard',       'GRß7KQ2Z9Y4ß1',                                      'GR-7KQ2Y9Z4-1'],
    ['on a French keyboard',       "GR)èKAéYçW')&",                                      'GR-7KQ2Y9Z4-1'],
    ['on a Spanish keyboard',      "GR'7KQ2M9P4'1",                                      'GR-7KQ2M9P4-1'],
    ['on a Nordic keyboard',       'GR+7KQ2Y9Z4+1',                                      'GR-7KQ2Y9Z4-1'],
    ['Swiss or Italian, unclear',  "GR'7KQ2Y9P4'1",                                      undefined],
    ['a SKU',                      'MUG-BLUE',                                           undefined],
    ['a tracking number',          '1Z5R89390357567127',                                 undefined],
  ] as const
  for (const [name, code, expected] of rows) assert.equal(findBarcode(code), expected, name)
})

test('finds the item in what scanners type, in every form of its number', () => {
  const items = ['MUG-ZY', '0036000291452', '9780306406157', '4006381333931', 'LE'].map((sku) => ({
    sku,
  }))
  // biome-ignore format: one code a line
  const rows = [
    ['a SKU in lower case',            'mug-zy',                          'MUG-ZY'],
    ['a SKU on a German keyboard',     'MUGßYZ',                          'MUG-ZY'],
    ['a UPC-A for an EAN-13',          '036000291452',                    '0036000291452'],
    ['an EAN-13 with AIM',             ']E00036000291452',                '0036000291452'],
    ['an EAN with French digits',      "'àà-\"_&\"\"\"ç\"&",              '4006381333931'],
    ['a GTIN-14',                      '04006381333931',                  '4006381333931'],
    ['GS1-128 with a lot',             ']C10104006381333931\u001d10AB',   '4006381333931'],
    ['a GS1 DataMatrix',               ']d20104006381333931172701',       '4006381333931'],
    ['GS1 with parentheses',           '(01)04006381333931(10)AB',        '4006381333931'],
    ['an ISBN-10',                     '0-306-40615-2',                   '9780306406157'],
    ['a wrong check digit',            '036000291453',                    undefined],
    ['an ISBN-10 that is wrong',       '0306406153',                      undefined],
    ['another item',                   'CUP',                             undefined],
  ] as const
  for (const [name, code, expected] of rows)
    assert.equal(findItem(items, code)?.sku, expected, name)
})

test('does not guess between two items', () => {
  const items = [{ sku: 'A-Y' }, { sku: 'A-Z' }]
  assert.equal(findItem(items, 'A-Y')?.sku, 'A-Y')
  assert.equal(
    findItem([{ sku: '036000291452' }, { sku: '0036000291452' }], '00036000291452'),
    undefined,
  )
})

test('removes only the marks of the scanner', () => {
  assert.equal(cleanScan(']C11Z5R89390357567127\r'), '1Z5R89390357567127')
  assert.equal(cleanScan('1Z 5R8 [9]'), '1Z 5R8 [9]')
})
