import assert from 'node:assert/strict'
import { it } from 'node:test'
import { japanPost } from '#connectors/japan-post'
import { findAddressWarnings, formatAddressLines, getAddressFields } from '#contract'
import type { PostalCodeRegister } from '#platform/lib/postal-code-register'
import {
  type AddressInput,
  parseAddressInput,
  toAddress,
} from '../../src/http/redeem/pages/address-input.ts'
import { lookUpPostalCode } from '../../src/http/redeem/pages/postal-code-lookup.ts'

const chiyoda = { postal_code: '1000001', country: 'JP' }
const osaka = { postal_code: '530-0001', country: 'JP' }

function fill(input: AddressInput): AddressInput {
  const lookup = lookUpPostalCode(japanPost, input)
  if (!('input' in lookup)) assert.fail(lookup.rejected)
  return lookup.input
}

it('fills the code, the prefecture and the first line', () => {
  assert.deepEqual(lookUpPostalCode(japanPost, { ...chiyoda, postal_code: '１００ー０００１' }), {
    input: {
      country: 'JP',
      postal_code: '100-0001',
      region: '13',
      line_1: '千代田区千代田',
      filled_line: '千代田区千代田',
    },
    place: '東京都千代田区千代田',
  })
})

it('prints the prefecture, the city and the town once on a label', () => {
  const filled = fill({ ...chiyoda, name: '山田 花子' })
  const address = toAddress({ ...filled, line_1: `${filled.line_1}1-1`, line_2: '宮内ビル3階' })
  const lines = ['〒100-0001', '東京都', '千代田区千代田1-1', '宮内ビル3階', '山田 花子']
  assert.deepEqual(formatAddressLines(address), lines)
  assert.deepEqual(findAddressWarnings(address), [])
})

it('replaces the prefecture', () => {
  assert.equal(fill({ ...osaka, region: '13' }).region, '27')
})

it('resolves the doubt about a prefecture that does not match the code', () => {
  const typed = { ...osaka, name: '山田 花子', line_1: '梅田3-1', region: '13' }
  assert.deepEqual(findAddressWarnings(typed), [{ field: 'postal_code', code: 'region' }])
  assert.deepEqual(findAddressWarnings(toAddress(fill(typed))), [])
})

it('does not change a first line that the recipient typed, and returns the place', () => {
  const lookup = lookUpPostalCode(japanPost, { ...osaka, line_1: '千代田区千代田1-1' })
  assert.ok('input' in lookup)
  assert.equal(lookup.input.line_1, '千代田区千代田1-1')
  assert.equal(lookup.place, '大阪府大阪市北区梅田')
})

it('replaces a first line that an earlier lookup filled', () => {
  assert.equal(fill({ ...fill(chiyoda), postal_code: '5300001' }).line_1, '大阪市北区梅田')
})

it('does not change the name, the building and the telephone number', () => {
  const typed = { name: '山田 花子', line_2: '501号室', phone: '03-1234-5678', city: '東京' }
  const { name, line_2, phone, city } = fill({ ...chiyoda, ...typed })
  assert.deepEqual({ name, line_2, phone, city }, typed)
})

it('fills no city where the code has several', () => {
  const { line_1, region } = fill({ ...chiyoda, postal_code: '432-0000' })
  assert.deepEqual([line_1, region], ['', '22'])
})

// biome-ignore format: read down the columns
const rejected: [postal_code: string, reason: string][] = [
  ['',         'required'],
  ['100',      'invalid'],
  ['abc-defg', 'invalid'],
  ['999-8888', 'unknown'],
]
for (const [postal_code, reason] of rejected)
  it(`rejects the code ${JSON.stringify(postal_code)} as ${reason}`, () => {
    assert.deepEqual(lookUpPostalCode(japanPost, { country: 'JP', postal_code }), {
      rejected: reason,
    })
  })

it('names each prefecture as the list of the address form does', () => {
  const { regions = [] } = getAddressFields('JP')
  // one postal code of each prefecture, in the order of the list
  const codes = `0600000 0300801 0200000 9800000 0100000 9900000 9600000 3100000 3200001 3710000 3300000 2600000 1000000
    2310000 9500000 9300001 9200000 9100001 4000000 3800801 5000000 4200001 4600000 5140000 5200000 6020000 5300000 6500000
    6300000 6400000 6800000 6900000 7000000 7300000 7530000 7700000 7600000 7900001 7800000 8100000 8400001 8500000 8600001
    8700001 8800000 8900000 9000000`
  const prefectures = codes.split(/\s+/).map((code) => japanPost.find(code)?.region)
  assert.deepEqual(
    prefectures,
    regions.map(({ name }) => name),
  )
})

it('remembers the filled line only until the recipient changes it', () => {
  const parse = (line_1: string) =>
    parseAddressInput(new Map(Object.entries({ line_1, filled_line: '千代田区千代田' })))
  assert.equal(parse('千代田区千代田').filled_line, '千代田区千代田')
  assert.equal(parse('千代田区千代田1').filled_line, undefined)
  assert.equal(parse('').filled_line, undefined)
})

it('fills the parts that a register of another country has, and no other', () => {
  const postNl: PostalCodeRegister = {
    country: 'NL',
    parse: (text) => /^(\d{4} ?[A-Z]{2})$/.exec(text.trim().toUpperCase())?.[1],
    find: () => ({ city: 'Amsterdam', place: 'Amsterdam' }),
  }
  const typed = { country: 'NL', postal_code: '1012js', line_1: 'Dam 1' }
  assert.deepEqual(lookUpPostalCode(postNl, typed), {
    input: { ...typed, postal_code: '1012 JS', city: 'Amsterdam' },
    place: 'Amsterdam',
  })
})
