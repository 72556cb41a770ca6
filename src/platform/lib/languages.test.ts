import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recipientLocales } from '#contract'
import { getTextDirection, languageOfLocale, languages, toFormatLocale } from './languages.ts'

it('has the same languages as the contract', () => {
  assert.deepEqual([...languages].sort(), [...recipientLocales].sort())
})

it('finds the language of a locale', () => {
  assert.equal(languageOfLocale('pt-BR'), 'pt')
  assert.equal(languageOfLocale('zh_Hans_CN'), 'zh')
  for (const locale of ['zh-TW', 'zh-HK', 'zh-MO', 'zh_Hant', 'zh-Hant-CN', 'yue'])
    assert.equal(languageOfLocale(locale), 'zh-Hant', locale)
  for (const locale of ['zh', 'zh-CN', 'zh-SG', 'zh-Hans-TW', 'ZH-hans'])
    assert.equal(languageOfLocale(locale), 'zh', locale)
  assert.equal(languageOfLocale('tlh'), undefined)
  assert.equal(languageOfLocale('toString'), undefined)
})

it('writes Arabic from right to left, with western digits and the Gregorian calendar', () => {
  assert.equal(getTextDirection('ar-EG'), 'rtl')
  assert.equal(getTextDirection('pt-BR'), 'ltr')
  for (const locale of ['ar', 'ar-EG', 'ar-SA-u-nu-arab']) {
    const format = new Intl.DateTimeFormat(toFormatLocale(locale), { dateStyle: 'long' })
    assert.match(format.format(new Date('2026-05-01T12:00:00Z')), /2026/, locale)
  }
})
