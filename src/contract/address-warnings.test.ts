import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findAddressWarnings } from './address-warnings.ts'

const berlin = { line_1: 'Unter den Linden 1', city: 'Berlin', postal_code: '10117', country: 'DE' }
const newYork = {
  line_1: '1 Main St',
  city: 'New York',
  region: 'NY',
  postal_code: '10001',
  country: 'US',
}

const codes = (address: Parameters<typeof findAddressWarnings>[0]) =>
  findAddressWarnings(address).map(({ field, code }) => `${field} ${code}`)

describe('an address gets a warning', () => {
  // biome-ignore format: one address a line
  const rows = [
    ['a PO box',                       { ...newYork, line_1: 'P.O. Box 123' },                       ['line_1 po_box']],
    ['a PO box in the second line',    { ...newYork, line_2: 'po box 5' },                           ['line_1 po_box']],
    ['a German PO box',                { ...berlin, line_1: 'Postfach 10 02 33' },                   ['line_1 po_box']],
    ['a French PO box',                { line_1: 'BP 90123', country: 'FR' },                        ['line_1 po_box']],
    ['a Spanish PO box',               { line_1: 'Apartado de Correos 12', country: 'ES' },          ['line_1 po_box']],
    ['a Japanese PO box',              { line_1: '中央郵便局私書箱12号', country: 'JP' },                ['line_1 po_box']],
    ['an Arabic PO box',               { line_1: 'ص.ب 1234', country: 'AE' },                        ['line_1 po_box']],
    ['a Packstation',                  { ...berlin, line_1: 'Packstation 145' },                     ['line_1 locker']],
    ['a missing house number',         { ...newYork, line_1: 'Main Street' },                        ['line_1 house_number']],
    ['a ZIP code of another state',    { ...newYork, postal_code: '94043' },                         ['postal_code region']],
    ['a code of another province',     { line_1: '1 King St', region: 'ON', postal_code: 'v6b 1a1', country: 'CA' }, ['postal_code region']],
    ['a code of another prefecture',   { line_1: '1-1', region: '27', postal_code: '150-8510', country: 'JP' },      ['postal_code region']],
    ['a ZIP code of zeros',            { ...newYork, postal_code: '00000' },                         ['postal_code postal_code']],
    ['a ZIP code of no state',         { ...newYork, postal_code: '00100-1234' },                    ['postal_code postal_code']],
    ['a German code of zeros',         { ...berlin, postal_code: '00000' },                          ['postal_code postal_code']],
    ['a Japanese code of zeros',       { line_1: '1-1', region: '13', postal_code: '０００－００００', country: 'JP' },  ['postal_code postal_code']],
    ['two doubts at once',             { ...newYork, line_1: 'Broadway', postal_code: '94043' },     ['line_1 house_number', 'postal_code region']],
  ] as const
  for (const [name, address, expected] of rows)
    it(name, () => assert.deepEqual(codes(address), [...expected]))
})

describe('an address gets no warning', () => {
  // biome-ignore format: one address a line
  const rows = [
    ['with a house number',              berlin],
    ['with a number word',               { ...newYork, line_1: 'One World Trade Center' }],
    ['without number in Spain',          { line_1: 'Calle Mayor s/n', country: 'ES' }],
    ['with the name of a house',         { line_1: 'Rose Cottage', country: 'GB' }],
    ['with a number in the second line', { ...newYork, line_1: 'Main Street', line_2: 'Suite 12' }],
    ['on a street named after a box',    { ...newYork, line_1: '12 Boxwood Lane' }],
    ['of a Postplatz',                   { ...berlin, line_1: 'Am Postfachhof 3' }],
    ['with a ZIP+4 code of the state',   { ...newYork, postal_code: '10001-1234' }],
    ['with the ZIP code of an office', { ...newYork, postal_code: '00501' }],
    ['of a soldier abroad',            { ...newYork, city: 'APO', region: 'AE', postal_code: '09012' }],
    ['with a code of an unknown region', { ...berlin, postal_code: '00001' }],
    ['with full-width digits',           { line_1: '１－１', region: '13', postal_code: '１５０－８５１０', country: 'JP' }],
    ['of an unknown country',            { line_1: 'Main', region: 'x', postal_code: '1', country: 'QQ' }],
    ['that is empty',                    {}],
  ] as const
  for (const [name, address] of rows) it(name, () => assert.deepEqual(codes(address), []))
})
