import assert from 'node:assert/strict'
import { it } from 'node:test'
import { initials } from './initials.ts'

// biome-ignore format: one name per line
const names = [
  ['Dana Lee',             'DL'],
  ['dana maria de la Cruz', 'DC'],
  ['Jean-Luc Picard',      'JP'],
  ['Larkfield',            'L'],
  ['Élodie Ångström',      'ÉÅ'],
  ['Анна Иванова',         'АИ'],
  ['山田 太郎',             '山'],
  ['김민준',                '김'],
  ['دانا لي',              'د'],
  ['"Dana" (Sales)',       'DS'],
  ['🎁 Ada',               'A'],
  ['42',                   ''],
  ['',                     ''],
] as const

for (const [name, expected] of names)
  it(`the initials of '${name}' are '${expected}'`, () => {
    assert.equal(initials(name), expected)
  })
