import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveTracking, validateTracking } from './manual-tracking.ts'
import { cleanTrackingCode, findDoubt } from './tracking-mistakes.ts'

const none = { carrier_name: null, tracking_code: null, tracking_url: null }

describe('a tracking number that was in a spreadsheet', () => {
  // biome-ignore format: one number a line
  const rejected: readonly (readonly [string, RegExp])[] = [
    ['7.81235E+11',                              /was rounded by a spreadsheet .*format the column as text/],
    ['7,81235E+11',                              /was rounded by a spreadsheet/],
    ['#N/A',                                     /is an error value/],
    ['#NV',                                      /is an error value/],
    ['######',                                   /did not show/],
    ['=A1&B1',                                   /is a formula/],
    ['1Z5R89390357567127, 1Z5R89390357567136',   /has several numbers/],
    ['1Z5R89390357567127;1Z5R89390357567136',    /has several numbers/],
    ['1Z5R89390357567127 / 1Z5R89390357567136',  /has several numbers/],
    ['1Z5R89390357567127 1Z5R89390357567136',    /has several numbers/],
    ['https://www.ups.com/track?tracknum=1Z5R89390357567127', /is a link/],
    ['n/a',                                      /has no digit/],
    ['tbd',                                      /has no digit/],
    ['-',                                        /has no digit/],
    ['🎁',                                       /has no digit/],
    ['1Z5R89390357567127\n1Z5R89390357567136',   /has several numbers|control/],
  ]
  for (const [tracking_code, message] of rejected)
    it(`is rejected: ${JSON.stringify(tracking_code)}`, () => {
      const [error] = validateTracking({ tracking_code }).filter(({ code }) => code === 'invalid')
      assert.match(error?.message ?? '', message)
    })

  // biome-ignore format: one number a line
  const accepted: readonly (readonly [string, string])[] = [
    ['="00340434161094042557"',       '00340434161094042557'],
    ["'00340434161094042557",         '00340434161094042557'],
    ['\u200b1Z5R89390357567127\u202c', '1Z5R89390357567127'],
    ['9400 1112 0255 5842 3326 69',   '9400 1112 0255 5842 3326 69'],
    ['99.60.004106.12345678',         '99.60.004106.12345678'],
    ['RB 123 456 785 SE',             'RB 123 456 785 SE'],
    ['12/34',                         '12/34'],
    ['１Ｚ５Ｒ８９３９０３５７５６７１２７',      '1Z5R89390357567127'],
    ['٩٤٠٠١١١٢٠٢٥٥٥٨٤٢٣٣٢٦٦٩',        '9400111202555842332669'],
    ['Tracking number: 1Z5R89390357567127', '1Z5R89390357567127'],
    ['#9400111202555842332669',       '9400111202555842332669'],
    ['(00)340434161094042557',        '340434161094042557'],
    ['9400‑1112‑0255‑5842‑3326‑69',   '9400-1112-0255-5842-3326-69'],
  ]
  for (const [text, expected] of accepted)
    it(`is accepted: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(validateTracking({ tracking_code: text }), [])
      assert.equal(resolveTracking(none, { tracking_code: text }).tracking_code, expected)
      assert.equal(cleanTrackingCode(text), expected)
    })

  it('rejects an error value as the carrier', () => {
    const [error] = validateTracking({ carrier_name: '#N/A', tracking_code: '1' })
    assert.equal(error?.param, 'carrier_name')
  })

  // biome-ignore format: one number a line
  const doubts: readonly (readonly [string, string, RegExp | undefined])[] = [
    ['1Z5R89390357567127',     'UPS',           undefined],
    ['1Z5R89390357567128',     'UPS',           /wrong check digit for UPS/],
    ['9400110000000000000000', '',              /rounded/],
    ['340434161094042557',     'DHL Paket',     /lost zeros at its beginning: 00340434161094042557/],
    ['340434161094042557',     '',              /lost zeros/],
    ['RB123456786GB',          '',              /wrong check digit for Royal Mail/],
    ['XYZ-1',                  '',              /format of no carrier/],
    ['XYZ-1',                  'Bike courier',  undefined],
    ['XYZ-1',                  'UPS',           /another format than the numbers of UPS/],
    ['986578788855',           '',              undefined],
  ]
  for (const [code, carrier, message] of doubts)
    it(`${message === undefined ? 'has no warning' : 'has a warning'}: ${code} of ${carrier || 'any carrier'}`, () =>
      message === undefined
        ? assert.equal(findDoubt(code, carrier), undefined)
        : assert.match(findDoubt(code, carrier) ?? '', message))
})
