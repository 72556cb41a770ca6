import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressFields, countries } from '#contract'
import { addressFrom, labelOf, linesOf, problemsIn } from './address.ts'
import { createSay } from './words.ts'

const berlin = {
  name: 'Ada',
  line_1: 'Allee 1',
  postal_code: '10117',
  city: 'Berlin',
  country: 'DE',
}

it('sends what the country has, and nothing that is empty', () => {
  assert.deepEqual(addressFrom({ ...berlin, line_2: '', region: 'Berlin' }), berlin)
})

it('writes an address as they do there', () => {
  assert.deepEqual(linesOf(berlin), ['Ada', 'Allee 1', '10117 Berlin'])
  const tokyo = { name: '花子', postal_code: '150-8510', region: '東京都', line_1: '渋谷2-21-1' }
  assert.deepEqual(linesOf({ ...tokyo, country: 'JP' }), ['花子', '150-8510 東京都', '渋谷2-21-1'])
})

it('names one problem for each field, in the order of the form', () => {
  const { city: _, ...rest } = berlin
  const problems = problemsIn({ ...rest, name: 'x'.repeat(256), postal_code: '1' })
  assert.deepEqual(
    problems.map(({ param, code }) => `${param} ${code}`),
    ['name too_long', 'postal_code invalid_format', 'city required'],
  )
})

it('has a word for every field of every country in every language', () => {
  const say = createSay()
  for (const language of ['en', 'de', 'fr', 'es', 'ja'] as const)
    for (const country of countries()) {
      const rules = addressFields(country)
      for (const field of rules.order) {
        const key = labelOf(field, rules)
        assert.notEqual(say(language)(key), key, `${language} ${country} ${field}`)
      }
    }
})
