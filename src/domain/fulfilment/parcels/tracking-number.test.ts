import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessCarrier } from './tracking-number.ts'

// biome-ignore format: read down the columns
const known: readonly (readonly [code: string, carrier_name: string])[] = [
  ['1Z5R89390357567127',                 'UPS'],
  ['1z 5r8 939 03 5756 7127',            'UPS'],
  ['986578788855',                       'FedEx'],
  ['041441760228964',                    'FedEx'],
  ['9611020987654312345672',             'FedEx'],
  ['9400111202555842332669',             'USPS'],
  ['9505 5110 6960 5048 6006 24',        'USPS'],
  ['0307 1790 0005 2348 3741',           'USPS'],
  ['420221539101026837331000039521',     'USPS'],
  ['8487135506',                         'DHL Express'],
  ['JJD0099999999',                      'DHL'],
  ['00340434161094042557',               'DHL Paket'],
  ['016325329483752',                    'DPD'],
  ['H1001234567890123456',               'Hermes'],
  ['H00HYA0012345678',                   'Evri'],
  ['3SABCD1234567',                      'PostNL'],
  ['PQ4F6P0704104480181750T',            'Correos'],
  ['6A12345678901',                      'La Poste'],
  ['99.60.004106.12345678',              'Swiss Post'],
  ['C11031500001879',                    'OnTrac'],
  ['D10011354453707',                    'OnTrac'],
  ['RB123456785GB',                      'Royal Mail'],
  ['RB123456785JP',                      'Japan Post'],
  ['RB 123 456 785 SE',                  'PostNord'],
]

test('carrier guess names the carrier and its tracking page', async (t) => {
  for (const [code, carrier_name] of known)
    await t.test(`${carrier_name}: ${code}`, () => {
      const guess = guessCarrier(code)
      assert.equal(guess?.carrier_name, carrier_name)
      const url = new URL(guess.tracking_url)
      assert.equal(url.protocol, 'https:')
      assert.ok(url.href.includes(code.toUpperCase().replace(/[\s.-]/g, '')))
    })
})

test('carrier guess rejects a wrong digit in every number with a check digit', () => {
  const unchecked = new Set([
    'DHL',
    'Hermes',
    'Evri',
    'PostNL',
    'Correos',
    'La Poste',
    'Swiss Post',
  ])
  for (const [code, carrier_name] of known) {
    if (unchecked.has(carrier_name)) continue
    const at = code.search(/\d\D*$/) // the check digit, or the last digit before a country
    const wrong = `${code.slice(0, at)}${(Number(code[at]) + 1) % 10}${code.slice(at + 1)}`
    assert.notEqual(guessCarrier(wrong)?.carrier_name, carrier_name, wrong)
  }
})

test('carrier guess is undefined for an ambiguous or unknown number', () => {
  const codes = [
    '9261292700768711948021', // FedEx hands it to USPS
    '123456789018', // Yamato and Sagawa
    'RB123456785XX',
    'RB123456786GB',
    '0',
    '',
    'hello',
    '1Z',
    '9'.repeat(10_000),
    '<script>',
    '__proto__',
  ]
  for (const code of codes) assert.equal(guessCarrier(code), undefined, code.slice(0, 30))
})

test('carrier guess is undefined for 12 digits that fit two carriers', () => {
  for (let serial = 10_000_000_000; serial < 10_000_000_200; serial++) {
    const code = `${serial}${serial % 7}` // valid for Yamato and Sagawa
    assert.equal(guessCarrier(code), undefined, code)
  }
})
