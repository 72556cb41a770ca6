import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isPhoneNumber, normalizePhone } from './phone-number.ts'

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
