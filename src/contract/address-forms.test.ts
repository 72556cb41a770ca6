import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatAddressLines, normalizePostalCode } from './address-format.ts'
import { findCountryRules, findRegion, isPostalCode, listCountries } from './address-rules.ts'

const digitsOf = (zero: number) => (code: string) =>
  code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** Digits of keyboards: Arabic, Persian, Devanagari, Bengali, Thai, full-width, mathematical. */
const scripts = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce].map(digitsOf)

describe('the postal codes of all countries', () => {
  for (const country of listCountries()) {
    const rules = findCountryRules(country)
    const examples = rules?.zip === undefined ? [] : (rules.zipex?.split(',') ?? [])
    if (rules === undefined || examples.length === 0) continue
    it(`are accepted as people write them: ${country}`, () => {
      for (const example of examples.filter((each) => !each.includes(':'))) {
        const stored = normalizePostalCode(example, country)
        assert.ok(isPostalCode(example, rules), example)
        const compact = example.replace(/[\s-]/g, '')
        const spellings: string[] = [
          ...[example.toLowerCase(), compact, ` ${example} `, compact.split('').join(' ')],
          ...scripts.map((write) => write(example)),
          ...(/^\d/.test(compact) && !/[A-Z]/.test(rules.zip?.replace(/\\[dw]/g, '') ?? '')
            ? [`${country}-${example}`, `${country} ${example}`, `${country}${compact}`]
            : []),
        ]
        for (const spelling of spellings) {
          assert.ok(isPostalCode(spelling, rules), `${country}: ${spelling}`)
          assert.equal(normalizePostalCode(spelling, country), stored, `${country}: ${spelling}`)
        }
        assert.equal(normalizePostalCode(stored, country), stored)
      }
    })
  }

  for (const [country, given, stored] of [
    ['CH', 'CH-8001', '8001'],
    ['SE', 'SE-11455', '11455'],
    ['SE', 'S-114 55', '11455'],
    ['FI', 'FI-00100', '00100'],
    ['FI', 'FIN-00100', '00100'],
    ['LU', 'L-1009', '1009'],
    ['LI', 'FL-9490', '9490'],
    ['DE', 'D-10115', '10115'],
    ['DE', 'D 10115', '10115'],
    ['AT', 'A-1070', '1070'],
    ['BE', 'B-1000', '1000'],
    ['DK', 'DK-1050', '1050'],
    ['NO', 'N-0150', '0150'],
    ['HU', 'H-1051', '1051'],
    ['PL', 'PL 00-590', '00-590'],
    ['JP', '〒100-0001', '100-0001'],
    ['SA', '١٢٣٣١', '12331'],
    ['IR', '۱۱۱۹۸۴۵۷۳۳', '11198-45733'],
    ['IN', '११०००१', '110001'],
    ['IE', 'D02VF25', 'D02 VF25'],
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['GB', 'SW1A1AA.', 'SW1A 1AA'],
    ['US', 'MA 02138', '02138'],
    ['US', 'ZIP: 02138', '02138'],
    ['BR', 'CEP 01310-100', '01310-100'],
    ['JP', '100ー0001', '100-0001'],
    ['JP', '100−0001', '100-0001'],
    ['KR', '(06236)', '06236'],
    ['SG', 'S 238801', '238801'],
    ['LV', '1050', 'LV-1050'],
    ['AD', '500', 'AD500'],
  ] as const)
    it(`${country}: ${given} is stored as ${stored}`, () => {
      const rules = findCountryRules(country)
      assert.ok(rules !== undefined && isPostalCode(given, rules))
      assert.equal(normalizePostalCode(given, country), stored)
    })

  for (const [country, given] of [
    ['DE', 'X-10115'],
    ['DE', 'CH-10115'],
    ['DE', 'D-1011'],
    ['DE', 'D--'],
    ['CH', 'CHCH-8001'],
    ['US', '〒10001'],
    ['DE', '10115x'],
    ['IE', 'Dublin 4'],
    ['US', 'XX 02138'],
  ] as const)
    it(`${country}: ${given} is refused`, () => {
      const rules = findCountryRules(country)
      assert.ok(rules !== undefined && !isPostalCode(given, rules))
    })
})

describe('the regions of countries', () => {
  for (const [country, ...names] of [
    ['KR', '서울', '서울시', '서울특별시', 'Seoul'],
    ['KR', '경기', '경기도'],
    ['KR', '강원', '강원도', '강원특별자치도'],
    ['KR', '전북', '전라북도', '전북특별자치도'],
    ['KR', '충북', '충청북도'],
    ['KR', '세종특별자치시'],
    ['KR', '제주특별자치도'],
    ['JP', '東京', '東京都', 'Tokyo'],
    ['JP', '大阪', '大阪府'],
    ['JP', '京都', '京都府'],
    ['JP', '北海道'],
    ['CN', '北京', '北京市', 'Beijing'],
    ['TW', '台北市', '臺北市'],
    ['US', 'D.C.', 'DC', 'District of Columbia', 'd. c.'],
    ['AU', 'N.S.W.', 'nsw', 'New South Wales'],
    ['CA', 'PQ', 'P.Q.', 'Québec', 'quebec'],
    ['ES', 'Bizkaia', 'Vizcaya'],
    ['ES', 'Gipuzkoa'],
    ['ES', 'A Coruña', 'La Coruña'],
    ['IN', 'Orissa', 'Odisha'],
    ['IN', 'NCT of Delhi', 'New Delhi', 'Delhi'],
    ['US', 'Mass.', 'Massachusetts'],
    ['US', 'Washington, D.C.', 'DC'],
    ['CA', 'P.E.I.', 'PEI', 'Prince Edward Island'],
    ['MX', 'CDMX', 'Distrito Federal', 'Ciudad de México'],
    ['IE', 'County Cork', 'Co. Cork', 'Cork'],
    ['JP', 'Tōkyō-to', '東京都'],
    ['TH', 'กรุงเทพฯ', 'Bangkok'],
    ['VN', 'TP. Hồ Chí Minh', 'Ho Chi Minh City'],
    ['MY', 'W.P. Kuala Lumpur', 'Kuala Lumpur'],
    ['UA', 'Kiev', 'Kyiv', 'Київ'],
  ] as const)
    it(`${country}: ${names.join(', ')}`, () => {
      const codes = names.map((name) => findRegion(country, name)?.code)
      assert.ok(codes[0] !== undefined)
      assert.deepEqual(new Set(codes).size, 1, codes.join())
    })

  it('are not guessed', () => {
    for (const [country, name] of [
      ['KR', '서'],
      ['JP', '都'],
      ['JP', '京'],
      ['US', 'New'],
      ['CN', '江'],
      ['US', ''],
      ['US', '...'],
    ] as const)
      assert.equal(findRegion(country, name), undefined, name)
  })
})

describe('the lines of an address', () => {
  const lines = (address: Record<string, string>) =>
    formatAddressLines({ line_1: 'A 1', ...address })
  it('name a city once that has the name of its region', () => {
    const madrid = { country: 'ES', city: 'Madrid', region: 'Madrid', postal_code: '28013' }
    assert.equal(
      lines(madrid)
        .join(' ')
        .match(/madrid/gi)?.length,
      1,
    )
    const shanghai = { country: 'CN', city: '上海市', region: '上海市', line_1: '南京路 1号' }
    assert.equal(
      lines(shanghai)
        .join(' ')
        .match(/上海市/g)?.length,
      1,
    )
  })

  it('have one prefix, and the code of the region in capitals', () => {
    const zurich = { country: 'CH', city: 'Zürich', postal_code: 'CH-8001' }
    assert.deepEqual(lines(zurich), ['A 1', 'CH-8001 Zürich'])
    const rome = { country: 'IT', city: 'Roma', region: 'rm', postal_code: '00184' }
    assert.deepEqual(lines(rome), ['A 1', '00184 Roma RM'])
    const sydney = { country: 'AU', city: 'Sydney', region: 'n.s.w.', postal_code: '2000' }
    assert.deepEqual(lines(sydney), ['A 1', 'Sydney NSW 2000'])
  })
})
