import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as server from '#platform/lib/minor-units'
import * as web from '#web-src/components/formats/minor-units'

const currencies = Intl.supportedValuesOf('currency')

describe('amounts in the smallest unit of a currency', () => {
  // biome-ignore format: aligned columns
  const cases: [currency: string, amount_minor: number, amount: number, text: string][] = [
    ['USD', 758,     7.58,   '$7.58'],
    ['usd', 700,     7,      '$7.00'],
    ['JPY', 758,     758,    '¥758'],
    ['HUF', 75_800,  758,    'HUF\u00a0758.00'],
    ['KWD', 7_580,   7.58,   'KWD\u00a07.580'],
    ['IQD', 1_001,   1.001,  'IQD\u00a01.001'],
  ]
  for (const [currency, amount_minor, amount, text] of cases)
    it(`converts and formats ${currency} with the decimals of ISO 4217`, () => {
      assert.equal(server.fromMinorUnits(amount_minor, currency), amount)
      assert.equal(server.toMinorUnits(amount, currency), amount_minor)
      assert.equal(server.toMinorUnits(String(amount), currency), amount_minor)
      assert.equal(server.formatAmount(amount_minor, currency), text)
    })

  it('keep their direction in a right-to-left text', () => {
    assert.equal(server.formatAmount(5_000, 'USD', 'ar'), '\u206650.00\u00a0US$\u2069')
    assert.equal(server.formatAmount(5_000, 'USD', 'de'), '50,00\u00a0$')
  })

  it('survives a round trip for every currency', () => {
    assert.ok(currencies.length > 100)
    for (const currency of currencies)
      for (const amount of [0, 1, 29, 1_999, 1_999_999_999])
        assert.equal(server.toMinorUnits(server.fromMinorUnits(amount, currency), currency), amount)
  })

  it('have two decimals in an unknown currency', () => {
    for (const currency of ['', 'xx', ' eur '])
      assert.equal(server.fractionDigits(currency), 2, currency)
  })

  it('are formatted by the web app with the same decimals', () => {
    assert.match(web.formatAmount(75_800, 'HUF'), /758.00/)
  })
})
