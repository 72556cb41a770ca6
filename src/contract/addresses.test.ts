import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { getAddressFields, listCountries, validateAddress } from './addresses.ts'

/** Addresses as people write them. Each must be valid without changes. */
// biome-ignore format: read down the columns
const good: readonly Record<string, string>[] = [
  { country: 'US', line_1: '1600 Amphitheatre Pkwy', city: 'Mountain View',  region: 'CA',              postal_code: '94043' },
  { country: 'US', line_1: '350 Fifth Ave',          city: 'New York',       region: 'new york',        postal_code: '10118-0110' },
  { country: 'GB', line_1: '10 Downing Street',      city: 'London',                                    postal_code: 'SW1A 2AA' },
  { country: 'GB', line_1: '1 Palace Gate',          city: 'London',                                    postal_code: 'sw1a1aa' },
  { country: 'DE', line_1: 'Invalidenstraße 116',    city: 'Berlin',                                    postal_code: '10115' },
  { country: 'DE', line_1: 'Marienplatz 8',          city: 'München',        region: 'Bayern',          postal_code: '80331' },
  { country: 'FR', line_1: '1 rue de Rivoli',        city: 'Paris',                                     postal_code: '75 001' },
  { country: 'JP', line_1: '渋谷区渋谷2-21-1',                               region: '東京都',          postal_code: '150-8510' },
  { country: 'JP', line_1: '2-21-1 Shibuya',         city: 'Shibuya-ku',     region: 'Tokyo',           postal_code: '１５０８５１０' },
  { country: 'HK', line_1: '8 Finance Street',       city: 'Central',        region: 'Hong Kong Island' },
  { country: 'HK', line_1: '1 Austin Road West',                             region: '九龍',            postal_code: '000000' },
  { country: 'IE', line_1: '1 Grafton Street',       city: 'Dublin',         region: 'Dublin',          postal_code: 'd02vf25' },
  { country: 'IE', line_1: 'The Old Forge',          city: 'Dingle' },
  { country: 'BR', line_1: 'Av. Paulista 1578',      city: 'São Paulo',      region: 'sao paulo',       postal_code: '01310200' },
  { country: 'CA', line_1: '111 Wellington St',      city: 'Ottawa',         region: 'ON',              postal_code: 'k1a 0a9' },
  { country: 'AU', line_1: '1 Macquarie Street',     city: 'Sydney',         region: 'New South Wales', postal_code: '2000' },
  { country: 'IN', line_1: '12 MG Road',             city: 'Bengaluru',      region: 'Karnataka',       postal_code: '560 001' },
  { country: 'CN', line_1: '建国路93号',             city: '朝阳区',         region: '北京',            postal_code: '100022' },
  { country: 'CN', line_1: '93 Jianguo Road',        city: 'Chaoyang Qu',    region: 'Beijing',         postal_code: '100022' },
  { country: 'AE', line_1: 'Sheikh Zayed Road 1',    city: 'Dubai',          region: 'Dubai' },
  { country: 'NL', line_1: 'Damrak 70',              city: 'Amsterdam',                                 postal_code: '1012lm' },
  { country: 'SG', line_1: '1 Raffles Place',                                                           postal_code: '048616' },
  { country: 'SE', line_1: 'Drottninggatan 1',       city: 'Stockholm',                                 postal_code: 'SE-111 51' },
  { country: 'PL', line_1: 'Złota 44',               city: 'Warszawa',                                  postal_code: '00120' },
  { country: 'XK', line_1: 'Rruga B',                city: 'Prishtina' },
]

/** One changed member, and the expected error. */
// biome-ignore format: read down the columns
const bad: readonly [country: string, field: string, value: string, code: string, message: string][] = [
  ['US', 'region',      'Bavaria',  'invalid',        'must be the code or name of a state of the US, such as AL or Alabama'],
  ['US', 'region',      'New',      'invalid',        'must be the code or name of a state of the US, such as AL or Alabama'],
  ['US', 'region',      '',         'required',       'is required for addresses in the US'],
  ['US', 'postal_code', '9404',     'invalid_format', 'must look like 95014'],
  ['US', 'line_1',      ' \u200b ', 'required',       'is required for addresses in the US'],
  ['GB', 'postal_code', '10115',    'invalid_format', 'must look like EC1Y 8SY'],
  ['GB', 'postal_code', 'XGIR 0AA', 'invalid_format', 'must look like EC1Y 8SY'],
  ['DE', 'postal_code', '',         'required',       'is required for addresses in Germany'],
  ['DE', 'postal_code', '101155',   'invalid_format', 'must look like 26133'],
  ['DE', 'city',        '  ',       'required',       'is required for addresses in Germany'],
  ['DE', 'name',        '',         'required',       'is required for addresses in Germany'],
  ['FR', 'postal_code', 'X-75001',  'invalid_format', 'must look like 33380'],
  ['JP', 'region',      'Edo',      'invalid',        'must be the code or name of a prefecture of Japan, such as 01 or Hokkaido'],
  ['HK', 'region',      'Macau',    'invalid',        'must be one of Kowloon, Hong Kong Island, New Territories'],
  ['IE', 'postal_code', 'DUBLIN',   'invalid_format', 'must look like A65 F4E2'],
  ['BR', 'region',      'Lisboa',   'invalid',        'must be the code or name of a state of Brazil, such as AC or Acre'],
  ['CA', 'postal_code', 'D1A 0A9',  'invalid_format', 'must look like H3Z 2Y7'],
  ['AU', 'postal_code', '20000',    'invalid_format', 'must look like 2060'],
  ['IN', 'postal_code', '56000',    'invalid_format', 'must look like 110034'],
  ['AE', 'region',      '',         'required',       'is required for addresses in the United Arab Emirates'],
  ['NL', 'postal_code', '0123 AB',  'invalid_format', 'must look like 1234 AB'],
  ['SG', 'postal_code', '',         'required',       'is required for addresses in Singapore'],
]

describe('validateAddress', () => {
  for (const address of good) {
    it(`accepts ${Object.values(address).join(', ')}`, () => {
      const before = { name: 'Ada Lovelace', ...address }
      const given = structuredClone(before)
      assert.deepEqual(validateAddress(given), [])
      assert.deepEqual(given, before, 'what was typed stays as it is')
    })
  }

  for (const [country, field, value, code, message] of bad) {
    it(`rejects ${field} '${value}' in ${country}`, () => {
      const whole = { name: 'Ada Lovelace', ...good.find((one) => one.country === country) }
      assert.deepEqual(validateAddress({ ...whole, [field]: value }), [{ field, code, message }])
    })
  }

  it('returns all errors at once', () => {
    const fields = validateAddress({ country: 'US', region: 'XX', postal_code: '1' }).map(
      ({ field }) => field,
    )
    assert.deepEqual(fields, ['name', 'line_1', 'city', 'region', 'postal_code'])
  })

  it('returns the errors that do not depend on the country if the country is unknown', () => {
    const codes = (address: Record<string, unknown>) =>
      validateAddress(address).map(({ field, code }) => `${field} ${code}`)
    assert.deepEqual(codes({}), ['name required', 'line_1 required', 'country required'])
    for (const country of ['de', 'DEU', 'ZZ', 'AC', 'UK', 'Germany', '__proto__']) {
      assert.deepEqual(codes({ name: 'A', line_1: 'B', country }), ['country invalid'], country)
    }
  })

  it('accepts the example of every country in each of its spellings', () => {
    for (const country of listCountries()) {
      const example = getAddressFields(country).postal_code_example ?? ''
      for (const postal_code of [
        example,
        example.toLowerCase(),
        ` ${example.replace(/[ -]/g, '')} `,
      ]) {
        const relevant = validateAddress({ country, postal_code }).filter(
          ({ code }) => code === 'invalid_format',
        )
        assert.deepEqual(relevant, [], `${country} ${postal_code}`)
      }
    }
  })

  it('accepts every region of every country by code, by name and by Latin name', () => {
    for (const country of listCountries()) {
      for (const { code, name, name_latin } of getAddressFields(country).regions ?? []) {
        for (const region of [code, name, name_latin ?? name, name.toUpperCase()]) {
          const relevant = validateAddress({ country, region }).filter(
            ({ field }) => field === 'region',
          )
          assert.deepEqual(relevant, [], `${country} ${region}`)
        }
      }
    }
  })

  it('never throws, for any strings', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ maxLength: 4 }),
      fc.constantFrom('__proto__', '(', '\\'),
    )
    const members = Object.fromEntries(
      ['name', 'line_1', 'line_2', 'city', 'region', 'postal_code', 'phone'].map((field) => [
        field,
        text,
      ]),
    )
    const address = fc.record(
      { ...members, country: fc.oneof(fc.constantFrom(...listCountries()), text) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(address, (given) => {
        for (const { field, message } of validateAddress(given))
          assert.ok(field !== undefined && message !== '')
      }),
    )
  })
})

describe('getAddressFields', () => {
  it('returns the fields of the country', () => {
    assert.deepEqual(getAddressFields('US').required, [
      'name',
      'line_1',
      'city',
      'region',
      'postal_code',
      'country',
    ])
    assert.deepEqual(getAddressFields('DE').order, [
      'name',
      'line_1',
      'line_2',
      'postal_code',
      'city',
      'country',
      'phone',
    ])
    assert.deepEqual(getAddressFields('JP').order, [
      'name',
      'postal_code',
      'region',
      'line_1',
      'line_2',
      'country',
      'phone',
    ])
    assert.equal(
      getAddressFields('US').regions?.find(({ code }) => code === 'CA')?.name,
      'California',
    )
    assert.equal(getAddressFields('DE').regions, undefined)
    assert.equal(getAddressFields('NL').postal_code_example, '1234 AB')
  })

  it('names the parts of an address as the country does', () => {
    const kinds = (country: string) => Object.values(getAddressFields(country).kinds)
    assert.deepEqual(kinds('US'), ['city', 'state', 'zip'])
    assert.deepEqual(kinds('IE'), ['city', 'county', 'eircode'])
    assert.deepEqual(kinds('GB'), ['post_town', 'province', 'postal'])
    assert.deepEqual(kinds('CH'), ['city', 'province', 'postal'])
    assert.deepEqual(kinds('JP'), ['city', 'prefecture', 'postal'])
  })

  it('has no postal code for a country without postal codes', () => {
    for (const country of ['HK', 'AE']) {
      assert.ok(!getAddressFields(country).order.includes('postal_code'), country)
      assert.equal(getAddressFields(country).postal_code_example, undefined)
    }
  })

  it('requires only fields of the form, and always a name, a first line and a country', () => {
    for (const country of listCountries()) {
      const { required, order } = getAddressFields(country)
      assert.deepEqual(
        required.filter((field) => !order.includes(field)),
        [],
        country,
      )
      assert.deepEqual(
        ['name', 'line_1', 'country'].filter((field) => !required.some((one) => one === field)),
        [],
        country,
      )
      assert.equal(new Set(order).size, order.length, country)
    }
  })

  it('includes the countries of ISO 3166-1, and Kosovo', () => {
    assert.equal(listCountries().length, 250)
    assert.ok(listCountries().every((country) => /^[A-Z]{2}$/.test(country)))
    assert.throws(() => getAddressFields('ZZ'), /no country ZZ/)
  })
})
