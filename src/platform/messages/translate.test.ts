import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTranslate, type MessageKeyWith } from './translate.ts'

const english = {
  'page.title': 'Gifts',
  'page.from': 'A gift from {sender} to {name}',
  'page.count': '{count, plural, one {One gift} other {# gifts}}',
  'page.line': '{quantity} × {name}',
}
interface English {
  'page.title': never
  'page.from': 'sender' | 'name'
  'page.count': 'count'
  'page.line': 'quantity' | 'name'
}

it('inserts values once and does not interpret them', () => {
  const t = createTranslate<English>('en', english)
  assert.equal(t('page.title'), 'Gifts')
  const values = { sender: '{name} $& \u0001name\u0002 <b>', name: 'Ada' }
  assert.equal(t('page.from', values), 'A gift from {name} $& \u0001name\u0002 <b> to Ada')
})

it('shows the name of a value that is missing', () => {
  const t = createTranslate<English>('en', english)
  assert.equal(t('page.from', { sender: 'Lee' } as never), 'A gift from Lee to {name}')
})

it('selects the plural form of the language and formats numbers', () => {
  const t = createTranslate<English>('en', english)
  assert.deepEqual(
    [0, 1, 2, 12_345].map((count) => t('page.count', { count })),
    ['0 gifts', 'One gift', '2 gifts', '12,345 gifts'],
  )
  assert.equal(t('page.line', { quantity: 1200, name: 'Mug' }), '1,200 × Mug')
  const ja = createTranslate<English>('ja', { 'page.count': '{count, plural, other {#点}}' })
  assert.deepEqual([ja('page.count', { count: 1 }), ja('page.count', { count: 2 })], ['1点', '2点'])
})

it('uses the general plural form when a language lacks the special one', () => {
  const french = { 'page.count': '{count, plural, one {Un cadeau} other {# cadeaux}}' }
  const t = createTranslate<English>('fr', french)
  assert.match(t('page.count', { count: 2_000_000 }), /^2.000.000 cadeaux$/)
})

it('isolates values in a right-to-left text, unless they are inserted verbatim', () => {
  const arabic = { 'page.from': 'هدية من {sender} إلى {name}' }
  const values = { sender: 'Ada', name: '' }
  assert.equal(
    createTranslate<English>('ar', arabic)('page.from', values),
    'هدية من \u2068Ada\u2069 إلى ',
  )
  assert.equal(
    createTranslate<English>('ar', arabic, { isVerbatim: true })('page.from', values),
    'هدية من Ada إلى ',
  )
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
  // @ts-expect-error a count that is no number
  t('page.count', { count: '2' })
  const key: MessageKeyWith<English, 'count'> = 'page.count'
  // @ts-expect-error a text that needs more values
  const other: MessageKeyWith<English, 'count'> = 'page.from'
  assert.deepEqual([key, other], ['page.count', 'page.from'])
})
