import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fullName, greetingName } from './person-name.ts'

const taro = { first_name: '太郎', last_name: '山田' }
const ada = { first_name: 'Ada', last_name: 'Larkin' }

it('puts the family name first in the languages that do so', () => {
  for (const locale of ['ja', 'ja-JP', 'hu_HU', 'vi'])
    assert.equal(fullName(taro, locale), '山田 太郎', locale)
  for (const locale of ['hu', 'vi']) assert.equal(fullName(ada, locale), 'Larkin Ada', locale)
  for (const locale of ['en', 'de-AT', 'fr', 'es-MX'])
    assert.equal(fullName(ada, locale), 'Ada Larkin', locale)
})

it('leaves a Latin name in its own order in Chinese, Japanese and Korean texts', () => {
  for (const locale of ['ja', 'ja-JP', 'zh', 'zh-TW', 'ko'])
    assert.equal(fullName(ada, locale), 'Ada Larkin', locale)
  assert.equal(fullName({ first_name: 'ユウキ', last_name: 'Larkin' }, 'ja'), 'Larkin ユウキ')
})

it('omits an unknown part of a name', () => {
  assert.equal(fullName({ ...taro, last_name: '' }, 'ja'), '太郎')
  assert.equal(fullName({ ...ada, first_name: '' }, 'en'), 'Larkin')
})

it('writes Chinese and Korean names without a space', () => {
  assert.equal(fullName({ first_name: '小明', last_name: '王' }, 'zh-CN'), '王小明')
  assert.equal(fullName({ first_name: '철수', last_name: '김' }, 'ko'), '김철수')
})

it('greets with the full name in Chinese, Japanese and Korean, and with the given name elsewhere', () => {
  assert.equal(greetingName(taro, 'ja-JP'), '山田 太郎')
  assert.equal(greetingName({ first_name: '철수', last_name: '김' }, 'ko'), '김철수')
  assert.equal(greetingName(ada, 'en-US'), 'Ada')
})
