import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  type AddressParts,
  formatAddressLines,
  getAddressFields,
  listCountries,
  normalizePostalCode,
} from '#contract'
import { languages } from '#platform/lib/languages'
import { createPageTranslate } from '#platform/messages/page-texts'
import { hasNumericPostalCode, labelKey, toAddress, validateAddressInput } from './address-input.ts'

const berlin = {
  name: 'Ada',
  line_1: 'Allee 1',
  postal_code: '10117',
  city: 'Berlin',
  country: 'DE',
}

it('submits only non-empty fields that the country has', () => {
  assert.deepEqual(toAddress({ ...berlin, line_2: '', region: 'Berlin' }), berlin)
})

// biome-ignore format: read down the columns
const formattedAddresses: [address: AddressParts, lines: string[]][] = [
  [berlin, ['Ada', 'Allee 1', '10117 Berlin']],
  [{ name: 'Ada', line_1: '1 Main St', line_2: 'Apt 2', city: 'Mountain View', region: 'CA', postal_code: '94043', country: 'US' },
    ['Ada', '1 Main St', 'Apt 2', 'Mountain View, CA 94043']],
  [{ name: '山田 花子', line_1: '渋谷区渋谷2-21-1', region: '13', postal_code: '150-8510', country: 'JP' },
    ['〒150-8510', '東京都', '渋谷区渋谷2-21-1', '山田 花子']],
  [{ name: 'Hanako Yamada', line_1: '2-21-1 Shibuya', region: '13', postal_code: '150-8510', country: 'JP' },
    ['Hanako Yamada', '2-21-1 Shibuya, Tokyo', '150-8510']],
  [{ name: 'Ada', line_1: 'Villa 3', region: 'DU', country: 'AE' }, ['Ada', 'Villa 3', 'Dubai']],
  [{ name: '山田 花子', line_1: '神宮前5-52-2', city: '渋谷区', region: '13', postal_code: '150-0001', country: 'JP' },
    ['〒150-0001', '東京都', '渋谷区', '神宮前5-52-2', '山田 花子']],
  [{ name: 'Hanako Yamada', line_1: '5-52-2 Jingumae', line_2: 'Apt 7', city: 'Shibuya-ku', region: '13', postal_code: '150-0001', country: 'JP' },
    ['Hanako Yamada', '5-52-2 Jingumae', 'Apt 7, Shibuya-ku, Tokyo', '150-0001']],
  [{ name: 'Ada', line_1: 'Villa 3', city: 'dubai', region: 'DU', country: 'AE' }, ['Ada', 'Villa 3', 'Dubai']],
  [{ name: 'Ada', line_1: 'Villa 3', city: 'Al Ain', region: 'AZ', country: 'AE' }, ['Ada', 'Villa 3', 'Al Ain', 'Abu Dhabi']],
  [{ name: 'Ada', line_1: '10 Downing St', city: 'London', region: 'Greater London', postal_code: 'SW1A 2AA', country: 'GB' },
    ['Ada', '10 Downing St', 'London', 'SW1A 2AA', 'Greater London']],
  [{ name: 'Ada', line_1: '4 MG Road', city: 'Bengaluru', region: 'KA', postal_code: '560001', country: 'IN' },
    ['Ada', '4 MG Road', 'Bengaluru 560001', 'Karnataka']],
  [{ name: 'Ada', line_1: '8 Queen’s Road', city: 'Central', region: 'Hong Kong Island', country: 'HK' },
    ['Ada', '8 Queen’s Road', 'Central', 'Hong Kong Island']],
  [{ name: 'Ada', line_1: '10 Downing St', city: 'London', postal_code: 'SW1A 2AA', country: 'GB' },
    ['Ada', '10 Downing St', 'London', 'SW1A 2AA']],
]
for (const [address, lines] of formattedAddresses)
  it(`formats an address in ${address.country} by local convention: ${lines.join(' / ')}`, () => {
    assert.deepEqual(formatAddressLines(address), lines)
  })

// biome-ignore format: read down the columns
const postalCodes: [typed: string, country: string, normalized: string][] = [
  ['sw1a2aa',    'GB', 'SW1A 2AA'],
  ['m2 5bq',     'GB', 'M2 5BQ'],
  ['１５０－８５１０', 'JP', '150-8510'],
  ['01310200',   'BR', '01310-200'],
  ['h3z2y7',     'CA', 'H3Z 2Y7'],
  ['94043',      'US', '94043'],
  ['940431234',  'US', '94043-1234'],
  ['1234ab',     'NL', '1234 AB'],
  [' 10117 ',    'DE', '10117'],
  ['what',       'DE', 'WHAT'],
]
for (const [typed, country, normalized] of postalCodes)
  it(`normalizes the postal code ${typed} in ${country} to ${normalized}`, () => {
    assert.equal(normalizePostalCode(typed, country), normalized)
    assert.equal(toAddress({ postal_code: typed, country }).postal_code, normalized)
  })

it('offers a numeric keypad only where digits alone are a postal code', () => {
  const countries = listCountries().filter(hasNumericPostalCode)
  for (const country of ['JP', 'BR', 'PL', 'PT', 'CZ', 'US', 'DE'])
    assert.ok(countries.includes(country), country)
  for (const country of ['GB', 'CA', 'NL']) assert.ok(!countries.includes(country), country)
  for (const country of countries) {
    const postal_code = (getAddressFields(country).postal_code_example ?? '').replace(/\D/g, '')
    const errors = validateAddressInput({ postal_code, country })
    assert.ok(!errors.some(({ param }) => param === 'postal_code'), `${country} ${postal_code}`)
  }
})

it('returns one error for each field, in the order of the form', () => {
  const { city: _, ...rest } = berlin
  const errors = validateAddressInput({ ...rest, name: 'x'.repeat(256), postal_code: '1' })
  assert.deepEqual(
    errors.map(({ param, code }) => `${param} ${code}`),
    ['name too_long', 'postal_code invalid_format', 'city required'],
  )
})

it('has phone numbers and postal codes in ASCII digits, and the text as it was typed', () => {
  const typed = { line_1: '१ जनपथ', postal_code: '११०००१', phone: '०११ २३४५ ६७८९', country: 'IN' }
  assert.deepEqual(toAddress(typed), {
    ...typed,
    ...{ postal_code: '110001', phone: '011 2345 6789' },
  })
})

it('has a label for every field of every country in every language', () => {
  for (const language of languages)
    for (const country of listCountries()) {
      const rules = getAddressFields(country)
      for (const field of rules.order) {
        const key = labelKey(field, country)
        assert.notEqual(createPageTranslate(language)(key), key, `${language} ${country} ${field}`)
      }
    }
})

it('numbers the lines of an address in countries where many addresses have no street', () => {
  const label = (country: string) => createPageTranslate('en')(labelKey('line_1', country))
  assert.deepEqual(['GB', 'IE'].map(label), ['Address line 1', 'Address line 1'])
  assert.deepEqual(['US', 'SE'].map(label), ['Street address', 'Street address'])
})
