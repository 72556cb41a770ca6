import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fullName, greetingName } from './person-name.ts'

const taro = { first_name: '太郎', last_name: '山田' }
const ada = { first_name: 'Ada', last_name: 'Larkin' }

it('puts the family name first in the languages that do so', () => {
  for (const locale of ['ja', 'ja-JP', 'zh-TW', 'ko', 'hu_HU', 'vi'])
    assert.equal(fullName(taro, locale), '山田 太郎', locale)
  for (const locale of ['en', 'de-AT', 'fr', 'es-MX'])
    assert.equal(fullName(ada, locale), 'Ada Larkin', locale)
})

it('omits an unknown part of a name', () => {
  assert.equal(fullName({ ...taro, last_name: '' }, 'ja'), '太郎')
  assert.equal(fullName({ ...ada, first_name: '' }, 'en'), 'Larkin')
})

it('greets with the full name in Japanese, and with the given name elsewhere', () => {
  assert.equal(greetingName(taro, 'ja-JP'), '山田 太郎')
  assert.equal(greetingName(ada, 'en-US'), 'Ada')
})
