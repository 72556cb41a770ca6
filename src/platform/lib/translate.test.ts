import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTranslate, type MessageKeyWith, type Translation } from './translate.ts'

const english = {
  'page.title': 'Gifts',
  'page.from': 'A gift from {{sender}} to {{name}}',
  'page.count_one': 'One gift',
  'page.count_other': '{{count}} gifts',
} as const
type English = typeof english

const japanese: Translation<English, 'ja'> = {
  'page.title': '贈り物',
  'page.from': '{{sender}}様から{{name}}様へ',
  'page.count_other': '{{count}}点',
}

it('inserts values once and does not interpret them', () => {
  const t = createTranslate<English>('en', english)
  assert.equal(t('page.title'), 'Gifts')
  const values = { sender: '{{name}} $& $t(page.title)', name: 'Ada' }
  assert.equal(t('page.from', values), 'A gift from {{name}} $& $t(page.title) to Ada')
})

it('selects the plural form of the language and formats numbers', () => {
  const t = createTranslate<English>('en', english)
  assert.deepEqual(
    [0, 1, 2, 12_345].map((count) => t('page.count', { count })),
    ['0 gifts', 'One gift', '2 gifts', '12,345 gifts'],
  )
  const ja = createTranslate<English>('ja', japanese)
  assert.deepEqual([ja('page.count', { count: 1 }), ja('page.count', { count: 2 })], ['1点', '2点'])
})

it('uses the general plural form when a language lacks the special one', () => {
  const french = { ...english, 'page.count_other': '{{count}} cadeaux' }
  const t = createTranslate<English>('fr', french)
  assert.match(t('page.count', { count: 2_000_000 }), /^2.000.000 cadeaux$/)
})

it('checks keys and values when the code compiles', () => {
  const t = createTranslate<English>('en', english)
  // @ts-expect-error an unknown key
  t('page.missing')
  // @ts-expect-error a missing value
  t('page.from', { sender: 'Lee' })
  // @ts-expect-error a value without a placeholder
  t('page.from', { sender: 'Lee', name: 'Ada', sneder: 'Lee' })
  // @ts-expect-error a plural text without a count
  t('page.count')
  // @ts-expect-error a language without one of its plural forms
  const german: Translation<English, 'de'> = japanese
  const key: MessageKeyWith<English, 'count'> = 'page.count'
  // @ts-expect-error a text that needs more values
  const other: MessageKeyWith<English, 'count'> = 'page.from'
  assert.deepEqual([german, key, other], [japanese, 'page.count', 'page.from'])
})
