import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findNameWarnings } from './name-warnings.ts'

// biome-ignore format: one name a line
const names: readonly (readonly [string, string, RegExp | undefined])[] = [
  ['Larkin, Ada <ada@corp.example>; Byron, Max', 'Turing', /first_name contains a sign of an email address/],
  ['max@corp.example', 'alan@corp.example',                /first_name .*last_name/],
  ['Larkin,', 'Ada',                                       /first_name ends in a comma/],
  ['JÃ¼rgen', 'MÃ¼ller',                                   /wrong encoding.*wrong encoding/],
  ['ƒRƒX', 'Ž©•ª',                                         /wrong encoding/],
  ['#N/A', 'Larkin',                                       /first_name is an error value/],
  ['Jürgen', "O’Brien-Müller", undefined],
  ['太郎', '山田',               undefined],
  ['Martin', 'King, Jr.',        undefined],
]
for (const [first_name, last_name, expected] of names)
  it(`${expected ? 'warns' : 'does not warn'} of ${first_name} ${last_name}`, () => {
    const text = findNameWarnings({ first_name, last_name })
      .map(({ param, message }) => `${param} ${message}`)
      .join(' ')
    if (expected === undefined) assert.equal(text, '')
    else assert.match(text, expected)
  })
