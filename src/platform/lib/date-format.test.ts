import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatDay, getDateFormat } from './date-format.ts'

const format = (locale: string, day: number) =>
  formatDay(
    getDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
    locale,
    new Date(Date.UTC(2026, 4, day)),
  )

it('writes the first day of a month as an ordinal where a language requires it', () => {
  assert.equal(format('fr-CH', 1), '1er mai 2026')
  assert.equal(format('it', 1), '1º maggio 2026')
  assert.equal(format('pt-BR', 1), '1º de maio de 2026')
})

it('does not change other days and languages', () => {
  assert.equal(format('fr', 11), '11 mai 2026')
  assert.equal(format('fr', 21), '21 mai 2026')
  assert.equal(format('es', 1), '1 de mayo de 2026')
  assert.equal(format('en-GB', 1), '1 May 2026')
})
