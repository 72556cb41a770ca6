import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findTimeZone } from './address-time-zone.ts'

const winter = new Date('2026-01-15T12:00:00Z')

// biome-ignore format: aligned columns
const cases: [country: string, region: string | undefined, zone: string | undefined][] = [
  ['FR', undefined, 'Europe/Paris'],
  ['DE', undefined, 'Europe/Berlin'],
  ['ES', undefined, 'Europe/Madrid'],
  ['US', 'NY',      'America/New_York'],
  ['US', 'AZ',      'America/Phoenix'],
  ['US', undefined, undefined],
  ['US', 'XX',      undefined],
  ['CA', 'NL',      'America/St_Johns'],
  ['AU', 'WA',      'Australia/Perth'],
  ['BR', 'AM',      'America/Manaus'],
  ['BR', 'SP',      'America/Sao_Paulo'],
  ['RU', undefined, undefined],
  ['ZZ', undefined, undefined],
]

for (const [country, region, zone] of cases)
  it(`finds ${zone ?? 'no time zone'} for ${country} ${region ?? ''}`, () => {
    assert.equal(findTimeZone({ country, region: region ?? null }, winter), zone)
  })

it('knows only zones that the platform supports', () => {
  for (const country of ['BR', 'CL', 'CN', 'EC', 'ES', 'GL', 'ID', 'MN', 'MX', 'NZ', 'PT', 'UA'])
    assert.doesNotThrow(
      () => new Intl.DateTimeFormat('en', { timeZone: findTimeZone({ country }, winter) }),
    )
})
