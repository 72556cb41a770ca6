import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cleanPhone, exampleNumber, isPhoneNumber, normalizePhone } from './phone-number.ts'

it('reads a number as people of a country write it', () => {
  // biome-ignore format: one number a line
  const rows = [
    // country  written                    valid  in E.164
    ['US', '(212) 555-0123',               true,  '+12125550123'],
    ['US', '1-800-356-9377',               true,  '+18003569377'],
    ['US', '+49 30 901820',                true,  '+4930901820'],
    ['US', '212-555-0123 ext. 5',          true,  '212-555-0123 ext. 5'],
    ['DE', '030/90 18 20',                 true,  '+4930901820'],
    ['JP', '０３-１２３４-５６７８',           true,  '+81312345678'],
    ['EG', '٠١٠ ١٢٣٤ ٥٦٧٨',                true,  '+201012345678'],
    ['IR', '۰۲۱ ۱۲۳۴ ۵۶۷۸',                true,  '+982112345678'],
    ['IN', '०११ २३४५ ६७८९',                true,  '+911123456789'],
    ['DE', '\u202a+49 151 12345678\u202c',  true,  '+4915112345678'], // copied from a list of contacts
    ['FR', '06 12 34 56 78',               true,  '+33612345678'],
    ['QQ', '+33 6 12 34 56 78',            true,  '+33612345678'],
    ['QQ', '06 12 34 56 78',               false, '06 12 34 56 78'],
    ['US', '123456',                       false, '123456'],
    ['US', '000-000-0000',                 false, '000-000-0000'],
    ['US', 'abc',                          false, 'abc'],
    ['US', 'call me',                      false, 'call me'],
    ['US', 'call me at 212 555 0123',      false, 'call me at 212 555 0123'],
  ] as const
  for (const [country, text, isValid, e164] of rows) {
    assert.equal(isPhoneNumber(text, country), isValid, text)
    assert.equal(normalizePhone(text, country), e164, text)
  }
})

it('cleans a number without changing what the reader wrote', () => {
  assert.equal(cleanPhone('०११ २३४५ ६७८९'), '011 2345 6789')
  assert.equal(cleanPhone(' \u202a+49 151 1234\u202c '), '+49 151 1234')
  assert.equal(cleanPhone('０３-１２３４'), '03-1234')
  assert.equal(cleanPhone('call me'), 'call me')
})

it('has a valid example of each country, in the form of the country', () => {
  assert.equal(exampleNumber('US'), '(201) 555-0123')
  assert.equal(exampleNumber('JP'), '090-1234-5678')
  assert.equal(exampleNumber('QQ'), undefined)
  for (const country of ['DE', 'FR', 'IN', 'EG', 'BR', 'AU'])
    assert.equal(isPhoneNumber(exampleNumber(country) ?? '', country), true, country)
})
